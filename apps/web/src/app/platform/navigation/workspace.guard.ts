import { inject } from '@angular/core';
import { CanActivateChildFn, CanMatchFn, Router } from '@angular/router';
import { HostStore } from '../host';
import { registration, SessionStore } from '../session';

/** Screens that belong to a person rather than to a workspace. */
const OUTSIDE = /^\/(?:account|status)(?:[/?#]|$)/;

/** Lets through to a workspace's screens; whoever is signed in but in no workspace here chooses or makes one. */
export const inWorkspace: CanActivateChildFn = (_route, state) => {
  const session = inject(SessionStore);
  return session.workspace() || OUTSIDE.test(state.url) ? true : inject(Router).parseUrl('/workspaces');
};

/** The public front page: for visitors on the bare host of an instance that offers demos, once it is set up. */
export const isFrontPage: CanMatchFn = async () => {
  const session = inject(SessionStore);
  // Where the server did not say who is here, the guard of the other page that `/` can be asks again.
  if (session.user() || !session.isKnown()) return false;
  const host = await inject(HostStore).load();
  if (host?.mode !== 'multi' || host.workspace !== null || !host.demo) return false;
  return (await registration(session)) !== 'setup';
};
