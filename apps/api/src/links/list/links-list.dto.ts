import {
  HEALTH_STATES,
  LIMITS,
  LINK_SORTS,
  LINK_STATUSES,
  type HealthState,
  type LinkSort,
  type LinkStatus,
} from '@signpost/contracts';
import { CONTROL_CHARACTERS, midnightOf, normalizeDestination, textProblem, UUID } from '@signpost/domain';
import { ArrayMaxSize, IsArray, IsString, Matches, ValidateBy } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import {
  change,
  Documented,
  DocumentedUrl,
  Filters,
  Digits,
  NullableId,
  NullableText,
  Optional,
  withRule,
} from '../../platform/validation/index.js';
import { Word } from './query-fields.js';
import { tagNameOf } from '../record/tag-name.js';

const CONTROL = CONTROL_CHARACTERS.plain;
const NAMES_PATTERN = `^[^${CONTROL}]*[^\\s,${CONTROL}][^${CONTROL}]*$`;

/** Tag names, repeated or separated by commas; empty ones are dropped. */
const TagNames = () =>
  applyDecorators(
    change((value) => {
      const parts: unknown[] = Array.isArray(value) ? value : [value];
      if (value === undefined || parts.some((part) => typeof part !== 'string')) return value;
      const names = parts.flatMap((part) => String(part).split(','));
      return names.map(tagNameOf).filter((name) => name !== '');
    }),
    Optional(),
    Documented({ minItems: 1, items: { type: 'string', minLength: 1, pattern: NAMES_PATTERN } }),
    ArrayMaxSize(LIMITS.tagsPerLink, withRule('too_many', { max: LIMITS.tagsPerLink, what: 'tags' })),
    ValidateBy(
      {
        name: 'printable',
        validator: {
          validate: (part: unknown) => typeof part === 'string' && textProblem(part) !== 'control_character',
        },
      },
      { each: true, ...withRule('control_characters') },
    ),
    IsString({ each: true, ...withRule('not_text_item') }),
    IsArray(withRule('not_list')),
  );

/** A user id, in lower or upper case. */
const UUID_PATTERN = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** A calendar date `YYYY-MM-DD`. */
const Day = () =>
  applyDecorators(
    ValidateBy(
      { name: 'day', validator: { validate: (value: unknown) => midnightOf(value) !== null } },
      withRule('not_date'),
    ),
    NullableText({ max: 10 }),
    Documented({ format: 'date' }),
  );

/**
 * Filters of the list, as query or (for bulk actions) as body. An empty text or id counts as absent, as everywhere; an
 * empty value of an enumeration is invalid.
 */
@Filters('q')
export class LinkFilterDto {
  @Word(LINK_STATUSES) status?: LinkStatus;
  @Word(HEALTH_STATES) health?: HealthState;
  @NullableText({ max: LIMITS.searchLength }) q?: string | null;
  @TagNames() tags?: string[];

  /** Normalised before it is compared. */
  @ValidateBy(
    {
      name: 'destination',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && normalizeDestination(value, { allowPrivate: true }).ok,
      },
    },
    withRule('url_invalid'),
  )
  @DocumentedUrl()
  @NullableText({ max: 10_000 })
  destination?: string | null;

  @NullableId() campaignId?: string | null;

  @Matches(new RegExp(`^me$|${UUID.source}`, 'i'), withRule('not_me_or_id'))
  @Documented({ pattern: `^(?:me|${UUID_PATTERN})$` })
  @NullableText({ max: 100 })
  createdBy?: string | null;

  @Day() createdFrom?: string | null;
  @Day() createdTo?: string | null;

  @Matches(new RegExp(`^(me|none)$|${UUID.source}`, 'i'), withRule('not_me_none_or_id'))
  @Documented({ pattern: `^(?:me|none|${UUID_PATTERN})$` })
  @NullableText({ max: 100 })
  responsible?: string | null;

  @Digits(0, LIMITS.clicksFilterMax) minClicks?: number;
  @Digits(0, LIMITS.clicksFilterMax) maxClicks?: number;

  @Word(['false', 'true', 'all']) archived?: 'false' | 'true' | 'all';
  @Word(['false', 'true']) needsReview?: 'false' | 'true';
  @Word(['false', 'true']) trashed?: 'false' | 'true';
}

/** Filters and order of an export. */
export class LinkExportDto extends LinkFilterDto {
  @Word(LINK_SORTS) sort?: LinkSort;
}

/** Filters, order and page. */
export class LinkListDto extends LinkExportDto {
  @Digits(1, 100_000_000) page?: number;
  @Digits(1, LIMITS.perPageMax) perPage?: number;
}
