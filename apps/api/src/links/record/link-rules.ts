import { problem, type FieldError, type LinkInput, type Targeting } from '@signpost/contracts';
import { isLoop } from '@signpost/domain';
import { DESTINATION_FIELDS, type LinkFields } from './link-fields.js';

/**
 * Rules that involve several fields, validated on the resulting record. An error is reported at the field that the
 * input provided, so that a form can show it where the user made the change.
 * @param ownUrls every short URL of the link after the change, which its own destinations must not be.
 */
export function validateFields(fields: LinkFields, input: LinkInput, ownUrls: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  if (fields.startsAt !== null && fields.expiresAt !== null && fields.expiresAt <= fields.startsAt) {
    const field = input.expiresAt === undefined && input.startsAt !== undefined ? 'startsAt' : 'expiresAt';
    errors.push(problem(field, 'expires_before_start'));
  }
  if (fields.campaignId !== null && fields.utmCampaign !== null) {
    const field = input.utmCampaign === undefined || input.utmCampaign === null ? 'campaignId' : 'utmCampaign';
    errors.push(problem(field, 'campaign_and_utm'));
  }
  for (const { field, url } of touchedDestinations(fields, input)) {
    if (isLoop(url, ownUrls)) errors.push(problem(field, 'url_own'));
  }
  return errors;
}

/**
 * The destinations that an input affects, each with the field to report; all of them if the link gets another address.
 * Others are not checked for loops: a prefix that changed later must not block unrelated edits.
 */
export function touchedDestinations(fields: LinkFields, input: LinkInput): { field: string; url: string }[] {
  return destinationsOf(fields).flatMap(({ field, url }) => {
    if (input[field.split('.')[0] as keyof LinkInput] !== undefined) return [{ field, url }];
    return input.slug === undefined ? [] : [{ field: 'slug', url }];
  });
}

/** Every destination of a link, by the dotted path of its field. */
export function destinationsOf(fields: LinkFields): { field: string; url: string }[] {
  const { targeting } = fields;
  const targets = (kind: keyof Targeting): { field: string; url: string }[] =>
    Object.entries(targeting?.[kind] ?? {}).map(([key, url]) => ({ field: `targeting.${kind}.${key}`, url }));
  const main = DESTINATION_FIELDS.flatMap((field) => {
    const url = fields[field];
    return url === null || url === '' ? [] : [{ field, url }];
  });
  return [...main, ...targets('country'), ...targets('os')];
}
