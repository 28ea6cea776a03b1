import { Routes, UrlMatchResult, UrlSegment } from '@angular/router';
import { useMessages } from './platform/i18n';
import { signedIn, signedOut } from './platform/session';

const BEFORE_SIGN_IN = new Set(['login', 'setup']);

/** Matches without consuming: an empty path would also match `/` itself, which belongs to the shell. */
function beforeSignIn(segments: UrlSegment[]): UrlMatchResult | null {
  return BEFORE_SIGN_IN.has(segments[0]?.path ?? '') ? { consumed: [] } : null;
}

/** All places of the dashboard. Titles are message keys. */
export const routes: Routes = [
  {
    matcher: beforeSignIn,
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
      {
        path: '',
        pathMatch: 'full',
        title: 'overview.title',
        resolve: { messages: useMessages('overview', 'reports') },
        loadComponent: () => import('./domains/overview/overview').then((m) => m.Overview),
      },
      {
        path: '**',
        title: 'notFound.title',
        loadComponent: () => import('./shell/not-found').then((m) => m.NotFound),
      },
    ],
  },
];
