import { Routes } from '@angular/router';
import { signedOut } from '../../platform/session';

/** Before and around signing in. Paths of mail links must not change: `verify-email`, `reset-password`, `invite`. */
export const authRoutes: Routes = [
  {
    path: 'login',
    title: 'auth.login.title',
    canActivate: [signedOut],
    loadComponent: () => import('./login').then((m) => m.Login),
  },
  {
    path: 'setup',
    title: 'auth.setup.title',
    canActivate: [signedOut],
    loadComponent: () => import('./setup').then((m) => m.Setup),
  },
  {
    path: 'register',
    title: 'auth.register.title',
    canActivate: [signedOut],
    loadComponent: () => import('./register').then((m) => m.Register),
  },
  {
    path: 'forgot-password',
    title: 'auth.forgot.title',
    canActivate: [signedOut],
    loadComponent: () => import('./forgot-password').then((m) => m.ForgotPassword),
  },
  // From mails: these work whoever is signed in here.
  {
    path: 'verify-email',
    title: 'auth.verify.title',
    loadComponent: () => import('./verify-email').then((m) => m.VerifyEmail),
  },
  {
    path: 'reset-password',
    title: 'auth.reset.title',
    loadComponent: () => import('./reset-password').then((m) => m.ResetPassword),
  },
  {
    path: 'invite',
    title: 'auth.invite.title',
    loadComponent: () => import('./accept-invitation').then((m) => m.AcceptInvitation),
  },
];
