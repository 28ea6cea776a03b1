export { AuthModule } from './auth.module.js';
export { SessionsService } from './sessions.service.js';
