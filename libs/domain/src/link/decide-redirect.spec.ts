import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildDestination } from '../destination/build-destination.js';
import { BOT_CLASSES } from '../visit/click-event.js';
import {
  decideAtCap,
  decideRedirect,
  previewRedirect,
  withExpirationDefault,
  type RedirectLink,
  type Visit,
} from './decide-redirect.js';
import { linkStatus } from './link-status.js';

const NOW = 1_000_000;

const aLink = (change: Partial<RedirectLink> = {}): RedirectLink => ({
  id: 'link',
  workspaceId: 'workspace',
  campaignId: null,
  isQuarantined: false,
  isEnabled: true,
  startsAt: null,
  expiresAt: null,
  maximumVisits: null,
  usedVisits: 0,
  scheduledDestination: null,
  expirationDestination: null,
  limitDestination: null,
  destinationUrl: 'https://main.example/?a=1',
  hasPassword: false,
  targeting: null,
  utm: null,
  ...change,
});

const aVisit = (change: Partial<Visit> = {}): Visit => ({
  botClass: null,
  country: null,
  os: null,
  query: '',
  hasGrant: false,
  ...change,
});

const fallbacks = {
  expirationDestination: 'https://expired.example/?x=%zz',
  limitDestination: 'https://limit.example/',
  scheduledDestination: 'https://soon.example/',
};
const targeting = { country: { DE: 'https://de.example/' }, os: { ios: 'https://ios.example/' } };
const utm = { source: 'news', medium: null, campaign: 'spring', term: null, content: null };

/** A link with every reason not to redirect; each case below removes the first remaining one. */
const everything: RedirectLink = aLink({
  isEnabled: false,
  expiresAt: NOW,
  maximumVisits: 1,
  usedVisits: 1,
  startsAt: NOW + 1,
  hasPassword: true,
  targeting,
  utm,
});
const german = aVisit({ country: 'DE', os: 'ios', query: 'q=1' });

