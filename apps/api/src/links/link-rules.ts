import type { FieldError, LinkInput, Targeting } from '@signpost/contracts';
import { parseShortPath } from '../redirect/index.js';
import type { LinkFields } from './link-record.js';

/** The addresses under which a link can be reached: what its own destinations may not be. */
export interface OwnAddresses {
  /** Hosts with port, lower case, of the workspace's short links and dashboard. */
  readonly hosts: ReadonlySet<string>;
  /** Current and retained prefixes; the empty text is the bare root. */
  readonly prefixes: ReadonlySet<string>;
  /** Current slug and live aliases. */
  readonly slugs: ReadonlySet<string>;
}

/**
 * Rules that several fields make together, judged on the record as it would become. A problem is named at the field
 * that the input brought, so that a form can show it where the person looks.
 */
export function judgeFields(fields: LinkFields, input: LinkInput, own: OwnAddresses): FieldError[] {
  const errors: FieldError[] = [];
  if (fields.startsAt !== null && fields.expiresAt !== null && fields.expiresAt <= fields.startsAt) {
    const field = input.expiresAt === undefined && input.startsAt !== undefined ? 'startsAt' : 'expiresAt';
    errors.push({ field, message: 'The link must expire after it opens.' });
  }
  if (fields.campaignId !== null && fields.utmCampaign !== null) {
    const field = input.utmCampaign === undefined || input.utmCampaign === null ? 'campaignId' : 'utmCampaign';
    errors.push({ field, message: 'A link in a campaign takes its UTM campaign from there: give one of the two.' });
  }
  for (const [field, url] of destinationsOf(fields)) {
    const isProvided = input[field.split('.')[0] as keyof LinkInput] !== undefined;
    // Judged only where the input touches it: a prefix that changed later must not block every other edit.
    if ((!isProvided && input.slug === undefined) || !isOwnAddress(url, own)) continue;
    errors.push({
      field: isProvided ? field : 'slug',
      message: 'This is an address of the link itself: visitors would go round in circles.',
    });
  }
  return errors;
}

/** Every address that a link can send to, by the dotted path of its field. */
export function destinationsOf(fields: LinkFields): [field: string, url: string][] {
  const { targeting } = fields;
  const targets = (kind: keyof Targeting): [string, string][] =>
    Object.entries(targeting?.[kind] ?? {}).map(([key, url]) => [`targeting.${kind}.${key}`, url as string]);
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

/** Whether a stored destination is an address of the link: read by the redirect's own eyes. */
export function isOwnAddress(destination: string, own: OwnAddresses): boolean {
  const url = new URL(destination);
  const host = url.host.replace(/\.(?=:|$)/, '');
  if (!own.hosts.has(host)) return false;
  const path = parseShortPath(url.pathname);
  return path !== null && own.prefixes.has(path.prefix) && own.slugs.has(path.slug);
}
