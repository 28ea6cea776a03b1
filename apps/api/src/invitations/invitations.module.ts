import { Module } from '@nestjs/common';
import { MembersModule } from '../members/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationsService } from './invitations.service.js';

@Module({
  imports: [MembersModule, WorkspacesModule],
  controllers: [InvitationsController],
  providers: [InvitationsService, InvitationsRepository],
  exports: [InvitationsService],
})
export class InvitationsModule {}
