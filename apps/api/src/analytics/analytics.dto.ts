import {
  ATTRIBUTIONS,
  COMPARISONS,
  LIMITS,
  PERIODS,
  problem,
  TRAFFIC,
  type Attribution,
  type Comparison,
  type Period,
  type ReportFilters,
  type RuleName,
  type RuleParams,
  type Traffic,
} from '@signpost/contracts';
import {
  BOT_CLASSES,
  BROWSERS,
  DEVICES,
  lengthOf,
  OPERATING_SYSTEMS,
  OUTCOMES,
  parseRange,
  textProblem,
  UUID,
} from '@signpost/domain';
import { ArrayMaxSize, IsIn, ValidateBy } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import {
  change,
  Documented,
  Filters,
  OneOf,
  Optional,
  ValidatedTogether,
  withRule,
  type DocumentedRules,
  type Unchecked,
} from '../platform/validation/index.js';
import { HOST_LENGTH, storedHost, UNKNOWN } from './report-labels.js';

/** Maximum number of values of one filter. */
const MOST_VALUES = 50;

/** A rule for each value of a list. */
const each = (name: string, isKept: (value: string) => boolean, broken: RuleName, params?: RuleParams) =>
  ValidateBy(
    { name, validator: { validate: (value: unknown) => typeof value === 'string' && isKept(value) } },
    { each: true, ...withRule(broken, params) },
  );

/** The values of a filter, whose key may be repeated; equal ones count once. */
const Values = (items: DocumentedRules, ...rules: PropertyDecorator[]) =>
  applyDecorators(
    change((value) => (value === undefined ? value : [...new Set([value].flat())])),
    Optional(),
    Documented({ type: 'array', items: { type: 'string', ...items }, minItems: 1, maxItems: MOST_VALUES }),
    ArrayMaxSize(MOST_VALUES, withRule('too_many', { max: MOST_VALUES, what: 'values' })),
    each('filled', (value) => value.trim() !== '', 'empty_filter'),
    ...rules,
  );

const Words = (words: readonly string[]) =>
  Values({ enum: [...words] }, IsIn(words, { each: true, ...withRule('one_of', { known: words }) }));

const Texts = (max: number) =>
  Values(
    { minLength: 1, maxLength: max, pattern: '\\S' },
    each('short', (value) => lengthOf(value) <= max, 'too_long', { max }),
    each('printable', (value) => textProblem(value) === null, 'control_characters'),
  );

/** A choice or a date, which {@link parseRange} judges together with the others. */
const OfRange = (rules: DocumentedRules) => applyDecorators(Optional(), Documented({ type: 'string', ...rules }));

@Filters()
@ValidatedTogether((query: ReportDto) => {
  const range = parseRange(query, 0, null);
  return range.ok ? [] : range.errors;
})
class ReportDto {
  @OfRange({ enum: [...PERIODS] }) period?: Period;
  @OfRange({ format: 'date' }) from?: string;
  @OfRange({ format: 'date' }) to?: string;
  @OfRange({ enum: [...COMPARISONS] }) compare?: Comparison;

  @Values(
    { pattern: '^([A-Z]{2}|unknown)$' },
    each('country', (value) => value === UNKNOWN || /^[A-Z]{2}$/.test(value), 'not_country'),
  )
  country?: string[];

  @Values(
    { minLength: 1, maxLength: HOST_LENGTH, pattern: '^[^\\s,/?#@\\\\]+$' },
    each('host', (value) => storedHost(value) !== null, 'not_host'),
  )
  referrer?: string[];

  @Words(DEVICES) device?: string[];
  @Words(BROWSERS) browser?: string[];
  @Words(OPERATING_SYSTEMS) os?: string[];
  @Words(BOT_CLASSES) botClass?: string[];
  @Words(OUTCOMES) outcome?: string[];
  @Texts(LIMITS.utmLength) source?: string[];
  @Texts(LIMITS.utmLength) medium?: string[];
}

/** Query of a link's report. */
export class LinkReportDto extends ReportDto {
  @OneOf(TRAFFIC) traffic?: Traffic;
}

/** Query of the workspace's report. */
export class WorkspaceReportDto extends ReportDto implements Unchecked<ReportFilters, WorkspaceReportDto> {
  @Texts(LIMITS.tagNameLength) tag?: string[];
  @Values({ format: 'uuid' }, each('id', (value) => UUID.test(value), 'not_id')) link?: string[];
}

/** Query of a campaign's report. */
export class CampaignReportDto extends WorkspaceReportDto {
  @OneOf(ATTRIBUTIONS) attribution?: Attribution;
}

/** Ids, repeated or separated by commas; empty ones are dropped. */
const Ids = () =>
  applyDecorators(
    change((value) => {
      if (value === undefined) return value;
      // A query has texts alone.
      const parts = [value as string | string[]].flat().flatMap((part) => part.split(','));
      return [...new Set(parts.map((part) => part.trim().toLowerCase()).filter((part) => part !== ''))];
    }),
    Optional(),
    Documented({
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      minItems: 1,
      maxItems: LIMITS.recentClicksIds,
    }),
    each('id', (value) => UUID.test(value), 'not_id'),
  );

@Filters()
@ValidatedTogether(({ links = [], campaigns = [] }: RecentClicksDto) => {
  if (links.length + campaigns.length <= LIMITS.recentClicksIds) return [];
  const params = { max: LIMITS.recentClicksIds, what: 'ids' };
  return [problem(links.length > 0 ? 'links' : 'campaigns', 'too_many', params)];
})
export class RecentClicksDto {
  @Ids() links?: string[];
  @Ids() campaigns?: string[];
}
