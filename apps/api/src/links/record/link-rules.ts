import { problem, type FieldError, type LinkInput, type Targeting } from '@signpost/contracts';
import { isLoop } from '@signpost/domain';
import type { LinkFields } from './link-record.js';

/**
 * Rules that several fields make together, judged on the record as it would become. A problem is named at the field
 * that the input brought, so that a form can show it where the person looks.
 * @param ownUrls every short URL of the link as it would become: what its own destinations may not be.
 */
export function judgeFields(fields: LinkFields, input: LinkInput, ownUrls: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  if (fields.startsAt !== null && fields.expiresAt !== null && fields.expiresAt <= fields.startsAt) {
    const field = input.expiresAt === undefined && input.startsAt !== undefined ? 'startsAt' : 'expiresAt';
    errors.push(problem(field, 'expires_before_start'));
  }
  if (fields.campaignId !== null && fields.utmCampaign !== null) {
    const field = input.utmCampaign === undefined || input.utmCampaign === null ? 'campaignId' : 'utmCampaign';
    errors.push(problem(field, 'campaign_and_utm'));
  }
  for (const [field, url] of destinationsOf(fields)) {
    const isProvided = input[field.split('.')[0] as keyof LinkInput] !== undefined;
    // Judged only where the input touches it: a prefix that changed later must not block every other edit.
    if ((!isProvided && input.slug === undefined) || !isLoop(url, ownUrls)) continue;
    errors.push(problem(isProvided ? field : 'slug', 'url_own'));
  }
  return errors;
}

/** Every address that a link can send to, by the dotted path of its field. */
function destinationsOf(fields: LinkFields): [field: string, url: string][] {
  const { targeting } = fields;
  const targets = (kind: keyof Targeting): [string, string][] =>
    Object.entries(targeting?.[kind] ?? {}).map(([key, url]) => [`targeting.${kind}.${key}`, url]);
  const main: [string, string | null][] = [
    ['destinationUrl', fields.destinationUrl],
    ['scheduledDestination', fields.scheduledDestination],
    ['expirationDestination', fields.expirationDestination],
    ['limitDestination', fields.limitDestination],
  ];
  return [
    ...main.filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
    ...targets('country'),
    ...targets('os'),
  ];
}
