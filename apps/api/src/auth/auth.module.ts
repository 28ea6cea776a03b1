import { Global, Module } from '@nestjs/common';
import { Principals } from '../platform/access/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { AccountsRepository } from './accounts.repository.js';
import { AuthController } from './auth.controller.js';
import { AuthPrincipals } from './auth-principals.js';
import { AuthService } from './auth.service.js';
import { SessionsService } from './sessions.service.js';

/** Global, because the access guard of every module asks it who is calling. */
@Global()
@Module({
  imports: [WorkspacesModule],
  controllers: [AuthController],
  providers: [AuthService, SessionsService, AccountsRepository, { provide: Principals, useClass: AuthPrincipals }],
  exports: [Principals, SessionsService],
})
export class AuthModule {}
