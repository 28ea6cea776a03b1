import {
  INVITATION_ROLES,
  type InvitationRole,
  type TransferOwnershipInput,
  type UpdateMemberInput,
} from '@signpost/contracts';
import { IsIn } from 'class-validator';
import { Flag, Id, Optional, withRule } from '../platform/validation/index.js';

export class UpdateMemberDto implements UpdateMemberInput {
  /** Ownership can only be transferred by its own route. */
  @Optional() @IsIn(INVITATION_ROLES, withRule('one_of', { known: INVITATION_ROLES })) role?: InvitationRole;
  @Flag() isActive?: boolean;
}

export class TransferOwnershipDto implements TransferOwnershipInput {
  @Id() userId: string;
}
