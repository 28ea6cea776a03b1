import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { prepare } from './prepare.js';
import { ConfigError } from './platform/config/index.js';
import { startServer } from './server.js';

/** Starts one process: configuration, database, migrations, server; stops all of it on SIGINT and SIGTERM. */
async function main(): Promise<void> {
  // Variables that are set already win over the file.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const prepared = await prepare(process.env);
  const running = await startServer(prepared.config);
  process.stdout.write(`Signpost is ready at ${prepared.config.publicOrigin}\n`);

  let stopping: Promise<void> | null = null;
  const stop = (): void => {
    stopping ??= running
      .close()
      .then(() => prepared.release())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
