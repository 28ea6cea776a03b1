import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Targeting } from '@signpost/contracts';
import { BOT_CLASSES, previewRedirect, type Outcome, type RedirectLink, type Visit } from '@signpost/domain';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { PageAnswer } from './answers.js';
import { linkFromRow, type CachedLink, type LinkRow } from './memory/cached-link.js';
import { PLAIN_ROW } from './memory/link-row.fixtures.js';
import { RedirectListener, type RedirectParts } from './redirect-listener.js';
import type { Visitor } from './visitor/visitors.js';

const NOW = Date.UTC(2026, 10, 21);

/** A link as stored in the database, with the number of visits used, and the visit. */
interface Case {
  readonly row: LinkRow;
  readonly usedVisits: number;
  readonly visit: Visit;
}

/** The answer that was sent and the outcome that was recorded. */
interface Seen {
  kind: 'redirect' | 'block' | 'password';
  destination: string | null;
  state: string | null;
  outcome: Outcome | null;
}

const instant = fc.option(fc.integer({ min: NOW - 2, max: NOW + 2 }).map(String));
const url = (host: string): fc.Arbitrary<string | null> => fc.option(fc.constant(`https://${host}.example/p?k=v#f`));
const word = fc.option(fc.constantFrom('news', 'a b', '&', ''));
const targeting: fc.Arbitrary<Targeting | null> = fc.option(
  fc.record(
    {
      country: fc.dictionary(fc.constantFrom('DE', 'FR'), fc.constant('https://country.example/?k=c')),
      os: fc.dictionary(fc.constantFrom('ios', 'linux', 'desktop'), fc.constant('https://os.example/')),
    },
    { requiredKeys: [] },
  ),
);

const row: fc.Arbitrary<LinkRow> = fc
  .record({
    is_quarantined: fc.boolean(),
    is_enabled: fc.boolean(),
    starts_at: instant,
    expires_at: instant,
    scheduled_destination: url('scheduled'),
    expiration_destination: url('expired'),
    limit_destination: url('limit'),
    maximum_visits: fc.option(fc.integer({ min: 1, max: 3 })),
    password_version: fc.option(fc.constant('version')),
    campaign: fc.option(fc.record({ campaign: fc.constantFrom('autumn', 'x y'), medium: word })),
    utm_source: word,
    utm_medium: word,
    utm_campaign: word,
    utm_term: word,
    utm_content: word,
    targeting,
  })
  .map(({ campaign, ...rest }) => ({
    ...rest,
    workspace_id: 'workspace',
    address: 'slug',
    id: 'link',
    destination_url: 'https://main.example/p?k=v#f',
    campaign_id: campaign === null ? null : 'campaign',
    campaign_utm_campaign: campaign?.campaign ?? null,
    campaign_utm_medium: campaign?.medium ?? null,
  }));

const visit: fc.Arbitrary<Visit> = fc.record({
  botClass: fc.option(fc.constantFrom(...BOT_CLASSES.filter((botClass) => botClass !== 'prefetch'))),
  country: fc.option(fc.constantFrom('DE', 'FR', 'US')),
  os: fc.option(fc.constantFrom('ios', 'android', 'windows', 'macos', 'linux', 'desktop')),
  query: fc.oneof(fc.constant(''), fc.webQueryParameters()),
  hasGrant: fc.boolean(),
});

/** The link as the API reads it for the preview: with its counter, and not from memory. */
function asRead({ row: { starts_at, expires_at, ...rest }, usedVisits }: Case, cached: CachedLink): RedirectLink {
  return {
    id: rest.id,
    workspaceId: rest.workspace_id,
    campaignId: rest.campaign_id,
    isQuarantined: rest.is_quarantined,
    isEnabled: rest.is_enabled,
    startsAt: starts_at === null ? null : Number(starts_at),
    expiresAt: expires_at === null ? null : Number(expires_at),
    maximumVisits: rest.maximum_visits,
    usedVisits,
    scheduledDestination: rest.scheduled_destination,
    expirationDestination: rest.expiration_destination,
    limitDestination: rest.limit_destination,
    destinationUrl: rest.destination_url,
    hasPassword: rest.password_version !== null,
    targeting: rest.targeting,
    utm: cached.utm,
  };
}

