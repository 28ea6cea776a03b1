import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig, type Config } from '../platform/config/index.js';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.js';
import { reasonOf } from '../platform/errors/reason.js';
import { loadSessionSecret } from '../platform/security/session-secret.js';
import { FileStorage, S3Storage, type ObjectStorage } from '../platform/storage/index.js';

/** A problem that is the caller's to solve: shown as one line, without a stack. */
export class OpsError extends Error {}

/** Where a command works: the configuration of the application, its database, and where it may speak. */
export interface OpsContext {
  /** With `databaseUrl` and `sessionSecret` as the application would have them. */
  readonly config: Config;
  readonly client: pg.Client;
  readonly storage: ObjectStorage;
  /** A line for the person, on standard error: standard output may carry a backup. */
  readonly say: (line: string) => void;
}

/**
 * Gives a command the database of the application: the one of DATABASE_URL, else the embedded one, joined when the
 * application runs and started for the length of the command when it does not.
 * @throws ConfigError with every problem of the configuration.
 */
export async function withOpsContext<T>(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  work: (context: OpsContext) => Promise<T>,
): Promise<T> {
  const read = readConfig(env);
  mkdirSync(read.dataDir, { recursive: true });
  const sessionSecret = read.sessionSecret === '' ? loadSessionSecret(read.dataDir) : read.sessionSecret;
  const database = await openDatabase(read, say);
  try {
    const config = read.with({ sessionSecret, databaseUrl: database.url });
    const client = await connect(database.url);
    try {
      return await work({ config, client, storage: storageOf(config), say });
    } finally {
      await client.end();
    }
  } finally {
    await database.release();
  }
}

/** @throws OpsError when the database cannot be reached. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'signpost-cli',
    connectionTimeoutMillis: 5_000,
  });
  // A connection that breaks fails the statement under way; nobody else listens.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new OpsError(`The database cannot be reached: ${reasonOf(error)}`);
  }
  return client;
}

async function openDatabase(
  config: Config,
  say: (line: string) => void,
): Promise<{ url: string; release: () => Promise<void> }> {
  const running = config.databaseUrl ?? findRunningEmbeddedPostgres(config.dataDir);
  if (running !== null) return { url: running, release: () => Promise.resolve() };
  const log = { info: () => undefined, warn: say, error: say };
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  return { url: embedded.url, release: () => embedded.stop() };
}

function storageOf(config: Config): ObjectStorage {
  return config.s3 === null ? new FileStorage(join(config.dataDir, 'uploads')) : new S3Storage(config.s3);
}
