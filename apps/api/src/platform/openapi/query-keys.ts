import type { Type } from '@nestjs/common';
import { LIMITS } from '@signpost/contracts';
import { rulesOfDto, type ValueSchema } from './dto-rules.js';

/** Schema of the value of a query parameter. */
export type QuerySchema = ValueSchema;

/** A query parameter in the document. */
export interface QueryKey {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: QuerySchema;
}

/** Defaults, as implemented by the code that reads the query. */
const DEFAULTS: Readonly<Record<string, string | number>> = {
  page: 1,
  perPage: LIMITS.perPageDefault,
  sort: '-createdAt',
  archived: 'false',
  needsReview: 'false',
  trashed: 'false',
  period: '7d',
  traffic: 'human',
  attribution: 'recorded',
  format: 'svg',
  size: LIMITS.qrSizeDefault,
  foreground: '000000',
  background: 'ffffff',
  style: 'squares',
  eyes: 'square',
  scans: '0',
  logo: '0',
  limit: LIMITS.auditPageDefault,
};

/** Description of each parameter, the same for all routes. */
const MEANINGS: Readonly<Record<string, string>> = {
  page: 'Page, counted from 1.',
  perPage: 'Items of a page.',
  sort: 'Order; a hyphen in front turns it round.',
  status: 'State of the link now.',
  q: 'Text in title, slug, aliases, destination or notes, without regard to case. Empty is no filter.',
  tags: 'Names of tags, all of which a link has to carry: repeated, or separated by commas.',
  destination: 'Exact destination, however it is written.',
  campaignId: 'Id of a campaign.',
  createdBy: '`me`, or the id of a user.',
  createdFrom: 'First day of creation (UTC), such as 2026-11-21.',
  createdTo: 'Last day of creation (UTC), which counts as a whole.',
  responsible: '`me`, `none`, or the id of the user who is responsible.',
  minClicks: 'Links with at least so many clicks since they were made.',
  maxClicks: 'Links with at most so many clicks since they were made: 0 finds those that nobody has clicked.',
  archived: 'Without archived links (`false`), only those (`true`), or `all`.',
  needsReview: 'Links without an active responsible user, or whose review is due.',
  trashed: 'Links in the trash instead.',
  host: 'A host; names below it count too.',
  health: 'What the last checks of the destinations found.',
  period: 'Window that ends now; not together with `from` and `to`.',
  from: 'First day (UTC) of the window, with `to`.',
  to: 'Last day (UTC) of the window, which counts as a whole; at most 731 days after `from`.',
  compare:
    'Compares with the window of equal length just before (`previous`), or the same dates a year earlier (`year`).',
  traffic: 'What series and breakdowns count.',
  attribution: 'Links now in the campaign, or the campaign at the time of each click.',
  country: 'Only visits from these countries.',
  referrer: 'Only visits that came from these hosts.',
  device: 'Only visits with these kinds of device.',
  browser: 'Only visits with these browsers.',
  os: 'Only visits with these operating systems.',
  botClass: 'Only visits of these classes of bots.',
  outcome: 'Only visits that ended in one of these ways.',
  source: 'Only visits that were sent on with one of these values of `utm_source`.',
  medium: 'Only visits that were sent on with one of these values of `utm_medium`.',
  tag: 'Only visits of links that have one of these tags now.',
  link: 'Only visits of these links, by id.',
  links: 'Ids of links.',
  campaigns: 'Ids of campaigns.',
  format: 'Kind of picture.',
  size: 'Pixels of a side, exactly.',
  foreground: 'Colour of the code, six hex digits.',
  background: 'Colour behind it, six hex digits.',
  style: 'Form of the modules.',
  eyes: 'Form of the squares in the corners.',
  scans: 'Tells scans of the code from other visits: it then leads to the short URL with `qr=1`.',
  logo: 'Puts the logo of the workspace into the middle.',
  group: 'Group of event types.',
  type: 'Type of event.',
  limit: 'Events of a page.',
  before: 'Only events with a lower id: `nextBefore` of the page before.',
  slug: 'The address to ask for.',
  linkId: 'A link that may take back its own former addresses.',
  path: 'Path that the visitor asked for.',
  token: 'Token of the address that was opened.',
  next: 'Path to go to afterwards.',
  code: "The provider's answer.",
  state: "The provider's answer.",
  error: "The provider's refusal.",
};

/** The parameters of a query: the fields of a DTO with their rules, or the given schemas. */
export function queryKeysOf(query: Type | Readonly<Record<string, QuerySchema>>): QueryKey[] {
  const keys: (readonly [string, boolean, QuerySchema])[] =
    typeof query === 'function'
      ? [...rulesOfDto(query)].map(([name, { required, schema }]) => [name, required, { type: 'string', ...schema }])
      : Object.entries(query).map(([name, schema]) => [name, false, schema]);
  return keys.map(([name, required, { description, ...schema }]) => ({
    name,
    required,
    description: description ?? MEANINGS[name] ?? '',
    schema: { ...(name in DEFAULTS ? { default: DEFAULTS[name] } : {}), ...schema },
  }));
}
