import { readConfig } from './platform/config/index.js';
import { findRunningEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.js';
import { prepare } from './prepare.js';

/** The application's database, for a command that runs with or without the application. */
export interface CommandDatabase {
  readonly url: string;
  /** Stops the database if it was started for the command. */
  release(): Promise<void>;
}

/**
 * The migrated database that the application uses with the same variables: the configured one, the embedded one of a running
 * application, or the embedded one, started for the duration of the command.
 * @throws ConfigError with all problems of the configuration.
 */
export async function openCommandDatabase(env: NodeJS.ProcessEnv): Promise<CommandDatabase> {
  const config = readConfig(env);
  const running = config.databaseUrl === null ? findRunningEmbeddedPostgres(config.dataDir) : null;
  if (running !== null) return { url: running, release: () => Promise.resolve() };
  const prepared = await prepare(env);
  return { url: prepared.config.databaseUrl ?? '', release: () => prepared.release() };
}
