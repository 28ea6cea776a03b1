import type { Link, LinkInput, UpdateLinkInput } from '@signpost/contracts';
import { Merged, mergeForms } from './merge-forms';
import { areSeveralAddresses } from './typed-destination';

/** One targeting rule: a country code or a system, and the destination of its visitors. */
export interface TargetRow {
  readonly key: string;
  readonly url: string;
}

/** Fields of the API's link input that this form represents under other names. */
type Elsewhere = 'archived' | 'isEnabled' | 'targeting';

/** A link in the shape of its form: texts as typed, times as `datetime-local` values in the user's time zone. */
export interface LinkFormValue extends Record<Exclude<keyof LinkInput, Elsewhere>, unknown> {
  destinationUrl: string;
  slug: string;
  keepOldSlug: boolean;
  title: string;
  tags: readonly string[];
  notes: string;
  campaignId: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
  startsAt: string;
  expiresAt: string;
  scheduledDestination: string;
  expirationDestination: string;
  maximumVisits: string;
  limitDestination: string;
  password: string;
  removePassword: boolean;
  countries: readonly TargetRow[];
  systems: readonly TargetRow[];
  responsibleUserId: string;
  reviewAt: string;
}

export const EMPTY_LINK_FORM: LinkFormValue = {
  destinationUrl: '',
  slug: '',
  keepOldSlug: true,
  title: '',
  tags: [],
  notes: '',
  campaignId: '',
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
  startsAt: '',
  expiresAt: '',
  scheduledDestination: '',
  expirationDestination: '',
  maximumVisits: '',
  limitDestination: '',
  password: '',
  removePassword: false,
  countries: [],
  systems: [],
  responsibleUserId: '',
  reviewAt: '',
};

const DESTINATIONS = ['destinationUrl', 'scheduledDestination', 'expirationDestination', 'limitDestination'] as const;

/** The form's starting values for an existing link. */
export function linkForm(link: Link): LinkFormValue {
  return {
    destinationUrl: link.destinationUrl,
    slug: link.slug,
    keepOldSlug: true,
    title: link.title ?? '',
    tags: link.tags,
    notes: link.notes ?? '',
    campaignId: link.campaignId ?? '',
    utmSource: link.utmSource ?? '',
    utmMedium: link.utmMedium ?? '',
    utmCampaign: link.utmCampaign ?? '',
    utmTerm: link.utmTerm ?? '',
    utmContent: link.utmContent ?? '',
    startsAt: localInput(link.startsAt),
    expiresAt: localInput(link.expiresAt),
    scheduledDestination: link.scheduledDestination ?? '',
    expirationDestination: link.expirationDestination ?? '',
    maximumVisits: link.maximumVisits === null ? '' : String(link.maximumVisits),
    limitDestination: link.limitDestination ?? '',
    password: '',
    removePassword: false,
    countries: Object.entries(link.targeting?.country ?? {}).map(([key, url]) => ({ key, url })),
    systems: Object.entries(link.targeting?.os ?? {}).map(([key, url]) => ({ key, url })),
    responsibleUserId: link.responsibleUserId ?? '',
    reviewAt: localInput(link.reviewAt),
  };
}

/** Initial values for a copy of `link` at `now`: without values that must be unique, and without dates in the past. */
export function duplicateForm(link: Link, now: number): LinkFormValue {
  const toCome = (instant: string | null): string | null =>
    instant !== null && Date.parse(instant) > now ? instant : null;
  return linkForm({
    ...link,
    slug: '',
    startsAt: toCome(link.startsAt),
    expiresAt: toCome(link.expiresAt),
    reviewAt: toCome(link.reviewAt),
  });
}

/** Form errors that the request would not contain: message keys by field path. */
export function linkMistakes(value: LinkFormValue, isNew: boolean): Readonly<Record<string, string>> {
  const mistakes: Record<string, string> = {};
  // For a new link an empty slug requests a random one; for an existing link it would be ignored.
  if (!isNew && !value.slug.trim()) mistakes['slug'] = 'links.slug.missing';
  // The server would take the second URL as a part of the first.
  for (const field of DESTINATIONS) if (areSeveralAddresses(value[field])) mistakes[field] = 'links.oneAddress';
  for (const half of ['countries', 'systems'] as const) {
    value[half].forEach(({ key, url }, index) => {
      if (!url.trim()) mistakes[`${half}.${index}.url`] = 'links.targeting.missing';
      if (areSeveralAddresses(url)) mistakes[`${half}.${index}.url`] = 'links.oneAddress';
      if (!key) mistakes[`${half}.${index}.url`] = 'links.targeting.whichCountry';
    });
  }
  return mistakes;
}

