import { inject } from '@angular/core';
import { CanActivateFn, Router, Routes } from '@angular/router';
import { SessionStore } from '../../platform/session';

/** A demo cannot create workspaces; the list says what it can do instead. */
const notInDemo: CanActivateFn = () => !inject(SessionStore).isDemo() || inject(Router).parseUrl('/workspaces');

/** Choosing and creating workspaces, outside of any workspace. */
export const workspacesRoutes: Routes = [
  {
    path: '',
    title: 'workspaces.title',
    loadComponent: () => import('./workspace-picker').then((m) => m.WorkspacePicker),
  },
  {
    path: 'new',
    title: 'workspaces.new.title',
    canActivate: [notInDemo],
    loadComponent: () => import('./workspace-create').then((m) => m.WorkspaceCreate),
  },
];