describe('the order of checks', () => {
  const enabled = { ...everything, isEnabled: true };
  const unexpired = { ...enabled, expiresAt: NOW + 2 };
  const uncapped = { ...unexpired, maximumVisits: 2 };
  const open = { ...uncapped, startsAt: NOW };
  const unlocked = { ...open, hasPassword: false };
  const redirect = (destination: string, rule: string, outcome: string, consumesVisit = false): object => ({
    kind: 'redirect',
    destination,
    rule,
    outcome,
    consumesVisit,
  });
  const block = (state: string, outcome: string, opensAt: number | null = null): object => ({
    kind: 'block',
    state,
    outcome,
    opensAt,
  });

  test.each<[string, RedirectLink, Visit, object]>([
    ['2 disabled', everything, german, block('disabled', 'disabled_block')],
    [
      '2 disabled, whatever the fallbacks',
      { ...everything, ...fallbacks },
      german,
      block('disabled', 'disabled_block'),
    ],
    ['3 expired', enabled, german, block('expired', 'expired_block')],
    [
      '3 expired with a fallback, verbatim',
      { ...enabled, ...fallbacks },
      german,
      redirect('https://expired.example/?x=%zz', 'expired_fallback', 'expired_redirect'),
    ],
    ['4 at the cap', unexpired, german, block('limit_reached', 'limit_block')],
    [
      '4 at the cap with a fallback',
      { ...unexpired, ...fallbacks },
      german,
      redirect('https://limit.example/', 'limit_fallback', 'limit_redirect'),
    ],
    ['5 scheduled', uncapped, german, block('scheduled', 'scheduled_block', NOW + 1)],
    [
      '5 scheduled with a fallback',
      { ...uncapped, ...fallbacks },
      german,
      redirect('https://soon.example/', 'scheduled_fallback', 'scheduled_redirect'),
    ],
    ['6 password without a grant', open, german, { kind: 'password' }],
    ['6 password without a grant, asked by a bot', open, { ...german, botClass: 'search' }, { kind: 'password' }],
    [
      '6 password with a grant',
      open,
      { ...german, hasGrant: true },
      redirect('https://de.example/?utm_source=news&utm_campaign=spring&q=1', 'country', 'redirect_success', true),
    ],
    [
      '7 country',
      unlocked,
      german,
      redirect('https://de.example/?utm_source=news&utm_campaign=spring&q=1', 'country', 'redirect_success', true),
    ],
    [
      '7 system',
      unlocked,
      { ...german, country: 'FR' },
      redirect('https://ios.example/?utm_source=news&utm_campaign=spring&q=1', 'os', 'redirect_success', true),
    ],
    [
      '7 main destination',
      unlocked,
      aVisit(),
      redirect('https://main.example/?a=1&utm_source=news&utm_campaign=spring', 'default', 'redirect_success', true),
    ],
    [
      '8 bot',
      unlocked,
      { ...german, botClass: 'ai' },
      redirect('https://de.example/?utm_source=news&utm_campaign=spring&q=1', 'country', 'bot_request'),
    ],
    [
      '8 prefetch',
      unlocked,
      { ...aVisit(), botClass: 'prefetch' },
      redirect('https://main.example/?a=1&utm_source=news&utm_campaign=spring', 'default', 'bot_request'),
    ],
    [
      '9 visit with nothing to add, byte for byte',
      aLink({ destinationUrl: 'https://e.com/?b=%zz&&#x' }),
      aVisit(),
      redirect('https://e.com/?b=%zz&&#x', 'default', 'redirect_success', true),
    ],
  ])('%s', (_, link, visit, expected) => {
    expect(decideRedirect(link, visit, NOW)).toEqual(expected);
  });

  test.each([
    ['expires in a millisecond', { expiresAt: NOW + 1 }, 'redirect'],
    ['expires at the very instant', { expiresAt: NOW }, 'block'],
    ['opens at the very instant', { startsAt: NOW }, 'redirect'],
    ['opens in a millisecond', { startsAt: NOW + 1 }, 'block'],
    ['one visit left', { maximumVisits: 3, usedVisits: 2 }, 'redirect'],
    ['no visit left', { maximumVisits: 3, usedVisits: 3 }, 'block'],
    ['more visits than the cap', { maximumVisits: 3, usedVisits: 4 }, 'block'],
  ])('%s', (_, change, kind) => {
    expect(decideRedirect(aLink(change), aVisit(), NOW).kind).toBe(kind);
  });
});

describe('the workspace’s destination of expired links', () => {
  const GONE = 'https://gone.example/?x=%zz';
  const asDecided = (change: Partial<RedirectLink>, destination: string | null) => {
    const decision = decideRedirect(aLink(change), aVisit(), NOW);
    return { decision, result: withExpirationDefault(decision, destination) };
  };

  test('takes the place of the block', () => {
    expect(asDecided({ expiresAt: NOW }, GONE).result).toEqual({
      kind: 'redirect',
      destination: GONE,
      rule: 'expired_fallback',
      outcome: 'expired_redirect',
      consumesVisit: false,
    });
  });

  test.each<[string, Partial<RedirectLink>, string | null]>([
    ['there is none', { expiresAt: NOW }, null],
    ['the link has its own', { expiresAt: NOW, ...fallbacks }, GONE],
    ['the link is disabled', { isEnabled: false, expiresAt: NOW }, GONE],
    ['the link is not open yet', { startsAt: NOW + 1 }, GONE],
    ['the link is at its cap', { maximumVisits: 1, usedVisits: 1 }, GONE],
    ['the link asks for a password', { hasPassword: true }, GONE],
    ['the link is active', {}, GONE],
  ])('changes nothing where %s', (_, change, destination) => {
    const { decision, result } = asDecided(change, destination);
    expect(result).toBe(decision);
  });
});

