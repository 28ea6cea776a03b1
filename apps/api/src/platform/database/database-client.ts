import pg from 'pg';
import { findPrimary, forgetPrimary, hostsOf, type DatabaseHost } from './database-hosts.js';
import type { TimedQuery } from './timed-query.js';

/**
 * Session settings that our statements and the driver depend on, whatever the defaults of the server, the database or the role:
 * the driver parses only one format of dates and bytes, and our tables are in `public`. They are sent as a statement, because
 * a pooler such as PgBouncer rejects unknown parameters at the start of a connection.
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
  // Connections of the pools, of the click writer and for LISTEN stay open while idle.
  idle_session_timeout: '0',
};

/**
 * Statement that applies the settings.
 * @param timeouts of this connection alone, in milliseconds.
 */
function settle(timeouts: Timeouts): string {
  const settings = Object.entries({ ...SESSION_SETTINGS, ...timeouts });
  return `SELECT ${[
    ...settings.map(([name, value]) => `set_config('${name}', '${value}', false)`),
    // An extension may be in another schema of the server's search path, so that path is retained after ours.
    `set_config('search_path', 'public, ' || current_setting('search_path'), false)`,
    'pg_is_in_recovery() AS standby',
  ].join(', ')}`;
}

/** Timeouts of one connection, which the driver would send as parameters at its start. */
type Timeouts = Readonly<Record<string, number>>;

/** Separates the timeouts, which are applied with the other settings, from what the driver gets. */
function withoutTimeouts(config: pg.ClientConfig): { config: pg.ClientConfig; timeouts: Timeouts } {
  const { statement_timeout, lock_timeout, ...rest } = config;
  const timeouts: Record<string, number> = {};
  if (typeof statement_timeout === 'number') timeouts['statement_timeout'] = statement_timeout;
  if (typeof lock_timeout === 'number') timeouts['lock_timeout'] = lock_timeout;
  return { config: rest, timeouts };
}

/** The server has become read-only, because another one has replaced it as primary. */
class StandbyError extends Error {
  /** The code of a refused connection, so that callers retry. */
  readonly code = 'ECONNREFUSED';

  constructor(host: string) {
    super(`${host} is a standby`);
  }
}

/** Maximum time for applying these settings, in milliseconds. */
const SETTLE_TIMEOUT_MS = 5_000;

/**
 * A connection to PostgreSQL, as used by all parts of Signpost: once connected, {@link SESSION_SETTINGS} are applied and, if the
 * URL names several servers, this one is the primary.
 */
export class DatabaseClient extends pg.Client {
  private readonly config: pg.ClientConfig;
  private readonly settings: string;
  private readonly hosts: readonly DatabaseHost[];

  constructor(given: string | pg.ClientConfig = {}) {
    const { config, timeouts } = withoutTimeouts(typeof given === 'string' ? { connectionString: given } : given);
    super(config);
    this.config = config;
    this.settings = settle(timeouts);
    this.hosts = hostsOf(this.config.connectionString);
    // A broken connection already fails the statements that wait for it. Its additional error event would end the process if no
    // listener were attached, for example before a pool or job has received the connection.
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
    // The driver reads host and port when it starts to connect.
    if (hosts.length > 0) Object.assign(this, await findPrimary(hosts, this.config));
    try {
      await super.connect();
      const question: TimedQuery = { text: this.settings, query_timeout: SETTLE_TIMEOUT_MS };
      const { rows } = await this.query<{ standby: boolean }>(question);
      if (hosts.length > 0 && rows[0]?.standby === true) throw new StandbyError(this.host);
    } catch (error) {
      // The next attempt searches for the new primary.
      forgetPrimary(hosts);
      // No caller receives this client, so no caller would end it.
      this.end().catch(() => undefined);
      throw error;
    }
    return this;
  }
}
