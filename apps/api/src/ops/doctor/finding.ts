import type pg from 'pg';
import type { Config } from '../../platform/config/index.js';
import { reasonOf } from '../../platform/errors/reason.js';
import type { Site } from '../ops-context.js';

/** Result of one check. `action` is the advice to the operator. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly action?: string;
}

/** The result of one check. */
export type Verdict = Omit<Finding, 'check'>;

/** A check of the instance. */
export type Look = (site: Site) => Promise<Verdict> | Verdict;

/** Timeout for external services, in milliseconds. */
export const PATIENCE_MS = 5_000;

/** Nothing to do. */
export const ok = (detail: string): Verdict => ({ state: 'ok', detail });
/** It works, but should be changed. @param action what to do, in sentences. */
export const warning = (detail: string, action: string): Verdict => ({ state: 'warning', detail, action });
/** It does not work. @param action what to do, in sentences. */
export const failed = (detail: string, action: string): Verdict => ({ state: 'failed', detail, action });

/** Result of checks that need a database when it is unavailable. */
export const withoutDatabase = (reason: Error): Verdict =>
  failed(reasonOf(reason), 'Start the database or correct DATABASE_URL, and run doctor again.');

/** A check that needs the database. */
export function withDatabase(look: (client: pg.Client, config: Config) => Promise<Verdict>): Look {
  return ({ client, config }) => (client instanceof Error ? withoutDatabase(client) : look(client, config));
}
