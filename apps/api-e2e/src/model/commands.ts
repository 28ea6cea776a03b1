import fc, { type AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import { PREFIXES, SLUGS, type System } from './system.js';
import { ACTORS, answerOf, instantOf, type Actor, type ModelLink, type When, type World } from './world.js';

export type Step = AsyncCommand<World, System>;

const DESTINATIONS = ['https://one.example/x', 'https://two.example/y/z', 'https://three.example/'];
const TAGS = ['Red', 'Blue', 'RED', 'green'];
const UTM = ['spring', 'autumn'];

/** A change of a link as it is drawn: ids as positions, times as words. */
interface Draft {
  slug?: string | null;
  destinationUrl?: string;
  title?: string | null;
  isEnabled?: boolean;
  archived?: boolean;
  startsAt?: When;
  expiresAt?: When;
  maximumVisits?: number | null;
  scheduledDestination?: string | null;
  expirationDestination?: string | null;
  limitDestination?: string | null;
  password?: string | null;
  campaign?: number | null;
  utmCampaign?: string | null;
  utmMedium?: string | null;
  tags?: string[];
  responsible?: Actor | null;
}

const actor = fc.constantFrom(...ACTORS, 'owner', 'member', 'owner', 'member', 'owner', 'member');
const slug = fc.constantFrom(...SLUGS);
const which = fc.nat({ max: 9 });
const orNull = <T>(values: readonly T[]) => fc.constantFrom<T | null>(...values, null);

const full = fc.record({
  slug: fc.constantFrom<string>(...SLUGS, ...SLUGS.map((name) => ` ${name.toUpperCase()} `), ...PREFIXES),
  destinationUrl: fc.constantFrom(...DESTINATIONS),
  title: orNull(['A title', 'Another']),
  isEnabled: fc.boolean(),
  archived: fc.boolean(),
  startsAt: orNull<When>(['past', 'future']),
  expiresAt: orNull<When>(['past', 'future']),
  maximumVisits: orNull([1, 2, 3]),
  scheduledDestination: orNull(['https://soon.example/']),
  expirationDestination: orNull(['https://late.example/']),
  limitDestination: orNull(['https://full.example/']),
  password: orNull([null, null, 'letmein']),
  campaign: orNull([0, 1]),
  utmCampaign: orNull(UTM),
  utmMedium: orNull(['mail']),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }),
  responsible: orNull<Actor>([...ACTORS]),
});

const FIELDS = [
  'slug',
  'destinationUrl',
  'title',
  'isEnabled',
  'archived',
  'startsAt',
  'expiresAt',
  'maximumVisits',
  'scheduledDestination',
  'expirationDestination',
  'limitDestination',
  'password',
  'campaign',
  'utmCampaign',
  'utmMedium',
  'tags',
  'responsible',
] as const satisfies readonly (keyof Draft)[];

/** A few fields at a time: with all of them nearly every draft would break some rule. */
const draft: fc.Arbitrary<Draft> = fc
  .tuple(full, fc.subarray([...FIELDS], { minLength: 1, maxLength: 4 }))
  .map(([values, fields]) => Object.fromEntries(fields.map((field) => [field, values[field]])));

/** A link without anything but what a test adds. */
const EMPTY: Omit<ModelLink, 'id'> = {
  slug: '',
  aliases: [],
  isDeleted: false,
  destinationUrl: '',
  title: null,
  isEnabled: true,
  archived: false,
  startsAt: null,
  expiresAt: null,
  maximumVisits: null,
  usedVisits: 0,
  scheduledDestination: null,
  expirationDestination: null,
  limitDestination: null,
  isProtected: false,
  campaign: null,
  utmCampaign: null,
  utmMedium: null,
  tags: new Set(),
  responsible: null,
};

/** The body of a draft. */
function bodyOf(input: Draft, world: World, system: System): Record<string, unknown> {
  const { campaign, responsible, startsAt, expiresAt, ...rest } = input;
  return {
    ...rest,
    ...(startsAt === undefined ? {} : { startsAt: instantOf(startsAt) }),
    ...(expiresAt === undefined ? {} : { expiresAt: instantOf(expiresAt) }),
    ...(campaign === undefined
      ? {}
      : { campaignId: campaign === null ? null : (world.campaigns[campaign]?.id ?? GONE) }),
    ...(responsible === undefined
      ? {}
      : { responsibleUserId: responsible === null ? null : system.userIds[responsible] }),
  };
}

