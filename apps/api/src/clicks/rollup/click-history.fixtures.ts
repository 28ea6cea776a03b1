import { randomUUID } from 'node:crypto';
import { BOT_CLASSES, BROWSERS, DEVICES, OPERATING_SYSTEMS, OUTCOMES, type ClickEvent } from '@signpost/domain';
import { addLinks, addWorkspace, type TestDatabase } from '@signpost/testing';
import { ClickStore } from '../writer/click-store.js';

/** Creates workspaces with campaigns and links for tests of clicks. */
export class ClickFixtures {
  private readonly store = new ClickStore();

  constructor(private readonly database: TestDatabase) {}

  workspace(): Promise<string> {
    return addWorkspace(this.database);
  }

  async campaign(workspaceId: string): Promise<string> {
    const id = randomUUID();
    await this.database.query('INSERT INTO campaigns (id, workspace_id, name, utm_campaign) VALUES ($1, $2, $3, $3)', [
      id,
      workspaceId,
      `c-${id}`,
    ]);
    return id;
  }

  async link(workspaceId: string): Promise<string> {
    const [id = ''] = await this.links(workspaceId, 1);
    return id;
  }

  /** Links that differ only in their slugs and titles. */
  links(workspaceId: string, count: number): Promise<string[]> {
    const rows = Array.from({ length: count }, () => randomUUID()).map((id) => ({
      id,
      title: `Title, "${id.slice(0, 4)}"`,
    }));
    return addLinks(this.database, workspaceId, rows);
  }

  save(events: readonly ClickEvent[]): Promise<{ stored: number; dropped: number }> {
    return this.database.transaction((client) => this.store.store(client, events));
  }
}

const COUNTRIES = ['DE', 'FR', 'US', 'GB', 'IN', 'BR', 'ZZ', null];
const SOURCES = ['newsletter', 'x', null, 'unknown', '=cmd'];

/** One random event of a person or a bot, in which rare values are frequent enough to be tested. */
export function randomEvent(
  random: () => number,
  place: { workspaceId: string; linkId: string; campaignId: string | null; at: number },
): ClickEvent {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * random() * values.length)] as T;
  const isBot = random() < 0.25;
  return {
    ...place,
    utm: {
      source: pick(SOURCES),
      medium: pick(['email', null]),
      campaign: null,
      term: null,
      content: pick([null, 'a']),
    },
    outcome: pick(isBot ? OUTCOMES : OUTCOMES.filter((outcome) => outcome !== 'bot_request')),
    referrerHost: pick(['direct', ...Array.from({ length: 70 }, (_, index) => `host-${index}.example`), 'other']),
    country: pick(COUNTRIES),
    device: pick(DEVICES),
    browser: pick(BROWSERS),
    os: pick(OPERATING_SYSTEMS),
    botClass: isBot ? pick(BOT_CLASSES) : null,
    // Few visitors, so that the same ones return on the same day and to the same links.
    visitor: Math.floor(random() * 25)
      .toString(16)
      .padStart(15, '0')
      .padStart(16, 'f'),
    counted: random() < 0.5,
  };
}
