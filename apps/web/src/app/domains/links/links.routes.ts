import { Routes } from '@angular/router';
import { useMessages } from '../../platform/words/i18n';
import { mayLeave } from '../../platform/navigation/leaving';

/** Screens of the links domain. */
export const linkRoutes: Routes = [
  { path: '', title: 'links.title', loadComponent: () => import('./list/link-list').then((m) => m.LinkList) },
  { path: 'trash', title: 'links.trash.title', loadComponent: () => import('./list/trash').then((m) => m.Trash) },
  {
    path: 'import',
    title: 'import.title',
    resolve: { messages: useMessages('import') },
    canDeactivate: [mayLeave],
    loadComponent: () => import('../import/import-page').then((m) => m.ImportPage),
  },
  {
    path: ':id',
    title: 'links.title',
    resolve: { messages: useMessages('link', 'reports') },
    loadComponent: () => import('./page/link-page').then((m) => m.LinkPage),
    children: [
      { path: '', loadComponent: () => import('./page/link-analytics').then((m) => m.LinkAnalytics) },
      { path: 'try', title: 'links.tab.try', loadComponent: () => import('./page/link-try').then((m) => m.LinkTry) },
      {
        path: 'addresses',
        title: 'links.tab.addresses',
        loadComponent: () => import('./page/link-addresses').then((m) => m.LinkAddresses),
      },
      {
        path: 'details',
        title: 'links.tab.details',
        loadComponent: () => import('./page/link-details').then((m) => m.LinkDetails),
      },
      {
        path: 'history',
        title: 'links.tab.history',
        loadComponent: () => import('./page/link-history').then((m) => m.LinkHistory),
      },
    ],
  },
];