/** An id that nothing has. */
const GONE = '01890000-0000-7000-8000-000000000000';

/** The record that a draft makes of a link, and whether the specification lets it stand. */
function laidOver(link: ModelLink, input: Draft, world: World): { link: ModelLink; isValid: boolean } {
  const { campaign, responsible, tags, slug: wanted, password, ...plain } = input;
  const next: ModelLink = { ...link, ...plain, aliases: [...link.aliases], tags: new Set(link.tags) };
  if (typeof wanted === 'string') next.slug = wanted.trim().toLowerCase();
  if (campaign !== undefined) next.campaign = campaign === null ? null : (world.campaigns[campaign] ?? null);
  if (responsible !== undefined) next.responsible = responsible;
  if (tags !== undefined) next.tags = new Set(tags.map((tag) => tag.toLowerCase()));
  if (password !== undefined) next.isProtected = password !== null;
  const isKnownCampaign = typeof campaign !== 'number' || world.campaigns[campaign] !== undefined;
  const isActive = typeof responsible !== 'string' || world.members.get(responsible)?.isActive === true;
  const isOrdered =
    next.startsAt === null || next.expiresAt === null || (next.startsAt === 'past' && next.expiresAt === 'future');
  const isOneCampaign = next.campaign === null || next.utmCampaign === null;
  return { link: next, isValid: isKnownCampaign && isActive && isOrdered && isOneCampaign };
}

/** New names become tags; an existing one keeps its spelling. */
function learnTags(input: Draft, ids: ReadonlyMap<string, { id: string; name: string }>, world: World): void {
  for (const name of input.tags ?? []) {
    const key = name.toLowerCase();
    const stored = ids.get(key);
    if (stored !== undefined && !world.tags.has(key)) world.tags.set(key, stored);
  }
}

async function storedTags(system: System): Promise<Map<string, { id: string; name: string }>> {
  const { body } = await system.as('owner').get('/api/tags');
  return new Map(body.items.map((tag: { id: string; name: string }) => [tag.name.toLowerCase(), tag]));
}

/** A command that is always possible, has a name to print, and checks everything after itself. */
export function step(name: string, run: (world: World, system: System) => Promise<void>): Step {
  return {
    check: () => true,
    toString: () => name,
    run: async (world, system) => {
      await run(world, system);
      await system.check(world);
    },
  };
}

const pick = <T>(values: readonly T[], at: number): T | undefined => values[at % Math.max(1, values.length)];

/** One actor makes a link. */
export function createLink(who: Actor, destinationUrl: string, slugWanted: string, extra: Draft): Step {
  const input: Draft = { ...extra, destinationUrl, slug: slugWanted };
  return step(`create(${who}, ${JSON.stringify(input)})`, async (world, system) => {
    const answer = await system.as(who).post('/api/links', bodyOf(input, world, system));
    const { link, isValid } = laidOver({ ...EMPTY, id: answer.body.id as string }, input, world);
    const expected =
      world.refusal(who, 'write') ??
      (!isValid || input.expiresAt === 'past' ? 422 : world.isFree(link.slug, null) ? 201 : 409);
    expect(answer.status).toBe(expected);
    if (expected !== 201) return;
    world.links.push(link);
    world.addresses.set(link.slug, link);
    learnTags(input, await storedTags(system), world);
  });
}

export const create = fc
  .tuple(actor, slug, fc.constantFrom(...DESTINATIONS), draft)
  .map(([who, wanted, destinationUrl, extra]) => createLink(who, destinationUrl, wanted, extra));

