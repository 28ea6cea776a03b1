import type { Link, LinkInput, Targeting, TargetingSystem, UpdateLinkInput } from '@signpost/contracts';

/** One rule of a targeting: a country code or a system, and where its visitors go. */
export interface TargetRow {
  readonly key: string;
  readonly url: string;
}

/** A link as its form holds it: texts as typed, times as `datetime-local` values in the reader's zone. */
export interface LinkFormValue {
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

/** The form's starting values for an existing link. */
export function linkForm(link: Link): LinkFormValue {
  return {
    ...EMPTY_LINK_FORM,
    destinationUrl: link.destinationUrl,
    slug: link.slug,
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
    countries: Object.entries(link.targeting?.country ?? {}).map(([key, url]) => ({ key, url })),
    systems: Object.entries(link.targeting?.os ?? {}).map(([key, url]) => ({ key, url })),
    responsibleUserId: link.responsibleUserId ?? '',
    reviewAt: localInput(link.reviewAt),
  };
}

/** What is wrong with a form in ways that what is sent would not show: keys of messages by the path of the field. */
export function linkMistakes(value: LinkFormValue, isNew: boolean): Readonly<Record<string, string>> {
  const mistakes: Record<string, string> = {};
  // A new link gets a random address then; to an existing one it would say nothing.
  if (!isNew && !value.slug.trim()) mistakes['slug'] = 'links.slug.missing';
  for (const half of ['countries', 'systems'] as const) {
    value[half].forEach(({ url }, index) => {
      if (!url.trim()) mistakes[`${half}.${index}.url`] = 'links.targeting.missing';
    });
  }
  return mistakes;
}

/**
 * Whether these changes need the rules that the link has by now: countries and systems are sent as one value, and
 * somebody else may have changed the half that was left alone here.
 */
export function needsCurrentTargeting(changes: Partial<LinkFormValue>): boolean {
  return (changes.countries === undefined) !== (changes.systems === undefined);
}

/**
 * What to send for the fields in `changes`, the form being `value`. A cleared field is sent as null; what did not
 * change is not sent, so that two people editing different fields do not undo each other. `targeting` are the rules of
 * the link: the half that did not change is taken from there (see {@link needsCurrentTargeting}).
 */
export function linkInput(
  changes: Partial<LinkFormValue>,
  value: LinkFormValue,
  targeting: Targeting | null = null,
): UpdateLinkInput {
  const input: UpdateLinkInput = {};
  const texts = [
    'title',
    'notes',
    'campaignId',
    'utmSource',
    'utmMedium',
    'utmCampaign',
    'utmTerm',
    'utmContent',
    'scheduledDestination',
    'expirationDestination',
    'limitDestination',
    'responsibleUserId',
  ] as const satisfies readonly (keyof LinkFormValue & keyof LinkInput)[];
  for (const field of texts) {
    const text = changes[field];
    if (text !== undefined) input[field] = text.trim() || null;
  }
  if (changes.destinationUrl !== undefined) input.destinationUrl = changes.destinationUrl.trim();
  if (changes.slug !== undefined && value.slug.trim()) {
    input.slug = value.slug.trim();
    if (!value.keepOldSlug) input.keepOldSlug = false;
  }
  if (changes.tags) input.tags = [...changes.tags];
  for (const field of ['startsAt', 'expiresAt', 'reviewAt'] as const) {
    const text = changes[field];
    if (text !== undefined) input[field] = text ? new Date(text).getTime() : null;
  }
  if (changes.maximumVisits !== undefined) {
    input.maximumVisits = value.maximumVisits.trim() ? Number(value.maximumVisits) : null;
  }
  if (value.removePassword) input.password = null;
  else if (value.password) input.password = value.password;
  if (changes.countries || changes.systems) {
    const country = changes.countries ? rulesOf(changes.countries) : (targeting?.country ?? {});
    const os: Partial<Record<TargetingSystem, string>> = changes.systems
      ? rulesOf(changes.systems)
      : (targeting?.os ?? {});
    const some = Object.keys(country).length + Object.keys(os).length > 0;
    input.targeting = some
      ? { ...(Object.keys(country).length ? { country } : {}), ...(Object.keys(os).length ? { os } : {}) }
      : null;
  }
  return input;
}

/** ISO instant → value of a `datetime-local` input in the reader's zone. */
export function localInput(instant: string | null): string {
  if (!instant) return '';
  const at = new Date(instant);
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

function rulesOf(rows: readonly TargetRow[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ key, url }) => [key, url.trim()]));
}

/** Name of the zone that `datetime-local` inputs are read in, such as `Europe/Berlin`. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
}