describe('a bot keeps the outcome of the state', () => {
  test.each([
    ['quarantined', { isQuarantined: true, isEnabled: false }, 'quarantine_block'],
    ['disabled', { isEnabled: false }, 'disabled_block'],
    ['expired', { expiresAt: NOW }, 'expired_block'],
    ['expired with a fallback', { expiresAt: NOW, ...fallbacks }, 'expired_redirect'],
    ['at the cap', { maximumVisits: 1, usedVisits: 1 }, 'limit_block'],
    ['at the cap with a fallback', { maximumVisits: 1, usedVisits: 1, ...fallbacks }, 'limit_redirect'],
    ['scheduled', { startsAt: NOW + 1 }, 'scheduled_block'],
  ])('%s', (_, change, outcome) => {
    expect(decideRedirect(aLink(change), aVisit({ botClass: 'search' }), NOW)).toMatchObject({ outcome });
  });
});

describe('a lost race for the last visit', () => {
  test('is the state at the cap', () => {
    expect(decideAtCap(aLink())).toMatchObject({ kind: 'block', state: 'limit_reached', outcome: 'limit_block' });
  });
  test('redirects to the fallback when there is one', () => {
    expect(decideAtCap(aLink(fallbacks))).toEqual({
      kind: 'redirect',
      destination: 'https://limit.example/',
      rule: 'limit_fallback',
      outcome: 'limit_redirect',
      consumesVisit: false,
    });
  });
});

describe('previewRedirect', () => {
  test.each<[string, Partial<RedirectLink>, Partial<Visit>, object]>([
    [
      'a visit',
      { utm },
      {},
      {
        kind: 'redirect',
        status: 302,
        destination: 'https://main.example/?a=1&utm_source=news&utm_campaign=spring',
        rule: 'default',
        outcome: 'redirect_success',
        consumesVisit: true,
        state: 'active',
      },
    ],
    [
      'a bot',
      {},
      { botClass: 'search' },
      {
        kind: 'redirect',
        status: 302,
        destination: 'https://main.example/?a=1',
        rule: 'default',
        outcome: 'bot_request',
        consumesVisit: false,
        state: 'active',
      },
    ],
    [
      'a protected link',
      { hasPassword: true },
      {},
      {
        kind: 'password',
        status: 302,
        destination: null,
        rule: null,
        outcome: null,
        consumesVisit: false,
        state: 'active',
      },
    ],
    [
      'a fallback',
      { expiresAt: NOW, ...fallbacks },
      {},
      {
        kind: 'redirect',
        status: 302,
        destination: 'https://expired.example/?x=%zz',
        rule: 'expired_fallback',
        outcome: 'expired_redirect',
        consumesVisit: false,
        state: 'expired',
      },
    ],
    [
      'a paused link',
      { isEnabled: false },
      {},
      {
        kind: 'block',
        status: 404,
        destination: null,
        rule: null,
        outcome: 'disabled_block',
        consumesVisit: false,
        state: 'disabled',
      },
    ],
    [
      'a scheduled link',
      { startsAt: NOW + 1 },
      {},
      {
        kind: 'block',
        status: 404,
        destination: null,
        rule: null,
        outcome: 'scheduled_block',
        consumesVisit: false,
        state: 'scheduled',
      },
    ],
  ])('%s', (_, link, visit, expected) => {
    expect(previewRedirect(aLink(link), aVisit(visit), NOW)).toEqual(expected);
  });
});

