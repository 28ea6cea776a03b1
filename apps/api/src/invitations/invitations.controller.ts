import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import type { Invitation, InvitationAccepted, InvitationInspected, InvitationList } from '@signpost/contracts';
import {
  CurrentMember,
  CurrentSession,
  Public,
  Requires,
  SignedIn,
  type Member,
  type SessionInfo,
} from '../platform/access/index.js';
import { CountedBy } from '../platform/limits/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { AcceptInvitationDto, CreateInvitationDto } from './invitations.dto.js';
import { InvitationsService } from './invitations.service.js';

@Controller('api/workspaces/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get()
  @Requires('members.manage')
  @Contract({ reply: 'InvitationList' })
  list(@CurrentMember() member: Member): Promise<InvitationList> {
    return this.invitations.list(member);
  }

  @Post()
  @Requires('members.manage')
  @CountedBy('INVITATIONS')
  @Contract({ body: 'CreateInvitationInput', reply: 'Invitation', status: 201 })
  create(@CurrentMember() member: Member, @Body() input: CreateInvitationDto): Promise<Invitation> {
    return this.invitations.create(member, input);
  }

  @Post('inspect')
  @Public()
  @Contract({ body: 'TokenInput', reply: 'InvitationInspected' })
  inspect(@Body() input: AcceptInvitationDto): Promise<InvitationInspected> {
    return this.invitations.inspect(input.token);
  }

  @Post('accept')
  @SignedIn()
  @Contract({ body: 'TokenInput', reply: 'InvitationAccepted' })
  async accept(
    @CurrentSession() session: SessionInfo,
    @Body() input: AcceptInvitationDto,
  ): Promise<InvitationAccepted> {
    return { ok: true, workspace: await this.invitations.accept(session, input.token) };
  }

  @Post(':id/resend')
  @Requires('members.manage')
  @CountedBy('INVITATIONS')
  @Contract({ reply: 'Invitation' })
  resend(
    @CurrentMember() member: Member,
    @Param('id', new IdPipe('invitation_not_found')) id: string,
  ): Promise<Invitation> {
    return this.invitations.resend(member, id);
  }

  @Delete(':id')
  @Requires('members.manage')
  @Contract({ reply: 'Ok' })
  revoke(@CurrentMember() member: Member, @Param('id', new IdPipe('invitation_not_found')) id: string): Promise<void> {
    return this.invitations.revoke(member, id);
  }
}
