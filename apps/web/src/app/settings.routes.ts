import { Routes } from '@angular/router';
import { useMessages } from './platform/words/i18n';
import { mayLeave } from './platform/navigation/leaving';

/** Screens that keep a workspace, an account and the server in order. Children of the shell. */
export const settingsRoutes: Routes = [
  {
    path: 'members',
    title: 'people.title',
    resolve: { messages: useMessages('people') },
    loadComponent: () => import('./domains/people/people-page').then((m) => m.PeoplePage),
  },
  { path: 'people', redirectTo: 'members' },
  {
    path: 'activity',
    title: 'activity.title',
    resolve: { messages: useMessages('activity') },
    loadComponent: () => import('./domains/activity/activity-page').then((m) => m.ActivityPage),
  },
  {
    path: 'settings',
    title: 'settings.title',
    resolve: { messages: useMessages('settings') },
    canDeactivate: [mayLeave],
    loadComponent: () => import('./domains/settings/settings-page').then((m) => m.SettingsPage),
  },
  {
    path: 'account',
    title: 'account.title',
    resolve: { messages: useMessages('account', 'auth') },
    canDeactivate: [mayLeave],
    loadComponent: () => import('./domains/account/account-page').then((m) => m.AccountPage),
  },
  {
    path: 'workspace/reports',
    title: 'desk.title',
    data: { desk: 'workspace' },
    resolve: { messages: useMessages('desk', 'links') },
    loadComponent: () => import('./domains/desk/desk-page').then((m) => m.DeskPage),
  },
  {
    path: 'operator/reports',
    title: 'desk.operatorTitle',
    data: { desk: 'operator' },
    resolve: { messages: useMessages('desk', 'links') },
    loadComponent: () => import('./domains/desk/desk-page').then((m) => m.DeskPage),
  },
  {
    path: 'status',
    title: 'operator.title',
    resolve: { messages: useMessages('operator') },
    loadComponent: () => import('./domains/operator/status-page').then((m) => m.StatusPage),
  },
];
