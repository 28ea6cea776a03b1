import { LIMITS, type SavedViewInput, type UpdateSavedViewInput } from '@signpost/contracts';
import { applyDecorators } from '@nestjs/common';
import { changeText, Flag, Optional, OptionalText, Text } from '../platform/validation/index.js';

const QUERY = { max: LIMITS.viewQueryLength, min: 0 };
/** Removes a leading `?` of a query string. */
const withoutMark = () => changeText((text) => text.replace(/^\s*\?/, ''));
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
