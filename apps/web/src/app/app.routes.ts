import { Routes, UrlMatchResult, UrlSegment } from '@angular/router';
import { useMessages } from './platform/i18n';
import { signedIn } from './platform/session';

const AROUND_SIGN_IN = new Set([
  'login',
  'setup',
  'register',
  'forgot-password',
  'verify-email',
  'reset-password',
  'invite',
]);

/** Matches without consuming: an empty path would also match `/` itself, which belongs to the shell. */
function aroundSignIn(segments: UrlSegment[]): UrlMatchResult | null {
  return AROUND_SIGN_IN.has(segments[0]?.path ?? '') ? { consumed: [] } : null;
}

/** All places of the dashboard. Titles are message keys. */
export const routes: Routes = [
  {
    matcher: aroundSignIn,
    resolve: { messages: useMessages('auth') },
    loadComponent: () => import('./domains/auth/auth-page').then((m) => m.AuthPage),
    loadChildren: () => import('./domains/auth/auth.routes').then((m) => m.authRoutes),
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
        path: 'campaigns',
        resolve: { messages: useMessages('campaigns', 'overview', 'reports') },
        loadChildren: () => import('./domains/campaigns/campaigns.routes').then((m) => m.campaignRoutes),
      },
      {
        path: 'tags',
        title: 'tags.title',
        resolve: { messages: useMessages('tags') },
        loadComponent: () => import('./domains/tags/tag-list').then((m) => m.TagList),
      },
      {
        path: '**',
        title: 'notFound.title',
        loadComponent: () => import('./shell/not-found').then((m) => m.NotFound),
      },
    ],
  },
];
