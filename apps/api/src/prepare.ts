import { Logger } from '@nestjs/common';
import { ensureMonths, MONTHS_READY } from './clicks/index.js';
import { runBackup } from './ops/index.js';
import { BEARER_ADVISED, readConfig, type Config } from './platform/config/index.js';
import { counted } from './platform/counted.js';
import { startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.js';
import { DatabaseClient, migrate, OPEN_TIMEOUT_MS } from './platform/database/index.js';
import { requireOwnSession } from './platform/database/lending-pooler.js';
import { makePrivateFolder } from './platform/security/private-folder.js';
import { inFolder, OutsideError, reasonOf } from './platform/errors/index.js';
import { logWithoutApplication } from './platform/logging/index.js';
import { withSessionSecret } from './platform/security/session-secret.js';

/** The database of DATABASE_URL is unavailable, or rejects the connection. */
export class DatabaseUnreachableError extends OutsideError {
  override readonly name = 'DatabaseUnreachableError';

  constructor(cause: unknown) {
    super(`The database cannot be reached: ${reasonOf(cause)}. Check DATABASE_URL.`);
  }
}

/** A configuration with a reachable, migrated database, and the function that releases it. */
export interface Prepared {
  readonly config: Config;
  /** Stops the embedded database if this process has started it. */
  readonly release: () => Promise<void>;
}

/**
 * Prepares everything that the application needs: folders, the generated secret, the database, its schema.
 * @throws ConfigError with all problems of the configuration; OutsideError for DATA_DIR or a database that cannot be used.
 */
export async function prepare(env: NodeJS.ProcessEnv): Promise<Prepared> {
  const read = readConfig(env);
  logWithoutApplication(read);
  const logger = new Logger('Configuration');
  if (read.mode === 'multi' && !read.canHaveSubdomains) {
    logger.warn('PUBLIC_URL is an address without subdomains, so workspaces have no address. Use a host name.');
  }
  for (const name of read.weakSecrets) {
    logger.warn(`${name} has fewer than ${BEARER_ADVISED} characters. Make a longer one with: openssl rand -hex 24`);
  }
  const { withSecret, database } = await inFolder('DATA_DIR', read.dataDir, async () => {
    makePrivateFolder(read.dataDir);
    return { withSecret: withSessionSecret(read), database: await openDatabase(read) };
  });
  const config = withSecret.with({ databaseUrl: database.url });
  try {
    await migrateDatabase(config);
  } catch (error) {
    await database.release();
    throw error;
  }
  return { config, release: database.release };
}

/** The configuration of a worker process, whose primary has prepared everything. */
export function prepareWorker(env: NodeJS.ProcessEnv): Config {
  const read = readConfig(env);
  logWithoutApplication(read);
  return withSessionSecret(read);
}

async function openDatabase(config: Config): Promise<{ url: string; release: () => Promise<void> }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, release: () => Promise.resolve() };
  const logger = new Logger('PostgreSQL');
  const log = {
    info: (message: string) => {
      if (['debug', 'trace'].includes(config.logLevel)) logger.debug(message);
    },
    warn: (message: string) => {
      logger.warn(message);
    },
    error: (message: string) => {
      logger.error(message);
    },
  };
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  return { url: embedded.url, release: () => embedded.stop() };
}

async function migrateDatabase(config: Config): Promise<void> {
  const logger = new Logger('Migrations');
  const client = new DatabaseClient({
    connectionString: config.databaseUrl ?? '',
    application_name: 'signpost-migrate',
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
  });
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseUnreachableError(error);
  }
  try {
    await requireOwnSession(client, config.databaseUrl ?? '');
    const applied = await migrate(client, undefined, {
      beforeUpgrade: async (pending) => {
        if (config.backup === null) return;
        logger.log(`${counted(pending.length, 'migration')} will be applied. A backup is written first.`);
        for (const { name, place } of await runBackup(config, Date.now()))
          logger.log(`Backed up: ${name} in ${place}.`);
      },
      onTurnOfAnother: () => {
        logger.log('Another process migrates the database: this one waits for it.');
      },
      onWait: (name, attempt) => {
        if (attempt === 1)
          logger.warn(`Migration ${name} is waiting for a long transaction to end, or builds an index.`);
      },
    });
    const newest = applied.at(-1);
    if (newest !== undefined) logger.log(`${counted(applied.length, 'migration')} applied, up to ${newest}.`);
    // Created before the first click, independently of the jobs; a failure is only logged, because the partitions job tries again.
    await ensureMonths(client, Date.now(), MONTHS_READY).catch((error: unknown) => {
      logger.warn(`The partitions of click events could not be created yet: ${reasonOf(error)}`);
    });
  } finally {
    await client.end();
  }
}
