import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { readConfig, type Config } from '../platform/config/index.js';
import { DatabaseClient } from '../platform/database/database-client.js';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.js';
import { postgresHome } from '../platform/database/embedded/postgres-cluster.js';
import { pendingMigrations } from '../platform/database/migrations.js';
import { OPEN_TIMEOUT_MS } from '../platform/database/timed-query.js';
import { inFolder } from '../platform/errors/outside-error.js';
import { reasonOf } from '../platform/errors/reason.js';
import { FileStorage, S3Storage, type ObjectStorage } from '../platform/storage/index.js';
import { OpsError } from './ops-error.js';

/** Name of the commands' connections in the database; those of the application begin with `signpost` too. */
export const CLI_CONNECTION = 'signpost-cli';

/** Environment of a command: the application's configuration, its database, and output. */
export interface OpsContext {
  /** With the `databaseUrl` that the application would use; `sessionSecret` is unchanged from the environment. */
  readonly config: Config;
  readonly client: pg.Client;
  readonly storage: ObjectStorage;
  /** Prints a message to standard error, because standard output may carry a backup. */
  readonly print: (line: string) => void;
}

/** Like {@link OpsContext}, with an error in place of an unreachable database. */
export interface Site {
  readonly config: Config;
  readonly client: pg.Client | Error;
  readonly storage: ObjectStorage;
}

/**
 * The database that a command needs: `any`, where an embedded one is created if there is none; `existing`; `migrated`, one
 * whose tables this version of the application or an older one has created; or `current`, one without pending migrations.
 */
export type WantedDatabase = 'any' | 'existing' | 'migrated' | 'current';

/**
 * Runs a command with the application's database: the one of DATABASE_URL, else the embedded one, which is started for
 * the duration of the command unless the application is running.
 * @throws ConfigError with every problem of the configuration; OpsError when the database is unavailable or not as
 *   required.
 */
export async function withOpsContext<T>(
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
  wanted: WantedDatabase,
  work: (context: OpsContext) => Promise<T>,
): Promise<T> {
  const read = readConfig(env);
  const { url, client, release } = await openDatabase(read, wanted, print);
  try {
    if (wanted === 'migrated' || wanted === 'current') await requireTables(client, wanted);
    return await work({ config: read.with({ databaseUrl: url }), client, storage: openStorage(read), print });
  } finally {
    await release();
  }
}

/**
 * Runs checks on an installation without creating anything; an unavailable database is passed as an error.
 * @throws ConfigError with every problem of the configuration.
 */
export async function withSite<T>(
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
  look: (site: Site) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  const opened = await openDatabase(config, 'existing', print).catch((error: unknown) =>
    error instanceof Error ? error : new Error(reasonOf(error)),
  );
  const storage = openStorage(config);
  if (opened instanceof Error) return look({ config, client: opened, storage });
  try {
    return await look({ config, client: opened.client, storage });
  } finally {
    await opened.release();
  }
}

/**
 * @param database another database on the same server.
 * @throws OpsError when the database cannot be reached.
 */
export async function connect(url: string, database?: string): Promise<pg.Client> {
  const client = new DatabaseClient({
    connectionString: database === undefined ? url : withDatabase(url, database),
    application_name: CLI_CONNECTION,
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
  });
  try {
    await client.connect();
  } catch (error) {
    throw new OpsError(`The database cannot be reached: ${reasonOf(error)}`);
  }
  return client;
}

/** A connection to a database; `release` closes it, and stops the server if it was started for this command. */
interface OpenDatabase {
  readonly url: string;
  readonly client: pg.Client;
  readonly release: () => Promise<void>;
}

async function openDatabase(
  config: Config,
  wanted: WantedDatabase,
  print: (line: string) => void,
): Promise<OpenDatabase> {
  const { url, stop } = await findServer(config, wanted, print);
  try {
    const client = await connect(url);
    return { url, client, release: () => client.end().finally(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function findServer(
  { databaseUrl, dataDir }: Config,
  wanted: WantedDatabase,
  print: (line: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const running = databaseUrl ?? findRunningEmbeddedPostgres(dataDir);
  if (running !== null) return { url: running, stop: () => Promise.resolve() };
  if (wanted !== 'any' && !existsSync(postgresHome(dataDir))) {
    throw new OpsError(`There is no database in ${dataDir}, and DATABASE_URL is not set. Check both.`);
  }
  const log = { info: () => undefined, warn: print, error: print };
  const embedded = await inFolder('DATA_DIR', dataDir, () => startEmbeddedPostgres({ dataDir, log }));
  return { url: embedded.url, stop: () => embedded.stop() };
}

/** A newer schema is refused. */
async function requireTables(client: pg.Client, wanted: 'migrated' | 'current'): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(
    `SELECT to_regclass('schema_migrations')::text AS found`,
  );
  if (rows[0]?.found === null) {
    throw new OpsError('Signpost has never run on this database: it is empty. Check DATABASE_URL and DATA_DIR.');
  }
  const pending = await pendingMigrations(client);
  if (wanted === 'current' && pending.length > 0) {
    throw new OpsError(
      'The database has pending migrations: start this version of Signpost once, or run signpost migrate.',
    );
  }
}

function withDatabase(url: string, database: string): string {
  // Not by the URL class, which does not support a list of hosts.
  return url.replace(/^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${encodeURIComponent(database)}`);
}

/** The upload storage for this configuration. */
export function openStorage(config: Config): ObjectStorage {
  return config.s3 === null ? new FileStorage(join(config.dataDir, 'uploads')) : new S3Storage(config.s3);
}