describe('for any link and visit', () => {
  const instant = fc.option(fc.integer({ min: NOW - 2, max: NOW + 2 }));
  const url = (host: string): fc.Arbitrary<string | null> => fc.option(fc.constant(`https://${host}.example/p?k=v#f`));
  const link: fc.Arbitrary<RedirectLink> = fc.record({
    id: fc.constant('link'),
    workspaceId: fc.constant('workspace'),
    campaignId: fc.constant(null),
    isQuarantined: fc.boolean(),
    isEnabled: fc.boolean(),
    startsAt: instant,
    expiresAt: instant,
    maximumVisits: fc.option(fc.integer({ min: 1, max: 3 })),
    usedVisits: fc.integer({ min: 0, max: 4 }),
    scheduledDestination: url('scheduled'),
    expirationDestination: url('expired'),
    limitDestination: url('limit'),
    destinationUrl: fc.constant('https://main.example/p?k=v#f'),
    hasPassword: fc.boolean(),
    targeting: fc.option(
      fc.record(
        {
          country: fc.dictionary(fc.constantFrom('DE', 'FR'), fc.constant('https://country.example/')),
          os: fc.dictionary(fc.constantFrom('ios', 'linux', 'desktop'), fc.constant('https://os.example/')),
        },
        { requiredKeys: [] },
      ),
    ),
    utm: fc.option(fc.constant(utm)),
  });
  const visit: fc.Arbitrary<Visit> = fc.record({
    botClass: fc.option(fc.constantFrom(...BOT_CLASSES)),
    country: fc.option(fc.constantFrom('DE', 'FR', 'US')),
    os: fc.option(fc.constantFrom('ios', 'android', 'windows', 'macos', 'linux', 'desktop')),
    query: fc.oneof(fc.constant(''), fc.webQueryParameters(), fc.string({ unit: 'binary' })),
    hasGrant: fc.boolean(),
  });

  test('the decision is the first of the ordered reasons, and every destination belongs to the link', () => {
    fc.assert(
      fc.property(link, visit, (aRandomLink, aRandomVisit) => {
        const l = aRandomLink;
        const decision = decideRedirect(l, aRandomVisit, NOW);
        const reason = l.isQuarantined
          ? 'quarantined'
          : !l.isEnabled
            ? 'disabled'
            : (l.expiresAt ?? Infinity) <= NOW
              ? 'expired'
              : l.usedVisits >= (l.maximumVisits ?? Infinity)
                ? 'limit_reached'
                : (l.startsAt ?? -Infinity) > NOW
                  ? 'scheduled'
                  : 'active';
        expect(linkStatus(l, NOW)).toBe(reason);
        const prefix =
          ({ limit_reached: 'limit', quarantined: 'quarantine' } as Record<string, string>)[reason] ?? reason;
        if (decision.kind === 'block') {
          expect(decision.state).toBe(reason);
          expect(decision.outcome).toBe(`${prefix}_block`);
          expect(decision.opensAt).toBe(reason === 'scheduled' ? l.startsAt : null);
        } else if (decision.kind === 'password') {
          expect([reason, l.hasPassword, aRandomVisit.hasGrant]).toEqual(['active', true, false]);
        } else if (reason === 'active') {
          expect(decision.consumesVisit).toBe(aRandomVisit.botClass === null);
          expect(decision.outcome).toBe(aRandomVisit.botClass === null ? 'redirect_success' : 'bot_request');
          const targets = [l.destinationUrl, 'https://country.example/', 'https://os.example/'];
          expect(targets.map((target) => buildDestination(target, l.utm, aRandomVisit.query))).toContain(
            decision.destination,
          );
          expect(targets.map((target) => new URL(target).host)).toContain(new URL(decision.destination).host);
        } else {
          expect(decision).toMatchObject({
            outcome: `${prefix}_redirect`,
            rule: `${prefix}_fallback`,
            consumesVisit: false,
          });
          expect(decision.destination).toBe(`https://${prefix}.example/p?k=v#f`);
        }
      }),
      { numRuns: 5000 },
    );
  });

  test('the preview says what the redirect does', () => {
    fc.assert(
      fc.property(link, visit, (l, v) => {
        const { kind, status, destination, outcome, state } = previewRedirect(l, v, NOW);
        const decision = decideRedirect(l, v, NOW);
        expect(kind).toBe(decision.kind);
        expect(status).toBe(decision.kind === 'block' ? 404 : 302);
        expect(destination).toBe(decision.kind === 'redirect' ? decision.destination : null);
        expect(outcome).toBe(decision.kind === 'password' ? null : decision.outcome);
        expect(state).toBe(linkStatus(l, NOW));
      }),
      { numRuns: 5000 },
    );
  });
});
