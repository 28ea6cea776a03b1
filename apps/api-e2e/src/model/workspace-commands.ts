import type { Role } from '@signpost/contracts';
import fc from 'fast-check';
import { expect } from 'vitest';
import * as links from './commands.js';
import { step, type Step } from './commands.js';
import { PREFIXES } from './system.js';
import { ACTORS, type Actor, type ModelLink, type World } from './world.js';

const actor = fc.constantFrom(...ACTORS, 'owner', 'member', 'owner', 'owner');
const tagName = fc.constantFrom('Red', 'red', 'Blue', 'green', 'Black');
const utm = fc.constantFrom('spring', 'autumn', 'winter');
const which = fc.nat({ max: 9 });

const createTag = fc.tuple(actor, tagName).map(([who, name]) =>
  step(`createTag(${who}, ${name})`, async (world, system) => {
    const answer = await system.as(who).post('/api/tags', { name });
    const existing = world.tags.get(name.toLowerCase());
    expect(answer.status).toBe(world.refusal(who, 'write') ?? (existing === undefined ? 201 : 200));
    if (answer.status === 201) world.tags.set(name.toLowerCase(), { id: answer.body.id as string, name });
    if (answer.status === 200) expect(answer.body.id).toBe(existing?.id);
  }),
);

const renameTag = fc.tuple(actor, tagName, tagName).map(([who, from, to]) =>
  step(`renameTag(${who}, ${from}, ${to})`, async (world, system) => {
    const tag = world.tags.get(from.toLowerCase());
    if (tag === undefined) return;
    const { status } = await system.as(who).patch(`/api/tags/${tag.id}`, { name: to });
    const other = world.tags.get(to.toLowerCase());
    const expected = world.refusal(who, 'write') ?? (other === undefined || other === tag ? 200 : 409);
    expect(status).toBe(expected);
    if (expected !== 200) return;
    world.tags.delete(from.toLowerCase());
    world.tags.set(to.toLowerCase(), { id: tag.id, name: to });
    for (const link of world.links) {
      if (link.tags.delete(from.toLowerCase())) link.tags.add(to.toLowerCase());
    }
  }),
);

const deleteTag = fc.tuple(actor, tagName).map(([who, name]) =>
  step(`deleteTag(${who}, ${name})`, async (world, system) => {
    const tag = world.tags.get(name.toLowerCase());
    if (tag === undefined) return;
    const { status } = await system.as(who).delete(`/api/tags/${tag.id}`);
    const expected = world.refusal(who, 'write') ?? 200;
    expect(status).toBe(expected);
    if (expected !== 200) return;
    world.tags.delete(name.toLowerCase());
    for (const link of world.links) link.tags.delete(name.toLowerCase());
  }),
);

function createCampaignStep(who: Actor, utmCampaign: string, utmMedium: string | null): Step {
  return step(`createCampaign(${who}, ${utmCampaign}, ${utmMedium ?? '-'})`, async (world, system) => {
    const answer = await system.as(who).post('/api/campaigns', { name: utmCampaign, utmCampaign, utmMedium });
    const isTaken = world.campaigns.some((campaign) => campaign.utmCampaign === utmCampaign);
    expect(answer.status).toBe(world.refusal(who, 'write') ?? (isTaken ? 409 : 201));
    if (answer.status === 201) world.campaigns.push({ id: answer.body.id as string, utmCampaign, utmMedium });
  });
}

const createCampaign = fc
  .tuple(actor, utm, fc.option(fc.constant('print')))
  .map(([who, utmCampaign, utmMedium]) => createCampaignStep(who, utmCampaign, utmMedium));

const updateCampaign = fc
  .tuple(actor, which, utm, fc.option(fc.constant('radio')))
  .map(([who, at, utmCampaign, utmMedium]) =>
    step(`updateCampaign(${who}, ${at}, ${utmCampaign}, ${utmMedium ?? '-'})`, async (world, system) => {
      const campaign = world.campaigns[at % Math.max(1, world.campaigns.length)];
      if (campaign === undefined) return;
      const { status } = await system.as(who).patch(`/api/campaigns/${campaign.id}`, { utmCampaign, utmMedium });
      const isTaken = world.campaigns.some((other) => other !== campaign && other.utmCampaign === utmCampaign);
      expect(status).toBe(world.refusal(who, 'write') ?? (isTaken ? 409 : 200));
      if (status === 200) Object.assign(campaign, { utmCampaign, utmMedium });
    }),
  );

const deleteCampaign = fc.tuple(actor, which).map(([who, at]) =>
  step(`deleteCampaign(${who}, ${at})`, async (world, system) => {
    const campaign = world.campaigns[at % Math.max(1, world.campaigns.length)];
    if (campaign === undefined) return;
    const { status } = await system.as(who).delete(`/api/campaigns/${campaign.id}`);
    expect(status).toBe(world.refusal(who, 'write') ?? 200);
    if (status !== 200) return;
    world.campaigns.splice(world.campaigns.indexOf(campaign), 1);
    for (const link of world.links) if (link.campaign === campaign) link.campaign = null;
  }),
);

/** Ends responsibility, as a person who cannot reach a link cannot answer for it. */
function release(world: World, who: Actor): void {
  for (const link of world.links) if (link.responsible === who) link.responsible = null;
}

