import { randomBytes } from 'node:crypto';
import { DAY_MS, generateSlug, type UtmSnapshot } from '@signpost/domain';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { utmKey, utmNumbers, utmText } from '../clicks/index.js';
import { inTransaction } from '../platform/database/transaction.js';
import type { SeedWorkspace } from './seed-workspace.js';
import { longTail, weightedPicker } from './random.js';
import type { SeededLink } from './traffic.js';

const TOPICS =
  'Spring launch,Summer sale,Newsletter,Webinar,Black Friday,Product tour,Partner week,Hiring,Podcast,Annual report'.split(
    ',',
  );
const TAGS = 'blog,docs,social,print,event,sales,support,video,internal,press'.split(',');
const PAGES =
  'pricing,features,blog/how-we-work,docs/start,events/meetup,jobs,download,press,case-studies,changelog'.split(',');
const SOURCES = ['newsletter', 'linkedin', 'x', 'poster', 'partner', 'youtube'];
const MEDIUMS = ['email', 'social', 'print', 'referral', 'video'];
/** Average number; a few campaigns have most of the links. */
const LINKS_PER_CAMPAIGN = 100;

interface PlannedLink {
  readonly id: string;
  readonly slug: string;
  readonly title: string | null;
  readonly url: string;
  readonly campaign: { readonly id: string; readonly no: number; readonly utm: string } | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly createdAt: Date;
}

/**
 * Creates links as a team would over time, with campaigns and tags, in one transaction.
 * @returns the links, those with the most traffic first.
 */
export async function seedLinks(
  client: pg.ClientBase,
  workspace: SeedWorkspace,
  plan: { count: number; days: number; now: number; random: () => number },
): Promise<SeededLink[]> {
  return inTransaction(client, async () => {
    const campaigns = await insertCampaigns(client, workspace.id, Math.ceil(plan.count / LINKS_PER_CAMPAIGN));
    const rank = weightedPicker(longTail(campaigns.length), plan.random);
    const links = Array.from({ length: plan.count }, (_, index) => planLink(index, campaigns[rank()] ?? null, plan));
    const numbers = await insertLinks(client, workspace, links);
    await tagLinks(client, workspace.id, links, plan.random);
    return withUtm(client, workspace.no, links, numbers);
  });
}

function planLink(
  index: number,
  campaign: PlannedLink['campaign'],
  { random, now, days }: { random: () => number; now: number; days: number },
): PlannedLink {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const page = pick(PAGES);
  const tracked = random() < 0.5;
  return {
    id: uuidv7(),
    // Long enough that thousands of random slugs do not collide.
    slug: generateSlug(9, randomBytes),
    title: random() < 0.8 ? `${pick(TOPICS)} ${index + 1}` : null,
    url: `https://www.example.com/${page}?ref=${index + 1}`,
    campaign: random() < 0.6 ? campaign : null,
    source: tracked ? pick(SOURCES) : null,
    medium: tracked ? pick(MEDIUMS) : null,
    createdAt: new Date(now - days * DAY_MS - Math.floor(random() * 30 * DAY_MS)),
  };
}

async function insertCampaigns(
  client: pg.ClientBase,
  workspaceId: string,
  count: number,
): Promise<{ id: string; no: number; utm: string }[]> {
  const batch = randomBytes(3).toString('hex');
  const names = Array.from({ length: count }, (_, index) => `${TOPICS[index % TOPICS.length] ?? ''} ${index + 1}`);
  const made = await client.query<{ id: string; no: number; utm: string }>(
    `INSERT INTO campaigns (id, workspace_id, name, utm_campaign)
     SELECT id, $1, name, utm FROM unnest($2::uuid[], $3::text[], $4::text[]) AS t (id, name, utm)
     RETURNING id, no, utm_campaign AS utm`,
    [workspaceId, names.map(() => uuidv7()), names, names.map((_, index) => `campaign-${batch}-${index + 1}`)],
  );
  return made.rows;
}

/** @returns link numbers by id. */
async function insertLinks(
  client: pg.ClientBase,
  workspace: SeedWorkspace,
  links: readonly PlannedLink[],
): Promise<Map<string, number>> {
  const made = await client.query<{ id: string; no: number }>(
    // The text of a destination is empty where decoding does not change it, as with all of these.
    `INSERT INTO links (id, workspace_id, slug, title, destination_url, destination_host, destination_text, campaign_id,
       utm_source, utm_medium, responsible_user_id, created_by, created_at, updated_at)
     SELECT id, $1, slug, title, url, 'www.example.com', '', campaign_id, source, medium, $2, $2, created_at, created_at
     FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::text[], $10::timestamptz[])
       AS t (id, slug, title, url, campaign_id, source, medium, created_at)
     RETURNING id, no`,
    [
      workspace.id,
      workspace.ownerId,
      links.map((link) => link.id),
      links.map((link) => link.slug),
      links.map((link) => link.title),
      links.map((link) => link.url),
      links.map((link) => link.campaign?.id ?? null),
      links.map((link) => link.source),
      links.map((link) => link.medium),
      links.map((link) => link.createdAt),
    ],
  );
  await client.query(
    `INSERT INTO addresses (workspace_id, slug, kind, link_id)
     SELECT $1, slug, 'slug', id FROM unnest($2::uuid[], $3::text[]) AS t (id, slug)`,
    [workspace.id, links.map((link) => link.id), links.map((link) => link.slug)],
  );
  return new Map(made.rows.map(({ id, no }) => [id, no]));
}

async function tagLinks(
  client: pg.ClientBase,
  workspaceId: string,
  links: readonly PlannedLink[],
  random: () => number,
): Promise<void> {
  await client.query(
    `INSERT INTO tags (id, workspace_id, name) SELECT gen_random_uuid(), $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
    [workspaceId, TAGS],
  );
  const tagged = links
    .filter(() => random() < 0.7)
    .map((link) => ({ id: link.id, tag: TAGS[Math.floor(random() * TAGS.length)] ?? 'blog' }));
  await client.query(
    `INSERT INTO link_tags (workspace_id, link_id, tag_id)
     SELECT $1, t.link_id, g.id FROM unnest($2::uuid[], $3::text[]) AS t (link_id, name)
     JOIN tags g ON g.workspace_id = $1 AND lower(g.name) = t.name`,
    [workspaceId, tagged.map(({ id }) => id), tagged.map(({ tag }) => tag)],
  );
}

/** Adds the UTM values with which each link's clicks are recorded. */
async function withUtm(
  client: pg.ClientBase,
  workspaceNo: number,
  links: readonly PlannedLink[],
  numbers: ReadonlyMap<string, number>,
): Promise<SeededLink[]> {
  const snapshots = links.map(({ source, medium, campaign }): UtmSnapshot => {
    return { source, medium, campaign: campaign?.utm ?? null, term: null, content: null };
  });
  const wanted = new Map<string, { workspaceNo: number; utm: UtmSnapshot }>();
  for (const utm of snapshots) {
    const key = utmKey(workspaceNo, utmText(utm));
    if (key !== null) wanted.set(key, { workspaceNo, utm });
  }
  const sets = await utmNumbers(client, wanted);
  return links.map((link, index) => {
    const utm = snapshots[index];
    const key = utm === undefined ? null : utmKey(workspaceNo, utmText(utm));
    return {
      workspaceNo,
      linkNo: numbers.get(link.id) ?? 0,
      campaignNo: link.campaign?.no ?? 0,
      utmNo: key === null ? 0 : (sets.get(key) ?? 0),
    };
  });
}
