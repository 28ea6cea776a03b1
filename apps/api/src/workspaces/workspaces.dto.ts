import { LIMITS, type CreateWorkspaceInput, type PathMode, type UpdateWorkspaceInput } from '@signpost/contracts';
import { IsIn } from 'class-validator';
import { Flag, NullableText, Optional, OptionalText, Text, says } from '../platform/validation/index.js';

/** Long enough to name what is wrong with a slug instead of its length alone. */
const GIVEN_SLUG_MAX = 500;

export class CreateWorkspaceDto implements CreateWorkspaceInput {
  @Text({ max: LIMITS.workspaceNameLength }) name: string;
  @NullableText({ max: GIVEN_SLUG_MAX }) slug?: string | null;
  @NullableText({ max: GIVEN_SLUG_MAX }) linkPrefix?: string | null;
}

export class UpdateWorkspaceDto implements UpdateWorkspaceInput {
  @OptionalText({ max: LIMITS.workspaceNameLength }) name?: string;
  @NullableText({ max: GIVEN_SLUG_MAX }) linkPrefix?: string | null;
  @Optional() @IsIn(['preserve', 'replace'], says('one_of', { known: ['preserve', 'replace'] })) pathMode?: PathMode;
  @Flag() requireSecondFactor?: boolean;
}

export class SlugQueryDto {
  @Text({ max: Infinity, min: 0 }) slug: string;
}
