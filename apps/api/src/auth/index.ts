export { AccountsRepository, type Account } from './accounts.repository.js';
export { AuthModule } from './auth.module.js';
export { PasswordJudge } from './password-judge.js';
export { SessionsService } from './sessions.service.js';
export { SignInService } from './sign-in.service.js';
export { Turnstile } from './turnstile.js';
export { UserTokensRepository } from './user-tokens.repository.js';
