import { Routes } from '@angular/router';
import { useMessages } from './platform/i18n';
import { signedIn, signedOut } from './platform/session';

/** All places of the dashboard. Titles are message keys. */
export const routes: Routes = [
  {
    path: '',
    canActivate: [signedOut],
    resolve: { messages: useMessages('auth') },
    loadComponent: () => import('./domains/auth/auth-page').then((m) => m.AuthPage),
    children: [
      {
        path: 'login',
        title: 'auth.login.title',
        loadComponent: () => import('./domains/auth/login').then((m) => m.Login),
      },
      {
        path: 'setup',
        title: 'auth.setup.title',
        loadComponent: () => import('./domains/auth/setup').then((m) => m.Setup),
      },
    ],
  },
  {
    path: '',
    canActivate: [signedIn],
    loadComponent: () => import('./shell/shell').then((m) => m.Shell),
    children: [
      {
        path: 'links',
        resolve: { messages: useMessages('links') },
        loadChildren: () => import('./domains/links/links.routes').then((m) => m.linkRoutes),
      },
      { path: '', pathMatch: 'full', redirectTo: 'links' },
      {
        path: '**',
        title: 'notFound.title',
        loadComponent: () => import('./shell/not-found').then((m) => m.NotFound),
      },
    ],
  },
];
