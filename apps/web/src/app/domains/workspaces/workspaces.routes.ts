import { Routes } from '@angular/router';

/** Choosing and making workspaces, outside of any. */
export const workspacesRoutes: Routes = [
  {
    path: '',
    title: 'workspaces.title',
    loadComponent: () => import('./workspace-picker').then((m) => m.WorkspacePicker),
  },
  {
    path: 'new',
    title: 'workspaces.new.title',
    loadComponent: () => import('./workspace-create').then((m) => m.WorkspaceCreate),
  },
];
