import {
  BULK_ACTIONS,
  LIMITS,
  problem,
  type BulkAction,
  type BulkChanges,
  type BulkInput,
  type BulkUpdateInput,
  type FieldError,
} from '@signpost/contracts';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ArrayMinSize, IsArray, IsIn, IsString } from 'class-validator';
import {
  Documented,
  Flag,
  ValidatedTogether,
  Nested,
  NullableId,
  NullableInstant,
  NullableText,
  bracketedFilter,
  filterNames,
  lostFilters,
  Optional,
  withRule,
} from '../../platform/validation/index.js';
import { LinkFilterDto } from '../list/links-list.dto.js';

/** Length of an id. A malformed text of at most this length is treated as an unknown id. */
const ID_LENGTH = 36;

const FILTERS = filterNames(LinkFilterDto);

const lost = new WeakMap<object, readonly FieldError[]>();

/**
 * Records the filters of a selection that would be lost (see `lostFilters`) while the filter is still as sent, because
 * later transforms drop empty texts.
 */
function keepLost({ obj, value }: TransformFnParams): unknown {
  const given = (obj as { filter?: unknown }).filter;
  if (typeof given === 'object' && given !== null && typeof value === 'object' && value !== null) {
    const sent = given as Record<string, unknown>;
    const problems = lostFilters(sent, FILTERS, ['q'], 'selection.filter.');
    const isLost = (name: string): boolean => problems.some(({ field }) => field === `selection.filter.${name}`);
    lost.set(value as object, [
      ...problems,
      // A comma-separated text is only accepted in queries.
      ...(typeof sent['tags'] === 'string' && !isLost('tags') ? [problem('selection.filter.tags', 'not_list')] : []),
    ]);
    // Already reported above under the filter's name, so it must not be reported again as unknown or invalid.
    const isReported = (key: string): boolean =>
      FILTERS.includes(bracketedFilter(key) ?? '') || (FILTERS.includes(key) && isLost(key));
    for (const key of Object.keys(sent).filter(isReported)) Reflect.deleteProperty(value as object, key);
  }
  return value as unknown;
}

export class BulkSelectionDto {
  // More than 500 are refused later as `selection_too_large`, with their number.
  @Optional()
  @ArrayMinSize(1, withRule('too_few', { min: 1, what: 'links' }))
  @IsString({ each: true, ...withRule('not_text_item') })
  @IsArray(withRule('not_list'))
  @Documented({ maxItems: LIMITS.bulkSelection })
  ids?: string[];

  @Optional()
  @Nested(() => LinkFilterDto)
  @Transform(keepLost)
  filter?: LinkFilterDto;
}

/** Problems of a selection, its filters included. `isTrashReach`: whether links in the trash may be selected. */
export function selectionProblems(selection: unknown, isTrashReach: boolean): FieldError[] {
  if (typeof selection !== 'object' || selection === null) return [];
  const { ids, filter } = selection as { ids?: unknown; filter?: LinkFilterDto | null };
  if ((ids === undefined) === (filter === undefined)) return [problem('selection', 'ids_or_filter')];
  if (typeof filter !== 'object' || filter === null) return [];
  const isUnreachable = filter.trashed === 'true' && !isTrashReach;
  return [
    ...(lost.get(filter) ?? []),
    ...(isUnreachable ? [problem('selection.filter.trashed', 'trashed_unchangeable')] : []),
  ];
}

@ValidatedTogether(({ selection, action, tagId, campaignId }: BulkDto) => [
  ...selectionProblems(selection, false),
  ...((action === 'tag' || action === 'untag') && tagId == null ? [problem('tagId', 'required')] : []),
  ...(action === 'assignCampaign' && campaignId === undefined ? [problem('campaignId', 'campaign_required')] : []),
])
export class BulkDto implements Omit<BulkInput, 'selection'> {
  @Nested(() => BulkSelectionDto)
  selection: BulkSelectionDto;

  @IsIn(BULK_ACTIONS, withRule('one_of', { known: BULK_ACTIONS })) action: BulkAction;
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

@ValidatedTogether(({ selection, changes }: BulkUpdateDto) => {
  const given: object | null = typeof changes === 'object' ? changes : null;
  const isEmpty = given !== null && Object.values(given).every((value) => value === undefined);
  return [
    ...selectionProblems(selection, given !== null && changes.trashed === false),
    ...(isEmpty ? [problem('changes', 'fields_needed')] : []),
  ];
})
export class BulkUpdateDto implements Omit<BulkUpdateInput, 'selection'> {
  @Nested(() => BulkSelectionDto)
  selection: BulkSelectionDto;

  @Nested(() => BulkChangesDto)
  changes: BulkChangesDto;
}