const changeMember = fc
  .tuple(
    actor,
    fc.constantFrom<Actor>('member', 'viewer', 'owner', 'stranger'),
    fc.option(fc.constantFrom<Role>('MEMBER', 'VIEWER'), { nil: undefined }),
    fc.option(fc.boolean(), { nil: undefined }),
  )
  .map(([who, whom, role, isActive]) =>
    step(`changeMember(${who}, ${whom}, ${role ?? '-'}, ${isActive ?? '-'})`, async (world, system) => {
      if (role === undefined && isActive === undefined) return;
      const { status } = await system
        .as(who)
        .patch(`/api/workspaces/members/${system.userIds[whom]}`, { role, isActive });
      const member = world.members.get(whom);
      const changesOwner = member?.role === 'OWNER' && (role !== undefined || isActive === false);
      const expected = world.refusal(who, 'own') ?? (member === undefined ? 404 : changesOwner ? 422 : 200);
      expect(status).toBe(expected);
      if (expected !== 200 || member === undefined) return;
      if (isActive === false) release(world, whom);
      Object.assign(member, { role: role ?? member.role, isActive: isActive ?? member.isActive });
    }),
  );

const changePrefix = fc
  .tuple(actor, fc.constantFrom<string | null>(...PREFIXES, 'ant', null), fc.boolean())
  .map(([who, prefix, preserves]) =>
    step(`changePrefix(${who}, ${prefix ?? 'none'}, ${preserves ? 'preserve' : 'replace'})`, async (world, system) => {
      const pathMode = preserves ? 'preserve' : 'replace';
      const { status } = await system.as(who).patch('/api/workspaces', { linkPrefix: prefix, pathMode });
      const isTaken = prefix !== null && world.addresses.has(prefix);
      const expected = world.refusal(who, 'own') ?? (isTaken ? 409 : 200);
      expect(status).toBe(expected);
      if (expected !== 200 || prefix === world.prefix) return;
      if (preserves) world.retained.add(world.prefix ?? '');
      world.prefix = prefix;
      world.retained.delete(prefix ?? '');
    }),
  );

const revokePrefix = fc.tuple(actor, fc.constantFrom('', ...PREFIXES)).map(([who, prefix]) =>
  step(`revokePrefix(${who}, ${prefix})`, async (world, system) => {
    const { status } = await system
      .as(who)
      .delete(`/api/workspaces/link-prefixes/${prefix === '' ? '_root_' : prefix}`);
    const expected = world.refusal(who, 'own') ?? (world.retained.has(prefix) ? 200 : 404);
    expect(status).toBe(expected);
    if (expected === 200) world.retained.delete(prefix);
  }),
);

/** The four bulk actions on a few links, and sometimes on one that is gone: then nothing changes. */
const bulk = fc
  .tuple(
    actor,
    fc.uniqueArray(which, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('tag', 'untag', 'assignCampaign', 'archive'),
    tagName,
    fc.option(fc.nat({ max: 1 })),
  )
  .map(([who, at, action, tag, campaignAt]) =>
    step(`bulk(${who}, [${at.join()}], ${action}, ${tag}, ${campaignAt ?? '-'})`, async (world, system) => {
      const chosen = new Set(at.map((index) => world.links[index % Math.max(1, world.links.length)]));
      const targets = [...chosen].filter((link): link is ModelLink => link !== undefined);
      const stored = world.tags.get(tag.toLowerCase());
      const campaign = campaignAt === null ? null : world.campaigns[campaignAt];
      if (targets.length === 0 || stored === undefined || campaign === undefined) return;
      const { status } = await system.as(who).post('/api/links/bulk', {
        selection: { ids: targets.map(({ id }) => id) },
        action,
        ...(action === 'tag' || action === 'untag' ? { tagId: stored.id } : {}),
        ...(action === 'assignCampaign' ? { campaignId: campaign?.id ?? null } : {}),
      });
      const expected = world.refusal(who, 'write') ?? (targets.some((link) => link.isDeleted) ? 404 : 200);
      expect(status).toBe(expected);
      if (expected !== 200) return;
      for (const link of targets) {
        if (action === 'tag') link.tags.add(tag.toLowerCase());
        if (action === 'untag') link.tags.delete(tag.toLowerCase());
        if (action === 'archive') link.archived = true;
        if (action === 'assignCampaign') {
          link.campaign = campaign;
          if (campaign !== null) link.utmCampaign = null;
        }
      }
    }),
  );

/** Where every history begins: something to collide with. */
export const beginning: readonly Step[] = [
  links.createLink('owner', 'https://one.example/x', 'ant', { tags: ['Red'] }),
  links.createLink('member', 'https://two.example/y/z', 'bee', { maximumVisits: 2 }),
  links.createLink('owner', 'https://three.example/', 'cat', { utmCampaign: 'own', limitDestination: null }),
  createCampaignStep('owner', 'spring', null),
];

/** Everything that can happen, the frequent things named more than once. */
export const steps: fc.Arbitrary<Step>[] = [
  links.create,
  links.create,
  links.create,
  links.update,
  links.update,
  links.update,
  links.addAlias,
  links.revokeAlias,
  links.remove,
  links.restore,
  links.visit,
  links.visit,
  links.visit,
  links.visit,
  createTag,
  renameTag,
  deleteTag,
  createCampaign,
  updateCampaign,
  deleteCampaign,
  changeMember,
  changePrefix,
  revokePrefix,
  bulk,
];
