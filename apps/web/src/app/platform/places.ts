import { inject } from '@angular/core';
import { CanActivateChildFn, CanMatchFn, Router } from '@angular/router';
import { HostStore } from './host';
import { SessionStore } from './session';

/** Screens that belong to a person rather than to a workspace. */
const OUTSIDE = /^\/(?:account|status)(?:[/?#]|$)/;

/** Lets through to a workspace's screens; whoever is signed in but in no workspace here chooses or makes one. */
export const inWorkspace: CanActivateChildFn = (_route, state) => {
  const session = inject(SessionStore);
  return session.workspace() || OUTSIDE.test(state.url) ? true : inject(Router).parseUrl('/workspaces');
};

/** The public front page: for visitors on the bare host of an instance that offers demos. */
export const isFrontPage: CanMatchFn = async () => {
  if (inject(SessionStore).user()) return false;
  const host = await inject(HostStore).load();
  return host !== null && host.mode === 'multi' && host.workspace === null && host.demo;
};