/** Sends a request through the whole listener; only the parts that it calls are replaced. */
async function answerTo(
  sample: Case,
  cached: CachedLink,
  broken: Partial<Record<keyof RedirectParts, unknown>> = {},
): Promise<Seen> {
  const { visit: who, usedVisits } = sample;
  let answered: (seen: Seen) => void = () => undefined;
  const answer = new Promise<Seen>((resolve) => (answered = resolve));
  let outcome: Outcome | null = null;
  const maximum = cached.maximumVisits ?? Infinity;
  const parts = {
    hosts: { of: () => ({ kind: 'single', onShortDomain: false }) },
    resolver: {
      workspace: () => ({ id: 'workspace', key: '', name: 'Acme', logoKey: null, prefixes: new Set(['']) }),
      find: () => cached,
    },
    counter: {
      consume: () => Promise.resolve(usedVisits < maximum),
      isAtCap: () => Promise.resolve(usedVisits >= maximum),
    },
    visitors: {
      read: () => ({ botClass: who.botClass, country: who.country, system: who.os }),
      event: (_link: RedirectLink, _visitor: Visitor, happened: Outcome) => ({ outcome: happened }),
    },
    grants: { isGranted: () => who.hasGrant },
    recorder: { record: (event: { outcome: Outcome }) => (outcome = event.outcome) },
    answers: {
      redirect: (_: ServerResponse, destination: string) =>
        answered({ kind: 'redirect', destination, state: null, outcome }),
      seeOther: () => answered({ kind: 'password', destination: null, state: null, outcome }),
      page: (_request: IncomingMessage, _response: ServerResponse, { page }: PageAnswer) =>
        answered({ kind: 'block', destination: null, state: page.kind, outcome }),
    },
    now: () => NOW,
    onFailure: () => undefined,
    ...broken,
  } as unknown as RedirectParts;
  const target = who.query === '' ? '/slug' : `/slug?${who.query}`;
  const request = { url: target, method: 'GET', headers: {} } as IncomingMessage;
  expect(new RedirectListener(parts).handle(request, {} as ServerResponse)).toBe(true);
  return answer;
}

test('10,000 random links and visits: the redirect does what the preview says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ row, usedVisits: fc.integer({ min: 0, max: 4 }), visit }), async (sample) => {
      const cached = linkFromRow(sample.row, sample.row.workspace_id, null);
      const { kind, destination, outcome, state } = previewRedirect(asRead(sample, cached), sample.visit, NOW);
      expect(await answerTo(sample, cached)).toEqual({
        kind,
        destination,
        outcome,
        state: kind === 'block' ? state : null,
      });
    }),
    { numRuns: 10_000 },
  );
});

const PLAIN: Case = {
  row: PLAIN_ROW,
  usedVisits: 0,
  visit: { botClass: null, country: null, os: null, query: '', hasGrant: false },
};

function breaks(): never {
  throw new Error('a defect');
}

test.each([
  ['recorder', { record: breaks }],
  ['visitors', { read: () => ({ botClass: null, country: null, system: null }), event: breaks }],
])('a visitor is redirected even if the %s fails, and the failure is reported', async (part, broken) => {
  const onFailure = vi.fn();
  const seen = await answerTo(PLAIN, linkFromRow(PLAIN.row, PLAIN.row.workspace_id, null), {
    [part]: broken,
    onFailure,
  });
  expect(seen).toEqual({ kind: 'redirect', destination: 'https://main.example/', outcome: null, state: null });
  expect(onFailure).toHaveBeenCalledTimes(1);
});

test.each([
  ['resolver', { workspace: breaks }],
  ['visitors', { read: breaks }],
  ['grants', { isGranted: breaks }],
])('a defect in the %s fails one request and never leaves the listener', async (part, broken) => {
  const onFailure = vi.fn();
  const locked = { ...PLAIN, row: { ...PLAIN.row, password_version: 'version' } };
  const seen = await answerTo(locked, linkFromRow(locked.row, locked.row.workspace_id, null), {
    [part]: broken,
    onFailure,
  });
  expect(seen).toEqual({ kind: 'block', destination: null, outcome: null, state: 'unavailable' });
  expect(onFailure).toHaveBeenCalledTimes(1);
});
