export { AccountsRepository } from './accounts.repository.js';
export { AuthModule } from './auth.module.js';
export { PasswordJudge } from './password-judge.js';
export { SessionsService } from './sessions.service.js';
export { Device, type SessionDevice } from './session-device.js';
export { Turnstile } from './turnstile.js';
export { UserTokensRepository } from './user-tokens.repository.js';
