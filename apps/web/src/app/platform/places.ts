import { inject } from '@angular/core';
import { CanActivateFn, CanMatchFn, Router } from '@angular/router';
import { HostStore } from './host';
import { takeReturn } from './return-to';
import { SessionStore } from './session';

/** Lets through to a workspace's screens; whoever is signed in but in no workspace here chooses or makes one. */
export const inWorkspace: CanActivateFn = () => {
  const session = inject(SessionStore);
  return session.workspace() ? true : inject(Router).parseUrl('/workspaces');
};

/** After an outside provider, the start leads on to where somebody meant to go. */
export const onwards: CanActivateFn = () => {
  const path = takeReturn();
  return path ? inject(Router).parseUrl(path) : true;
};

/** The public front page: for visitors on the bare host of an instance that offers demos. */
export const isFrontPage: CanMatchFn = async () => {
  if (inject(SessionStore).user()) return false;
  const host = await inject(HostStore).load();
  return host !== null && host.mode === 'multi' && host.workspace === null && host.demo;
};