/** Merges the user's input, based on the link `before`, with the current link `now`. */
export function mergeLink(
  before: Link,
  mine: LinkFormValue,
  now: Link,
  yielded?: ReadonlySet<string>,
): Merged<LinkFormValue> {
  const { value, clashes } = mergeForms(linkForm(before), mine, linkForm(now), yielded);
  // The API returns only whether there is a password, never the password itself.
  if (mine.removePassword && !now.isProtected) return { value: { ...value, removePassword: false }, clashes };
  if (!mine.password || before.isProtected === now.isProtected) return { value, clashes };
  return {
    value: yielded?.has('password') ? { ...value, password: '' } : value,
    clashes: [...clashes, { path: 'password', mine: mine.password, theirs: now.isProtected ? '*' : '' }],
  };
}

/**
 * How each field is sent: a `text` trimmed, an `instant` as Unix milliseconds, both null when empty; `own` by its own
 * rule.
 */
const SENT_AS = {
  destinationUrl: 'own',
  slug: 'own',
  title: 'text',
  tags: 'own',
  notes: 'text',
  campaignId: 'text',
  utmSource: 'text',
  utmMedium: 'text',
  utmCampaign: 'text',
  utmTerm: 'text',
  utmContent: 'text',
  startsAt: 'instant',
  expiresAt: 'instant',
  scheduledDestination: 'text',
  expirationDestination: 'text',
  limitDestination: 'text',
  maximumVisits: 'own',
  password: 'own',
  responsibleUserId: 'text',
  reviewAt: 'instant',
} as const satisfies Record<Exclude<keyof LinkInput, Elsewhere>, 'text' | 'instant' | 'own'>;

type SentAs<Kind> = {
  [Field in keyof typeof SENT_AS]: (typeof SENT_AS)[Field] extends Kind ? Field : never;
}[keyof typeof SENT_AS];
const sentAs = <Kind extends 'text' | 'instant'>(kind: Kind): SentAs<Kind>[] =>
  (Object.keys(SENT_AS) as (keyof typeof SENT_AS)[]).filter((field): field is SentAs<Kind> => SENT_AS[field] === kind);

/**
 * The update request for the fields in `changes` of the form `value`. A cleared field is sent as null; unchanged fields
 * are not sent, so that users who edit different fields do not overwrite each other.
 * @param like the link that the form is a copy of: fields show its times without seconds, and the same for two times when
 *   clocks are set back.
 */
export function linkInput(
  changes: Partial<LinkFormValue>,
  value: LinkFormValue,
  like: Pick<Link, SentAs<'instant'>> | null = null,
): UpdateLinkInput {
  const input: UpdateLinkInput = {};
  for (const field of sentAs('text')) {
    const text = changes[field];
    if (text !== undefined) input[field] = text.trim() || null;
  }
  if (changes.destinationUrl !== undefined) input.destinationUrl = changes.destinationUrl.trim();
  if (changes.slug !== undefined && value.slug.trim()) {
    input.slug = value.slug.trim();
    if (!value.keepOldSlug) input.keepOldSlug = false;
  }
  if (changes.tags) input.tags = [...changes.tags];
  for (const field of sentAs('instant')) {
    const text = changes[field];
    const copied = like?.[field] ?? null;
    const instant = copied !== null && localInput(copied) === text ? copied : text;
    if (text !== undefined) input[field] = instant ? new Date(instant).getTime() : null;
  }
  if (changes.maximumVisits !== undefined) {
    input.maximumVisits = value.maximumVisits.trim() ? Number(value.maximumVisits) : null;
  }
  if (value.removePassword) input.password = null;
  else if (value.password) input.password = value.password;
  if (changes.countries || changes.systems) {
    const country = rulesOf(value.countries);
    const os = rulesOf(value.systems);
    input.targeting = country || os ? { ...(country && { country }), ...(os && { os }) } : null;
  }
  return input;
}

/** ISO instant → value of a `datetime-local` input in the user's time zone. */
export function localInput(instant: string | null): string {
  if (!instant) return '';
  const at = new Date(instant);
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

function rulesOf(rows: readonly TargetRow[]): Record<string, string> | null {
  return rows.length ? Object.fromEntries(rows.map(({ key, url }) => [key, url.trim()])) : null;
}

/** Name of the time zone of `datetime-local` inputs, such as `Europe/Berlin`. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
}