export const update = fc
  .tuple(actor, which, draft, fc.option(fc.boolean(), { nil: undefined }))
  .map(([who, at, input, keepOldSlug]) =>
    step(`update(${who}, ${at}, ${JSON.stringify({ ...input, keepOldSlug })})`, async (world, system) => {
      const link = pick(world.links, at);
      if (link === undefined) return;
      const answer = await system.as(who).patch(`/api/links/${link.id}`, {
        ...bodyOf(input, world, system),
        ...(keepOldSlug === undefined ? {} : { keepOldSlug }),
      });
      const { link: next, isValid } = laidOver(link, input, world);
      const expected =
        world.refusal(who, 'write') ??
        (link.isDeleted ? 404 : !isValid ? 422 : world.isFree(next.slug, link) ? 200 : 409);
      expect(answer.status).toBe(expected);
      if (expected !== 200) return;
      if (next.slug !== link.slug) {
        const aliases = link.aliases.filter((alias) => alias !== next.slug);
        next.aliases = keepOldSlug === false ? aliases : [...aliases, link.slug];
        world.addresses.set(next.slug, link);
      }
      Object.assign(link, next);
      learnTags(input, await storedTags(system), world);
    }),
  );

export const addAlias = fc.tuple(actor, which, fc.constantFrom(...SLUGS, ...PREFIXES)).map(([who, at, alias]) =>
  step(`addAlias(${who}, ${at}, ${alias})`, async (world, system) => {
    const link = pick(world.links, at);
    if (link === undefined) return;
    const answer = await system.as(who).post(`/api/links/${link.id}/aliases`, { slug: alias });
    const isOwn = link.slug === alias || link.aliases.includes(alias);
    const expected =
      world.refusal(who, 'write') ?? (link.isDeleted ? 404 : isOwn || !world.isFree(alias, link) ? 409 : 201);
    expect(answer.status).toBe(expected);
    if (expected !== 201) return;
    link.aliases.push(alias);
    world.addresses.set(alias, link);
  }),
);

export const revokeAlias = fc.tuple(actor, which, slug).map(([who, at, alias]) =>
  step(`revokeAlias(${who}, ${at}, ${alias})`, async (world, system) => {
    const link = pick(world.links, at);
    if (link === undefined) return;
    const { status } = await system.as(who).delete(`/api/links/${link.id}/aliases/${alias}`);
    const expected = world.refusal(who, 'write') ?? (link.isDeleted || !link.aliases.includes(alias) ? 404 : 200);
    expect(status).toBe(expected);
    if (expected === 200) link.aliases = link.aliases.filter((other) => other !== alias);
  }),
);

export const remove = fc.tuple(actor, which).map(([who, at]) =>
  step(`delete(${who}, ${at})`, async (world, system) => {
    const link = pick(world.links, at);
    if (link === undefined) return;
    const { status } = await system.as(who).delete(`/api/links/${link.id}`);
    const expected = world.refusal(who, 'write') ?? (link.isDeleted ? 404 : 200);
    expect(status).toBe(expected);
    if (expected === 200) link.isDeleted = true;
  }),
);

export const restore = fc.tuple(actor, which).map(([who, at]) =>
  step(`restore(${who}, ${at})`, async (world, system) => {
    const link = pick(world.links, at);
    if (link === undefined) return;
    const { status } = await system.as(who).post(`/api/links/${link.id}/restore`);
    const expected = world.refusal(who, 'write') ?? (link.isDeleted ? 200 : 404);
    expect(status).toBe(expected);
    if (expected === 200) link.isDeleted = false;
  }),
);

const ODDLY = fc.constantFrom(false, false, true);

/** A person follows a short link; case, a trailing slash and a bot's name are part of the draw. */
export const visit = fc
  .tuple(slug, fc.constantFrom('', '', '', '', ...PREFIXES.map((prefix) => `/${prefix}`)), ODDLY, ODDLY)
  .map(([name, prefix, isBot, isOdd]) =>
    step(`visit(${prefix}/${name}${isBot ? ', bot' : ''}${isOdd ? ', odd' : ''})`, async (world, system) => {
      const path = `${prefix}/${isOdd ? `${name.toUpperCase()}/` : name}`;
      const link = world.resolve(`${prefix}/${name}`);
      const expected = answerOf(link);
      const answer = await system.visit(path, isBot ? { 'user-agent': 'Googlebot/2.1' } : {});
      if (expected.kind === 'nothing') {
        expect([answer.status, answer.body.code]).toEqual([404, expected.code]);
      } else if (expected.kind === 'unlock') {
        expect([answer.status, answer.headers.get('location')?.startsWith('/p/')]).toEqual([302, true]);
      } else {
        expect([answer.status, answer.headers.get('location')]).toEqual([302, expected.to]);
        if (expected.isMain && !isBot && link !== null) link.usedVisits += 1;
      }
    }),
  );
