import {
  LIMITS,
  TARGETING_SYSTEMS,
  type AliasInput,
  type CreateLinkInput,
  type LinkInput,
  type PreviewInput,
  type Targeting,
  type UpdateLinkInput,
} from '@signpost/contracts';
import { ArrayMaxSize, IsArray, IsObject, IsString } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import type { VisitorSystem } from '@signpost/domain';
import { TAG_PATTERN } from './record/tag-name.js';
import {
  AsGiven,
  changeText,
  Documented,
  DocumentedSlug,
  DocumentedUrl,
  Flag,
  ValidatedFurther,
  Nullable,
  NullableId,
  NullableInstant,
  NullableInteger,
  NullableText,
  Optional,
  OptionalText,
  Password,
  Text,
  rule,
  withRule,
  type Unchecked,
} from '../platform/validation/index.js';

/** Largest value of the `maximum_visits` column. */
const INTEGER_MAX = 2_147_483_647;

// Generous limit, so that an overlong URL is refused with the more specific message of the URL rules.
const Destination = () => applyDecorators(NullableText({ max: 10_000 }), DocumentedUrl());
const Slug = () => applyDecorators(NullableText({ max: 200 }), DocumentedSlug());
const Utm = () => NullableText({ max: LIMITS.utmLength });

/** A password is not trimmed; an empty one counts as none. */
const NullablePassword = () =>
  applyDecorators(
    changeText((text) => (text === '' ? null : text)),
    Nullable(),
    Password(LIMITS.linkPasswordLength),
  );

class LinkDto implements LinkInput, Unchecked<Omit<LinkInput, 'destinationUrl'>, LinkDto> {
  @Slug() slug?: string | null;
  @NullableText({ max: LIMITS.titleLength }) title?: string | null;
  @NullableInstant() startsAt?: number | null;
  @NullableInstant() expiresAt?: number | null;
  @Destination() scheduledDestination?: string | null;
  @Destination() expirationDestination?: string | null;
  @Destination() limitDestination?: string | null;
  @NullableInteger(1, INTEGER_MAX) maximumVisits?: number | null;
  @NullablePassword() password?: string | null;
  @NullableId() campaignId?: string | null;
  @Utm() utmSource?: string | null;
  @Utm() utmMedium?: string | null;
  @Utm() utmCampaign?: string | null;
  @Utm() utmTerm?: string | null;
  @Utm() utmContent?: string | null;
  @NullableId() responsibleUserId?: string | null;
  @NullableInstant() reviewAt?: number | null;
  @Flag() archived?: boolean;
  @Flag() isEnabled?: boolean;
  @Flag() keepOldSlug?: boolean;

  @Optional()
  @ArrayMaxSize(LIMITS.tagsPerLink, withRule('too_many', { max: LIMITS.tagsPerLink, what: 'tags' }))
  @IsString({ each: true, ...withRule('not_text_item') })
  @IsArray(withRule('not_list'))
  @Documented({ items: { type: 'string', minLength: 1, maxLength: LIMITS.tagNameLength, pattern: TAG_PATTERN } })
  tags?: string[];

  @NullableText({ max: LIMITS.notesLength, lines: true }) notes?: string | null;

  // Its structure is validated together with the destinations, in link-input.ts.
  @Nullable()
  @IsObject(withRule('not_object_or_null'))
  @AsGiven()
  targeting?: Targeting | null;
}

@ValidatedFurther()
export class CreateLinkDto extends LinkDto implements CreateLinkInput {
  @DocumentedUrl() @Text({ max: 10_000 }) destinationUrl: string;
}

@ValidatedFurther()
export class UpdateLinkDto extends LinkDto implements UpdateLinkInput {
  @DocumentedUrl() @OptionalText({ max: 10_000 }) destinationUrl?: string;
}

export class AliasDto implements AliasInput {
  @DocumentedSlug() @OptionalText({ max: 200 }) slug?: string;
  @Documented({ maxLength: LIMITS.keptPathLength }) @OptionalText({ max: 1000 }) path?: string;
}

/** An operating system by its targeting key or report label; undefined for unknown names. */
export function parseSystem(input: string): VisitorSystem | undefined {
  const name = input.toLowerCase();
  if (name === 'other') return null;
  if (name === 'chromeos') return 'desktop';
  return TARGETING_SYSTEMS.find((known) => known === name);
}

/** Documented names of systems; report labels are accepted too, case-insensitively. */
const PREVIEW_SYSTEMS = [...TARGETING_SYSTEMS, 'chromeos', 'other'];

export class PreviewDto implements PreviewInput {
  @NullableText({ max: 20 }) country?: string | null;
  @rule('system', (value) => typeof value === 'string' && parseSystem(value) !== undefined, 'one_of', {
    known: TARGETING_SYSTEMS,
  })
  @Documented({ enum: PREVIEW_SYSTEMS })
  @NullableText({ max: 20 })
  os?: string | null;

  @NullableInstant() at?: number | null;
  @NullableText({ max: 2000 }) userAgent?: string | null;
  @Flag() unlocked?: boolean;
}

export class SlugQueryDto {
  @Text({ max: 500, min: 0 }) slug: string;
  /** Id of a link for which its own former addresses count as available. */
  @NullableId() linkId?: string | null;
}
