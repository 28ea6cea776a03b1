export { AccountsRepository } from './accounts.repository.js';
export { AuthModule } from './auth.module.js';
export { requireStrongPassword } from './password-rules.js';
export { SessionsService } from './sessions.service.js';
export { Device, type SessionDevice } from './session-device.js';
export { Turnstile } from './turnstile.js';
