import { Routes } from '@angular/router';

/** Screens of the links domain. */
export const linkRoutes: Routes = [
  { path: '', title: 'links.title', loadComponent: () => import('./link-list').then((m) => m.LinkList) },
];
