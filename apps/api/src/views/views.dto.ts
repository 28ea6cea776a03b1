import { LIMITS, type SavedViewInput, type UpdateSavedViewInput } from '@signpost/contracts';
import { Transform, type TransformFnParams } from 'class-transformer';
import { applyDecorators } from '@nestjs/common';
import { Flag, Optional, OptionalText, Text } from '../platform/validation/index.js';

const QUERY = { max: LIMITS.viewQueryLength, min: 0 };
/** Removes a leading `?` of a query string. */
const withoutMark = () =>
  Transform(({ value }: TransformFnParams): unknown =>
    typeof value === 'string' ? value.replace(/^\s*\?/, '') : value,
  );
const QueryString = () => applyDecorators(withoutMark(), Text(QUERY));
const OptionalQueryString = () => applyDecorators(withoutMark(), Optional(), OptionalText(QUERY));

export class SavedViewDto implements SavedViewInput {
  @Text({ max: LIMITS.viewNameLength }) name: string;
  @QueryString() query: string;
  @Flag() shared?: boolean;
}

export class UpdateSavedViewDto implements UpdateSavedViewInput {
  @OptionalText({ max: LIMITS.viewNameLength }) name?: string;
  @OptionalQueryString() query?: string;
  @Flag() shared?: boolean;
}
