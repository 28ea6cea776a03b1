import {
  INVITATION_ROLES,
  type InvitationRole,
  type TransferOwnershipInput,
  type UpdateMemberInput,
} from '@signpost/contracts';
import { Flag, Id, OneOf } from '../platform/validation/index.js';

export class UpdateMemberDto implements UpdateMemberInput {
  /** Ownership can only be transferred by its own route. */
  @OneOf(INVITATION_ROLES) role?: InvitationRole;
  @Flag() isActive?: boolean;
}

export class TransferOwnershipDto implements TransferOwnershipInput {
  @Id() userId: string;
}
