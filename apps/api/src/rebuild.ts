import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { rebuildWorkspace } from './clicks/index.js';
import { openCommandDatabase } from './command-database.js';
import { DatabaseClient } from './platform/database/index.js';
import { describeCommandFailure } from './describe-failure.js';

const USAGE = `Usage: npm run analytics:rebuild [-- --workspace SLUG]

Computes everything that reports show anew from the raw click events, of one workspace or of all.
The application may run meanwhile. What retention has dropped keeps its counts.
`;

async function main(): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { values } = parseArgs({ options: { workspace: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const database = await openCommandDatabase(process.env);
  const client = new DatabaseClient({ connectionString: database.url, application_name: 'signpost-rebuild' });
  try {
    await client.connect();
    const workspaces = await client.query<{ no: number; slug: string }>(
      'SELECT no, slug FROM workspaces WHERE $1::text IS NULL OR slug = $1 ORDER BY no',
      [values.workspace ?? null],
    );
    if (values.workspace !== undefined && workspaces.rows.length === 0) {
      process.stderr.write(`There is no workspace ${values.workspace}.\n`);
      return 1;
    }
    if (workspaces.rows.length === 0) process.stdout.write('There is no workspace yet.\n');
    for (const { no, slug } of workspaces.rows) {
      let days = 0;
      await rebuildWorkspace(client, no, Date.now(), (done) => (days = done));
      process.stdout.write(`${slug}: ${days} days rebuilt\n`);
    }
    return 0;
  } finally {
    await client.end();
    await database.release();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(describeCommandFailure(error, USAGE));
    process.exitCode = 1;
  },
);
