import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { CodedEvent } from './click-codes.js';
import { ensurePartitions, monthOf, retainedFrom } from './click-partitions.js';

const COPY = `COPY click_events (occurred_at, visitor, workspace_no, link_no, campaign_no, utm_no, referrer_no,
  country, outcome, device, browser, os, bot_class) FROM STDIN`;

/** Rows handed to the connection at once. */
const CHUNK_ROWS = 2000;

/** Writes raw events, apart from those that retention would drop at once, and makes the partitions that they need. */
export async function writeRaw(client: pg.ClientBase, events: readonly CodedEvent[]): Promise<void> {
  const retained = await retainedFrom(client);
  const kept = events.filter((event) => event.at >= retained);
  const months = new Set(kept.map((event) => monthOf(event.at)));
  await ensurePartitions(client, months);
  await copyEvents(client, kept);
}

async function copyEvents(client: pg.ClientBase, events: readonly CodedEvent[]): Promise<void> {
  const stream = client.query(copyFrom(COPY));
  const ended = finished(stream);
  for (let at = 0; at < events.length; at += CHUNK_ROWS) {
    const text = events
      .slice(at, at + CHUNK_ROWS)
      .map(rowText)
      .join('');
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), ended]);
  }
  stream.end();
  await ended;
}

function rowText(event: CodedEvent): string {
  const at = new Date(event.at).toISOString();
  return `${at}\t${event.visitor}\t${event.workspaceNo}\t${event.linkNo}\t${event.campaignNo}\t${event.utmNo}\t${event.referrerNo}\t${event.country}\t${event.outcome}\t${event.device}\t${event.browser}\t${event.os}\t${event.bot}\n`;
}
