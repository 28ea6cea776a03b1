import pg from 'pg';
import { findPrimary, forgetPrimary, hostsOf, type DatabaseHost } from './database-hosts.js';
import type { TimedQuery } from './timed-query.js';

/**
 * Settings of a session that our statements and the driver rely on, whatever the server, the database or the role says: the
 * driver reads dates and bytes in one form alone, and our tables lie in `public`. Sent as a statement and not as part of the
 * connection's start, where a pooler such as PgBouncer refuses what it does not know.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  xmloption: 'content',
};

// An extension may lie in a schema of its own that the server's path names: it stays on the path, behind ours.
const SETTLE = `SELECT ${[
  ...Object.entries(SESSION_SETTINGS).map(([name, value]) => `set_config('${name}', '${value}', false)`),
  `set_config('search_path', 'public, ' || current_setting('search_path'), false)`,
  'pg_is_in_recovery() AS standby',
].join(', ')}`;

/** The server takes no changes any more: another one has taken its place. */
class StandbyError extends Error {
  /** As of a server that refuses connections: it is tried again. */
  readonly code = 'ECONNREFUSED';

  constructor(host: string) {
    super(`${host} is a standby`);
  }
}

/** Longest wait for the answer to these settings, in milliseconds. */
const SETTLE_TIMEOUT_MS = 5_000;

/**
 * A connection to PostgreSQL as every part of Signpost makes it: connected means that {@link SESSION_SETTINGS} hold and, where
 * the address names several servers, that this one takes changes.
 */
export class DatabaseClient extends pg.Client {
  private readonly config: pg.ClientConfig;
  private readonly hosts: readonly DatabaseHost[];

  constructor(config: string | pg.ClientConfig = {}) {
    super(config);
    this.config = typeof config === 'string' ? { connectionString: config } : config;
    this.hosts = hostsOf(this.config.connectionString);
    // A connection that breaks fails the statements that wait for it. That it also says so by an event, which ends the process
    // where nobody listens, must not depend on who has it just then: its pool, a job, or nobody yet.
    this.on('error', () => undefined);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(
    callback?: ((error: Error) => void) | ((error: null, client: pg.Client) => void),
  ): Promise<pg.Client> | void {
    const connected = this.open();
    if (callback === undefined) return connected;
    const done = callback as (error: Error | null, client?: pg.Client) => void;
    connected.then(
      (client) => {
        done(null, client);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  private async open(): Promise<pg.Client> {
    const { hosts } = this;
    // The driver connects to where these two point when it begins.
    if (hosts.length > 0) Object.assign(this, await findPrimary(hosts, this.config));
    try {
      await super.connect();
      const question: TimedQuery = { text: SETTLE, query_timeout: SETTLE_TIMEOUT_MS };
      const { rows } = await this.query<{ standby: boolean }>(question);
      if (hosts.length > 0 && rows[0]?.standby === true) throw new StandbyError(this.host);
    } catch (error) {
      // Whoever connects next looks for the server that took its place.
      forgetPrimary(hosts);
      // Nobody is given it, so nobody would end it.
      this.end().catch(() => undefined);
      throw error;
    }
    return this;
  }
}
