import type { Link } from '@signpost/contracts';
import type { ApiClient, AppProcess } from '@signpost/testing';
import { expect } from 'vitest';
import { ACTORS, answerOf, instantOf, statusOf, type Actor, type ModelLink, type World } from './world.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The addresses of a run: few, so that sequences collide. */
export const SLUGS = ['ant', 'bee', 'cat', 'dog', 'eel', 'fox', 'gnu'] as const;
export const PREFIXES = ['to', 'via'] as const;

/** One workspace of the running application, and a signed-in caller for each actor. */
export class System {
  constructor(
    readonly app: AppProcess,
    readonly host: string,
    readonly clients: Readonly<Record<Actor, ApiClient>>,
    readonly userIds: Readonly<Record<Actor, string>>,
  ) {
    for (const actor of ACTORS) clients[actor].host = host;
  }

  as(actor: Actor): ApiClient {
    return this.clients[actor];
  }

  /** A visitor's request. */
  async visit(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
    const visitor = this.app.client();
    visitor.host = this.host;
    return visitor.request(method, path, {
      headers: { 'user-agent': BROWSER, accept: 'application/json', ...headers },
    });
  }

  /** Everything that can be seen agrees with the model. HEAD is not a visit: looking changes nothing. */
  async check(world: World): Promise<void> {
    const [all, trash, tags, campaigns, prefixes] = await Promise.all([
      this.as('owner').get('/api/links?archived=all&perPage=100&sort=createdAt'),
      this.as('owner').get('/api/links?trashed=true&archived=all&perPage=100'),
      this.as('owner').get('/api/tags'),
      this.as('owner').get('/api/campaigns'),
      this.as('owner').get('/api/workspaces/link-prefixes'),
    ]);
    const live = world.live();
    expect(all.status).toBe(200);
    expect(all.body.total).toBe(live.length);
    expect((all.body.items as Link[]).map((link) => shownOf(link))).toEqual(live.map((link) => this.expectedOf(link)));
    expect((trash.body.items as Link[]).map(({ id }) => id).sort()).toEqual(
      world.links
        .filter((link) => link.isDeleted)
        .map(({ id }) => id)
        .sort(),
    );
    const count = (holds: (link: ModelLink) => boolean): number => live.filter(holds).length;
    expect(
      sorted(tags.body.items.map((tag: { name: string; linkCount: number }) => [tag.name, tag.linkCount])),
    ).toEqual(sorted([...world.tags].map(([key, tag]) => [tag.name, count((link) => link.tags.has(key))])));
    expect(
      sorted(campaigns.body.items.map((one: { id: string; linkCount: number }) => [one.id, one.linkCount])),
    ).toEqual(sorted(world.campaigns.map((one) => [one.id, count((link) => link.campaign === one)])));
    expect(sorted(prefixes.body.items.map(({ prefix }: { prefix: string }) => prefix))).toEqual(
      sorted([...world.retained].map((prefix) => (prefix === '' ? '_root_' : prefix))),
    );
    await Promise.all(this.paths().map((path) => this.checkVisit(world, path)));
  }

  /** Holds the answer that a `HEAD` gets to the model's. */
  private async checkVisit(world: World, path: string): Promise<void> {
    const { status, headers } = await this.visit(path, {}, 'HEAD');
    const expected = answerOf(world.resolve(path));
    const location = headers.get('location');
    switch (expected.kind) {
      case 'nothing':
        expect([path, status]).toEqual([path, 404]);
        break;
      case 'unlock':
        expect([path, status, location?.startsWith('/p/')]).toEqual([path, 302, true]);
        break;
      case 'redirect':
        expect([path, status, location]).toEqual([path, 302, expected.to]);
    }
  }

  private paths(): string[] {
    return ['', ...PREFIXES.map((prefix) => `/${prefix}`)].flatMap((prefix) =>
      SLUGS.map((slug) => `${prefix}/${slug}`),
    );
  }

  private expectedOf(link: ModelLink): unknown {
    const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
    return {
      id: link.id,
      slug: link.slug,
      aliases: [...link.aliases].sort(),
      destinationUrl: link.destinationUrl,
      title: link.title,
      isEnabled: link.isEnabled,
      archived: link.archived,
      status: statusOf(link),
      startsAt: iso(instantOf(link.startsAt)),
      expiresAt: iso(instantOf(link.expiresAt)),
      maximumVisits: link.maximumVisits,
      // Without a cap visits reach the record with a delay.
      remainingVisits: link.maximumVisits === null ? null : Math.max(0, link.maximumVisits - link.usedVisits),
      isProtected: link.isProtected,
      campaignId: link.campaign?.id ?? null,
      utmCampaign: link.utmCampaign,
      utmMedium: link.utmMedium,
      tags: [...link.tags].sort(),
      responsibleUserId: link.responsible === null ? null : this.userIds[link.responsible],
    };
  }
}

function shownOf(link: Link): unknown {
  return {
    id: link.id,
    slug: link.slug,
    aliases: [...link.aliases].sort(),
    destinationUrl: link.destinationUrl,
    title: link.title,
    isEnabled: link.isEnabled,
    archived: link.archived,
    status: link.status,
    startsAt: link.startsAt,
    expiresAt: link.expiresAt,
    maximumVisits: link.maximumVisits,
    remainingVisits: link.remainingVisits,
    isProtected: link.isProtected,
    campaignId: link.campaignId,
    utmCampaign: link.utmCampaign,
    utmMedium: link.utmMedium,
    tags: link.tags.map((tag) => tag.toLowerCase()).sort(),
    responsibleUserId: link.responsibleUserId,
  };
}

const sorted = (values: unknown[]): string[] => values.map((value) => JSON.stringify(value)).sort();
