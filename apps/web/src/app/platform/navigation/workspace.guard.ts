import { inject } from '@angular/core';
import { CanActivateChildFn, CanMatchFn, Router } from '@angular/router';
import { HostStore } from '../host';
import { registration, SessionStore } from '../session';

/** Pages that belong to a user rather than to a workspace. */
const OUTSIDE = /^\/(?:account|status)(?:[/?#]|$)/;

/**
 * Guards the pages of a workspace; a signed-in user without a workspace on this host is sent to choose or create one.
 */
export const inWorkspace: CanActivateChildFn = (_route, state) => {
  const session = inject(SessionStore);
  return session.workspace() || OUTSIDE.test(state.url) ? true : inject(Router).parseUrl('/workspaces');
};

/** Matches the public front page: for visitors on the bare host of an instance that offers demos, once it is set up. */
export const isFrontPage: CanMatchFn = async () => {
  const session = inject(SessionStore);
  // Where the server did not answer who is signed in, the guard of the other page at `/` requests it again.
  if (session.user() || !session.isKnown()) return false;
  const host = await inject(HostStore).load();
  if (host?.mode !== 'multi' || host.workspace !== null || !host.demo) return false;
  return (await registration(session)) !== 'setup';
};
