import { DAY_MS } from '@signpost/domain';
import type pg from 'pg';
import { copyRows, type BinaryRows } from '../pg/binary-copy.js';
import type { CodedEvent } from '../event/click-codes.js';
import { ensurePartitions, monthOf, retainedFrom } from '../pg/click-partitions.js';
import { dayOf } from './scope.js';

const TARGET = `click_events (occurred_at, visitor, workspace_no, link_no, campaign_no, utm_no, referrer_no,
  country, outcome, device, browser, os, bot_class)`;
const FIELDS = 13;

/** Writes raw events, except those that retention would drop at once, and creates the partitions that they need. */
export async function writeRaw(client: pg.ClientBase, events: readonly CodedEvent[]): Promise<void> {
  const retained = await retainedFrom(client);
  const kept = events.filter(({ at }) => at >= retained);
  const days = new Set(kept.map(({ at }) => dayOf(at)));
  await ensurePartitions(client, new Set([...days].map((day) => monthOf(day * DAY_MS))));
  await copyRows(client, TARGET, kept, writeEvent);
}

function writeEvent(out: BinaryRows, event: CodedEvent): void {
  out.begin(FIELDS);
  out.timestamp(event.at);
  out.int8(event.visitor);
  out.int4(event.workspaceNo);
  out.int4(event.linkNo);
  out.int4(event.campaignNo);
  out.int4(event.utmNo);
  out.int4(event.referrerNo);
  out.int2(event.country);
  out.int2(event.outcome);
  out.int2(event.device);
  out.int2(event.browser);
  out.int2(event.os);
  out.int2(event.bot);
}
