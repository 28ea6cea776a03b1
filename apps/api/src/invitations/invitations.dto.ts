import {
  INVITATION_ROLES,
  type CreateInvitationInput,
  type InvitationRole,
  type TokenInput,
} from '@signpost/contracts';
import { Email, OneOf, Token } from '../platform/validation/index.js';

export class CreateInvitationDto implements CreateInvitationInput {
  @Email() email: string;
  @OneOf(INVITATION_ROLES) role?: InvitationRole;
}

export class AcceptInvitationDto implements TokenInput {
  @Token() token: string;
}
