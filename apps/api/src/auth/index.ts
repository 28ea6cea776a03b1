export { AccountsRepository, type Account } from './accounts.repository.js';
export { AuthModule } from './auth.module.js';
export { PasswordJudge } from './password-judge.js';
export { SessionsRepository } from './sessions.repository.js';
export { SignInService } from './sign-in.service.js';
export { Turnstile } from './turnstile.js';
export { UserTokensRepository } from './user-tokens.repository.js';
export { SecondFactorsRepository } from './second-factors.repository.js';
export { examineProvider, type ProviderFinding } from './provider-examination.js';
