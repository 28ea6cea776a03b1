import { OUTCOMES } from '@signpost/domain';
import { eventually, setUpOwner, startApp, type ApiClient, type AppProcess, type LinkColumns } from '@signpost/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStoredLink, type StoredLink } from './stored-link.js';

const CASES = 300;
const HOUR_MS = 3_600_000;
const VISITORS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.9.1',
];

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1', COUNTRY_HEADER: 'cf-ipcountry' } });
  owner = await setUpOwner(app);
});
afterAll(() => app?.stop());

const url = (host: string): fc.Arbitrary<string | null> => fc.option(fc.constant(`https://${host}.example/p?k=v#f`));
const word = fc.option(fc.constantFrom('news', 'a b'));
const anyCase = fc.record({
  isEnabled: fc.boolean(),
  /** Hours from now: never so near that a slow run crosses them. */
  window: fc.constantFrom<[begins: number | null, ends: number | null]>(
    [null, null],
    [null, 2],
    [null, -2],
    [2, null],
    [-2, null],
    [-2, 2],
    [2, 4],
    [-4, -2],
  ),
  scheduled: url('scheduled'),
  expired: url('expired'),
  limit: url('limit'),
  maximumVisits: fc.option(fc.constantFrom(1, 2)),
  usedVisits: fc.constantFrom(0, 1, 2),
  isProtected: fc.boolean(),
  utmSource: word,
  utmTerm: word,
  targeting: fc.option(
    fc.record(
      {
        country: fc.dictionary(fc.constantFrom('DE', 'FR'), fc.constant('https://country.example/?k=c'), {
          minKeys: 1,
        }),
        os: fc.dictionary(fc.constantFrom('ios', 'linux', 'desktop'), fc.constant('https://os.example/'), {
          minKeys: 1,
        }),
      },
      { requiredKeys: [] },
    ),
  ),
  country: fc.option(fc.constantFrom('DE', 'us', 'XX')),
  userAgent: fc.constantFrom(...VISITORS),
});
type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;

function valuesOf(any: Case): LinkColumns {
  const at = (hour: number | null) => (hour === null ? null : new Date(Date.now() + hour * HOUR_MS));
  return {
    is_enabled: any.isEnabled,
    starts_at: at(any.window[0]),
    expires_at: at(any.window[1]),
    scheduled_destination: any.scheduled,
    expiration_destination: any.expired,
    limit_destination: any.limit,
    maximum_visits: any.maximumVisits,
    password_hash: any.isProtected ? 'x' : null,
    password_version: any.isProtected ? '00000000-0000-4000-8000-000000000000' : null,
    utm_source: any.utmSource,
    utm_term: any.utmTerm,
    targeting: any.targeting,
  };
}

/** What the preview says, what a visitor then gets, and what is to be recorded of it. */
async function compare(any: Case, link: StoredLink): Promise<string | null> {
  const { country, userAgent } = any;
  const preview = await owner.post(`/api/links/${link.id}/preview`, { country: country ?? undefined, userAgent });
  expect(preview.status).toBe(200);
  const { kind, status, destination, outcome, state } = preview.body;
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: 'application/json' };
  if (country !== null) headers['cf-ipcountry'] = country;
  const answer = await app.client().get(`/${link.slug}`, { headers });
  expect(answer.status).toBe(status);
  if (kind === 'block') expect(answer.body.code).toBe(state);
  else if (kind === 'password') expect(answer.headers.get('location')).toContain(`/p/${link.slug}?`);
  else expect(answer.headers.get('location')).toBe(destination);
  return outcome;
}

test(`${CASES} random links and visitors over HTTP: the redirect does and records what the preview says`, async () => {
  const expected = new Map<string, string>();
  for (const any of fc.sample(anyCase, CASES)) {
    const link = await aStoredLink(app.database, valuesOf(any));
    await app.database.query('UPDATE link_counters SET used_visits = $2 WHERE link_id = $1', [link.id, any.usedVisits]);
    const outcome = await compare(any, link);
    if (outcome !== null) expected.set(link.id, outcome);
  }
  const recorded = await eventually(async () => {
    const rows = await app.database.query<{ id: string; outcome: number }>(
      'SELECT l.id, e.outcome FROM click_events e JOIN links l ON l.no = e.link_no',
    );
    return rows.length >= expected.size ? rows : null;
  });
  expect(new Map(recorded.map(({ id, outcome }) => [id, OUTCOMES[outcome]]))).toEqual(expected);
  expect(recorded).toHaveLength(expected.size);
});

test('where the proxy names no country, the address tells it; what it names and cannot be one stays unknown', async () => {
  const targeting = { country: { DE: 'https://example.com/de', FR: 'https://example.com/fr' } };
  const { slug } = await aStoredLink(app.database, { destination_url: 'https://example.com/all', targeting });
  const at = async (country?: string) => {
    const headers = { 'user-agent': VISITORS[0] as string, 'x-forwarded-for': '91.0.0.1' };
    const answer = await app.client().get(`/${slug}`, {
      headers: country === undefined ? headers : { ...headers, 'cf-ipcountry': country },
    });
    return answer.headers.get('location');
  };
  expect(await at()).toBe('https://example.com/de');
  expect(await at('fr')).toBe('https://example.com/fr');
  expect(await at('XX')).toBe('https://example.com/all');
});
