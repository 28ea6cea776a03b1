import { Routes } from '@angular/router';
import { signedOut } from '../../platform/session';
import { AcceptInvitation } from './accept-invitation';
import { AuthPage } from './auth-page';
import { ForgotPassword } from './forgot-password';
import { ChangeEmail } from './change-email';
import { Login } from './login';
import { Register } from './register';
import { ResetPassword } from './reset-password';
import { Setup } from './setup';
import { VerifyEmail } from './verify-email';

/**
 * Pages before and around signing in. Paths used in mails must not change: those without a guard, and `login`.
 * All are in one chunk: they share nearly all code, and each further file would slow down the first load.
 */
export const authRoutes: Routes = [
  {
    path: '',
    component: AuthPage,
    children: [
      { path: 'login', title: 'auth.login.title', canActivate: [signedOut], component: Login },
      { path: 'setup', title: 'auth.setup.title', canActivate: [signedOut], component: Setup },
      { path: 'register', title: 'auth.register.title', canActivate: [signedOut], component: Register },
      // Linked from mails: these work with and without a session.
      { path: 'forgot-password', title: 'auth.forgot.title', component: ForgotPassword },
      { path: 'verify-email', title: 'auth.verify.title', component: VerifyEmail },
      { path: 'verify-email/change', title: 'auth.changeEmail.title', component: ChangeEmail },
      { path: 'reset-password', title: 'auth.reset.title', component: ResetPassword },
      { path: 'invite', title: 'auth.invite.title', component: AcceptInvitation },
    ],
  },
];
