import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { randomFrom } from '@signpost/domain';
import type pg from 'pg';
import { openCommandDatabase } from './command-database.js';
import { DatabaseClient } from './platform/database/index.js';
import { describeCommandFailure } from './describe-failure.js';
import { ProgressBar } from './platform/progress-bar.js';
import { findWorkspace, seedClicks, SeedError, seedLinks } from './seeding/index.js';

const USAGE = `Usage: npm run seed -- --events N --links L --days D [--workspace SLUG] [--seed NUMBER]

Fills a workspace with links and realistic traffic that ends now. In an instance without any account it makes one, with
a workspace, and prints how to sign in. Uses the same variables as the application, which may run or not.
`;

interface SeedOptions {
  readonly events: number;
  readonly links: number;
  readonly days: number;
  readonly workspace: string | null;
  readonly seed: number;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === null) {
    process.stdout.write(USAGE);
    return;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const database = await openCommandDatabase(process.env);
  const client = new DatabaseClient({ connectionString: database.url, application_name: 'signpost-seed' });
  try {
    await client.connect();
    await seed(client, options);
  } finally {
    await client.end();
    await database.release();
  }
}

async function seed(client: pg.Client, options: SeedOptions): Promise<void> {
  const workspace = await findWorkspace(client, options.workspace);
  const plan = { now: Date.now(), days: options.days, random: randomFrom(options.seed) };
  const links = await seedLinks(client, workspace, { ...plan, count: options.links });
  const bar = new ProgressBar(options.events, 'events', process.stderr);
  await seedClicks(client, { ...plan, workspaceNo: workspace.no, events: options.events, links }, (stored) => {
    bar.show(stored);
  });
  // Without it, queries would be planned for empty tables.
  await client.query('ANALYZE links, click_hours, click_days, click_visitors, click_events');
  process.stdout.write(
    `Workspace ${workspace.slug}: ${options.links} links, ${options.events} events over ${options.days} days.\n`,
  );
  if (workspace.signIn !== null) {
    process.stdout.write(`Sign in with ${workspace.signIn.email} and the password ${workspace.signIn.password}\n`);
  }
}

/** @returns null for `--help`. @throws SeedError, or an error of `parseArgs`, naming the invalid option. */
function readOptions(): SeedOptions | null {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      events: { type: 'string', default: '10000' },
      links: { type: 'string', default: '100' },
      days: { type: 'string', default: '90' },
      workspace: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.help === true) return null;
  return {
    events: wholeNumber('events', values.events, 1, 1_000_000_000),
    links: wholeNumber('links', values.links, 1, 1_000_000),
    days: wholeNumber('days', values.days, 1, 3650),
    seed: wholeNumber('seed', values.seed, 0, 0x7fffffff),
    workspace: values.workspace ?? null,
  };
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new SeedError(`--${name} takes a whole number from ${min} to ${max}.`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof SeedError ? `${error.message}\n\n${USAGE}` : describeCommandFailure(error, USAGE),
  );
  process.exitCode = 1;
});
