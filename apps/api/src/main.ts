import 'reflect-metadata';
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Logger } from '@nestjs/common';
import { describeFailure } from './describe-failure.js';
import type { Config } from './platform/config/index.js';
import { readVersion } from './platform/version.js';
import { prepare, prepareWorker } from './prepare.js';
import { startServer } from './server.js';
import { startWorkers } from './workers.js';

/** Stops what was started. */
type Stop = () => Promise<void>;

/** Starts everything in one process, or a primary that prepares and workers that serve. */
async function start(): Promise<Stop> {
  if (cluster.isWorker) {
    const running = await startServer(prepareWorker(process.env));
    return () => running.close();
  }
  // Variables of the environment take precedence over the file.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { config, release } = await prepare(process.env);
  let close: Stop;
  try {
    if (config.webConcurrency === 1) {
      const running = await startServer(config);
      close = () => running.close();
    } else {
      const workers = await startWorkers(config);
      close = () => workers.stop();
    }
  } catch (error) {
    await release();
    throw error;
  }
  const logger = new Logger('Signpost');
  logger.log(startLine(config));
  process.stdout.write(`Signpost is ready at ${config.publicOrigin}\n${hint(config)}`);
  return async () => {
    logger.log('Stopping: running requests are answered and clicks are stored.');
    await close();
    await release();
    logger.log('Stopped.');
  };
}

/** A summary of the running configuration, for the reader of the log. */
function startLine(config: Config): string {
  const processes = config.webConcurrency === 1 ? 'one process' : `${config.webConcurrency} processes`;
  const roles = [...config.roles].join(', ');
  return `Signpost ${readVersion()} listens at ${config.host}:${config.port}, ${processes}, roles ${roles}.`;
}

/** For a user at a terminal: where mails are sent, and how to stop. */
function hint({ smtpUrl, dataDir }: Config): string {
  if (!process.stdout.isTTY) return '';
  const outbox = relative(process.cwd(), join(dataDir, 'outbox'));
  const mails =
    smtpUrl === null ? `Emails are saved as files in ${outbox}` : `Emails are sent through ${new URL(smtpUrl).host}`;
  return `${mails}. Press Ctrl+C to stop.\n`;
}

function fail(error: unknown): never {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}

/** Signals that end the server, with the exit codes of a program that was ended by them. SIGHUP: the terminal was closed. */
const END_SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

// While it starts, the server ends at once. Without a handler, the first process of a container would not receive the signal.
let end = (code = 1): void => process.exit(code);
for (const [signal, code] of Object.entries(END_SIGNALS)) process.on(signal, () => end(code));

start().then((stop) => {
  let stopping: Promise<void> | null = null;
  end = (): void => {
    stopping ??= stop().then(() => process.exit(0), fail);
  };
  // A worker whose primary has ended ends as well, because it would not be replaced, and its database may have stopped.
  process.on('disconnect', () => end());
}, fail);
