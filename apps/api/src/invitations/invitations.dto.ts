import {
  INVITATION_ROLES,
  type CreateInvitationInput,
  type InvitationRole,
  type TokenInput,
} from '@signpost/contracts';
import { IsIn } from 'class-validator';
import { Email, Optional, Token, withRule } from '../platform/validation/index.js';

export class CreateInvitationDto implements CreateInvitationInput {
  @Email() email: string;
  @Optional() @IsIn(INVITATION_ROLES, withRule('one_of', { known: INVITATION_ROLES })) role?: InvitationRole;
}

export class AcceptInvitationDto implements TokenInput {
  @Token() token: string;
}
