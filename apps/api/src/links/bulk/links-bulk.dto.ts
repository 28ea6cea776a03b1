import {
  BULK_ACTIONS,
  type BulkAction,
  type BulkChanges,
  type BulkInput,
  type BulkUpdateInput,
} from '@signpost/contracts';
import { Type } from 'class-transformer';
import { ArrayMinSize, IsArray, IsIn, IsObject, IsString, ValidateNested } from 'class-validator';
import { Flag, NullableId, NullableInstant, NullableText, Optional, says } from '../../platform/validation/index.js';
import { LinkFilterDto } from '../list/links-list.dto.js';

/** Of ids as they are written. A malformed one of that length is an unknown one. */
const ID_LENGTH = 36;

export class BulkSelectionDto {
  // More than 500 are refused as a selection that is too large, with their number.
  @Optional()
  @ArrayMinSize(1, says('too_few', { min: 1, what: 'links' }))
  @IsString({ each: true, ...says('not_text_item') })
  @IsArray(says('not_list'))
  ids?: string[];

  @Optional()
  @ValidateNested()
  @IsObject(says('not_object'))
  @Type(() => LinkFilterDto)
  filter?: LinkFilterDto;
}

export class BulkDto implements Omit<BulkInput, 'selection'> {
  @ValidateNested()
  @IsObject(says('not_object'))
  @Type(() => BulkSelectionDto)
  selection: BulkSelectionDto;

  @IsIn(BULK_ACTIONS, says('one_of', { known: BULK_ACTIONS })) action: BulkAction;
  @NullableText({ max: ID_LENGTH }) tagId?: string | null;
  @NullableText({ max: ID_LENGTH }) campaignId?: string | null;
}

export class BulkChangesDto implements BulkChanges {
  @Flag() isEnabled?: boolean;
  @Flag() archived?: boolean;
  @NullableId() responsibleUserId?: string | null;
  @NullableInstant() reviewAt?: number | null;
  @NullableInstant() expiresAt?: number | null;
  @Flag() trashed?: boolean;
}

export class BulkUpdateDto implements Omit<BulkUpdateInput, 'selection'> {
  @ValidateNested()
  @IsObject(says('not_object'))
  @Type(() => BulkSelectionDto)
  selection: BulkSelectionDto;

  @ValidateNested()
  @IsObject(says('not_object'))
  @Type(() => BulkChangesDto)
  changes: BulkChangesDto;
}
