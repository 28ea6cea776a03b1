import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { Config, readConfig } from './platform/config/index.js';
import { migrate } from './platform/database/index.js';
import { loadSessionSecret } from './platform/security/session-secret.js';

/** A configuration whose database answers and is migrated, and how to let go of it. */
export interface Prepared {
  readonly config: Config;
  release(): Promise<void>;
}

/**
 * Everything that has to stand before the application: folders, the generated secret, the database, its schema.
 * @throws ConfigError with every problem of the configuration.
 */
export async function prepare(env: NodeJS.ProcessEnv): Promise<Prepared> {
  const read = readConfig(env);
  mkdirSync(read.dataDir, { recursive: true });
  const sessionSecret = read.sessionSecret === '' ? loadSessionSecret(read.dataDir) : read.sessionSecret;
  const config = new Config({ ...read, sessionSecret });
  await migrateDatabase(config.databaseUrl ?? '');
  return { config, release: async () => undefined };
}

async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'signpost-migrate' });
  await client.connect();
  try {
    await migrate(client);
  } finally {
    await client.end();
  }
}
