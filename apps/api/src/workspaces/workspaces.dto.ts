import {
  LIMITS,
  problem,
  type CreateWorkspaceInput,
  type FieldError,
  type PathMode,
  type UpdateWorkspaceInput,
  type UtmPresetInput,
  type UtmPresetsInput,
} from '@signpost/contracts';
import { applyDecorators } from '@nestjs/common';
import { foldCase } from '@signpost/domain';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, MaxLength, ValidateNested } from 'class-validator';
import {
  Documented,
  DocumentedUrl,
  Flag,
  ValidatedFurther,
  ValidatedTogether,
  NullableText,
  OneOf,
  Optional,
  OptionalText,
  Parts,
  withRule,
  Text,
} from '../platform/validation/index.js';

/** Generous limit, because the rules for destinations give more specific errors. */
const DefaultDestination = () => applyDecorators(NullableText({ max: 10_000 }), DocumentedUrl());
/** Generous limit, so that an invalid slug gets a specific error instead of only its length. */
const GIVEN_SLUG_MAX = 500;
const WORD = '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$';
const Prefix = () =>
  applyDecorators(
    NullableText({ max: GIVEN_SLUG_MAX }),
    Documented({ maxLength: LIMITS.prefixLength, pattern: `^$|${WORD}` }),
  );

@ValidatedFurther()
export class CreateWorkspaceDto implements CreateWorkspaceInput {
  @Text({ max: LIMITS.workspaceNameLength }) name: string;
  @Documented({ maxLength: LIMITS.workspaceSlugMax, pattern: `^$|^.{${LIMITS.workspaceSlugMin},}$` })
  @NullableText({ max: GIVEN_SLUG_MAX })
  slug?: string | null;
  @Prefix() linkPrefix?: string | null;
}

@ValidatedFurther()
export class UpdateWorkspaceDto implements UpdateWorkspaceInput {
  @OptionalText({ max: LIMITS.workspaceNameLength }) name?: string;
  @Prefix() linkPrefix?: string | null;
  @OneOf(['preserve', 'replace']) pathMode?: PathMode;
  @Flag() requireSecondFactor?: boolean;
  @DefaultDestination() notFoundDestination?: string | null;
  @DefaultDestination() expirationDestination?: string | null;
  @DefaultDestination() rootDestination?: string | null;
  @Optional()
  @IsArray(withRule('not_list'))
  @ArrayMaxSize(LIMITS.allowedHosts, withRule('too_many', { max: LIMITS.allowedHosts, what: 'hosts' }))
  @IsString({ each: true, ...withRule('not_text') })
  @MaxLength(253, { each: true, ...withRule('too_long', { max: 253 }) })
  @Documented({ items: { type: 'string', maxLength: 253, pattern: '^(\\*\\.)?[^*/@?#\\s]+$' } })
  allowedHosts?: string[];
  @Flag() destinationWatch?: boolean;
}

export class UtmPresetDto implements UtmPresetInput {
  @Text({ max: LIMITS.utmPresetNameLength }) name: string;
  @NullableText({ max: LIMITS.utmLength }) source?: string | null;
  @NullableText({ max: LIMITS.utmLength }) medium?: string | null;
  @NullableText({ max: LIMITS.utmLength }) term?: string | null;
  @NullableText({ max: LIMITS.utmLength }) content?: string | null;
}

@ValidatedTogether(presetProblems)
export class UtmPresetsDto implements UtmPresetsInput {
  @IsArray(withRule('not_list'))
  @ArrayMaxSize(LIMITS.utmPresets, withRule('too_many', { max: LIMITS.utmPresets, what: 'presets' }))
  @ValidateNested({ each: true, ...withRule('not_object') })
  @Type(() => UtmPresetDto)
  @Parts(() => UtmPresetDto)
  items: UtmPresetDto[];
}

export class SlugQueryDto {
  @Text({ max: Infinity, min: 0 }) slug: string;
}

/** Names must be unique case-insensitively. In place of a preset that is a list, its own items were validated. */
function presetProblems({ items }: UtmPresetsDto): FieldError[] {
  const given: unknown = items;
  if (!Array.isArray(given)) return [];
  const names = given.map((item: Partial<UtmPresetDto> | null) =>
    typeof item?.name === 'string' ? foldCase(item.name) : null,
  );
  return names.flatMap((name, index) => {
    if (Array.isArray(given[index])) return [problem(`items.${index}`, 'not_object')];
    return name === null || names.indexOf(name) === index ? [] : [problem(`items.${index}.name`, 'preset_name_twice')];
  });
}
