import {
  INVITATION_ROLES,
  type CreateInvitationInput,
  type InvitationRole,
  type TokenInput,
} from '@signpost/contracts';
import { IsIn } from 'class-validator';
import { Email, Optional, Token } from '../platform/validation/index.js';

export class CreateInvitationDto implements CreateInvitationInput {
  @Email() email: string;
  @Optional() @IsIn(INVITATION_ROLES, { message: 'This must be MEMBER or VIEWER.' }) role?: InvitationRole;
}

export class AcceptInvitationDto implements TokenInput {
  @Token() token: string;
}
