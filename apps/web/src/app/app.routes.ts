import { Routes, UrlMatchResult, UrlSegment } from '@angular/router';
import { settingsRoutes } from './settings.routes';
import { linkRoutes } from './domains/links/links.routes';
import { useMessages } from './platform/words/i18n';
import { inWorkspace, isFrontPage } from './platform/navigation/workspace.guard';
import { signedIn } from './platform/session';
import { ErrorPage } from './shell/error-page';

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
    loadChildren: () => import('./domains/auth/auth.routes').then((m) => m.authRoutes),
  },
  {
    path: 'workspaces',
    canActivate: [signedIn],
    resolve: { messages: useMessages('auth', 'workspaces') },
    loadComponent: () => import('./domains/auth/auth-page').then((m) => m.AuthPage),
    loadChildren: () => import('./domains/workspaces/workspaces.routes').then((m) => m.workspacesRoutes),
  },
  {
    path: '',
    pathMatch: 'full',
    title: 'landing.title',
    canMatch: [isFrontPage],
    resolve: { messages: useMessages('landing', 'auth') },
    loadComponent: () => import('./domains/landing/landing-page').then((m) => m.LandingPage),
  },
  // For people without an account.
  {
    path: 'share/:token',
    title: 'reports.shared.title',
    resolve: { messages: useMessages('reports') },
    loadComponent: () => import('./domains/reports/share/shared-report').then((m) => m.SharedReport),
  },
  // Shown in place of a page that did not load; never fetched itself.
  { path: 'problem', title: 'problem.title', component: ErrorPage },
  {
    path: '',
    canActivate: [signedIn],
    canActivateChild: [inWorkspace],
    loadComponent: () => import('./shell/shell').then((m) => m.Shell),
    children: [
      {
        path: 'links',
        resolve: { messages: useMessages('links') },
        children: linkRoutes,
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
        path: 'new',
        title: 'overview.title',
        loadComponent: () => import('./domains/links/made/new-link-page').then((m) => m.NewLinkPage),
      },
      ...settingsRoutes,
      {
        path: '**',
        title: 'notFound.title',
        loadComponent: () => import('./shell/not-found').then((m) => m.NotFound),
      },
    ],
  },
];
