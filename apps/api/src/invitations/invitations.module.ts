import { Module } from '@nestjs/common';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationsService } from './invitations.service.js';

@Module({ providers: [InvitationsService, InvitationsRepository], exports: [InvitationsService] })
export class InvitationsModule {}
