import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { CodedEvent } from './click-codes.js';

const COPY = `COPY click_events (occurred_at, visitor, workspace_no, link_no, campaign_no, utm_no, referrer_no,
  country, outcome, device, browser, os, bot_class) FROM STDIN`;

/** Rows handed to the connection at once. */
const CHUNK_ROWS = 2000;

/** Writes raw events; their partitions exist. */
export async function copyEvents(client: pg.ClientBase, events: readonly CodedEvent[]): Promise<void> {
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
