export { AuthModule } from './auth.module.js';
export { SessionsService } from './sessions.service.js';
export { sessionDevice, type SessionDevice } from './session-device.js';
export { Turnstile } from './turnstile.js';
