import type pg from 'pg';
import type { Config } from '../../platform/config/index.js';
import { reasonOf } from '../../platform/errors/reason.js';
import type { Site } from '../ops-context.js';

/** One thing looked at. `action` says what to do about it. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly action?: string;
}

export type Verdict = Omit<Finding, 'check'>;

export type Look = (site: Site) => Promise<Verdict> | Verdict;

/** Longest wait for anything outside, in milliseconds. */
export const PATIENCE_MS = 5_000;

export const ok = (detail: string): Verdict => ({ state: 'ok', detail });
export const warning = (detail: string, action: string): Verdict => ({ state: 'warning', detail, action });
export const failed = (detail: string, action: string): Verdict => ({ state: 'failed', detail, action });

/** What is said in the place of everything that nobody but the database can say. */
export const withoutDatabase = (reason: Error): Verdict =>
  failed(reasonOf(reason), 'Bring the database back or mend DATABASE_URL, and run doctor again.');

/** What nobody but the database can say. */
export function asked(look: (client: pg.Client, config: Config) => Promise<Verdict>): Look {
  return ({ client, config }) => (client instanceof Error ? withoutDatabase(client) : look(client, config));
}
