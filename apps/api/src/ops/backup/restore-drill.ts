import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import type { Config } from '../../platform/config/index.js';
import { databaseError, INSUFFICIENT_PRIVILEGE, isDatabaseUnavailable } from '../../platform/errors/index.js';
import { ObjectStorage } from '../../platform/storage/index.js';
import { beginRun } from '../begin-run.js';
import { connect } from '../ops-context.js';
import { OpsError } from '../ops-error.js';
import { unpacked } from './backup-file.js';
import type { BackupTarget } from './backup-target.js';
import { checkBackup } from './check-backup.js';
import { restoreBackup } from './restore.js';
import { backupTargets, listBackups } from './scheduled-backup.js';

/** What is counted after the restore, with its table. */
const COUNTED = { links: 'links', clicks: 'click_events', accounts: 'users' } as const;

/** Counts found in the restored backup; they equal those stored in the backup. */
export interface RestoreDrill extends Readonly<Record<keyof typeof COUNTED, number>> {
  readonly name: string;
  readonly place: string;
}

/** Discards uploads: the drill only verifies them while reading. */
class Discard extends ObjectStorage {
  put(): Promise<void> {
    return Promise.resolve();
  }
  read(): Promise<null> {
    return Promise.resolve(null);
  }
  delete(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Restores the newest backup of each target into a temporary database on the same server, counts its rows, and drops
 * it. The application's database is not touched.
 * @throws OpsError when there is no backup, or its restored contents differ from its counts; Error of the target or the
 *   database.
 */
export async function runDrill(config: Config): Promise<RestoreDrill[]> {
  const drills: RestoreDrill[] = [];
  for (const target of backupTargets(config)) drills.push(await drillNewest(config, target));
  return drills;
}

/** A backup that is made meanwhile may replace the one that is read: then the drill is of the new one. */
async function drillNewest(config: Config, target: BackupTarget): Promise<RestoreDrill> {
  for (;;) {
    const [name] = await listBackups(target);
    if (name === undefined) throw new OpsError(`There is no backup in ${target.place} yet.`);
    try {
      return await drill(config, target, name);
    } catch (error) {
      if ((await listBackups(target)).includes(name)) throw error;
    }
  }
}

async function drill(config: Config, target: BackupTarget, name: string): Promise<RestoreDrill> {
  const { end } = await checkBackup(await target.read(name));
  const found = await inScratchDatabase(config, async (client) => {
    const source = await unpacked(await target.read(name));
    await restoreBackup({ config, client, storage: new Discard(), print: () => undefined }, source);
    return count(client);
  });
  for (const [what, table] of Object.entries(COUNTED)) {
    const [restored, wanted] = [found[what as keyof typeof COUNTED], end.tables[table]?.rows ?? 0];
    if (restored !== wanted) throw new OpsError(`${name} has restored ${restored} ${what} instead of ${wanted}.`);
  }
  return { name, place: target.place, ...found };
}

async function count(client: Awaited<ReturnType<typeof connect>>): Promise<Record<keyof typeof COUNTED, number>> {
  const columns = Object.entries(COUNTED).map(([what, table]) => `(SELECT count(*)::float8 FROM ${table}) AS ${what}`);
  const { rows } = await client.query<Record<keyof typeof COUNTED, number>>(`SELECT ${columns.join(', ')}`);
  return rows[0] ?? { links: 0, clicks: 0, accounts: 0 };
}

/**
 * Does work in a temporary database with a name of its own, and drops it. Those that killed runs have left are dropped first.
 * @throws Error of the work; OpsError when the database cannot be created.
 */
export async function inScratchDatabase<T>(
  config: Config,
  work: (client: Awaited<ReturnType<typeof connect>>) => Promise<T>,
): Promise<T> {
  const admin = await connect(config.databaseUrl ?? '');
  // PostgreSQL cuts longer names.
  const base = `${(admin.database ?? 'signpost').slice(0, 48)}_drill`;
  const scratch = `${base}_${randomBytes(4).toString('hex')}`;
  try {
    await beginRun(admin, 'restore_drill', async () => {
      const { rows } = await admin.query<{ left: string }>(LEFT, [base]);
      for (const { left } of rows) await admin.query(dropOf(left));
    });
    await create(admin, scratch);
    try {
      const client = await connect(config.databaseUrl ?? '', scratch);
      try {
        return await work(client);
      } finally {
        await client.end().catch(() => undefined);
      }
    } finally {
      await drop(config, admin, scratch);
    }
  } finally {
    await admin.end();
  }
}

/** A connection that has broken meanwhile is replaced: the next drill, which would drop the database, may be a week away. */
async function drop(config: Config, admin: Awaited<ReturnType<typeof connect>>, scratch: string): Promise<void> {
  try {
    await admin.query(dropOf(scratch));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const other = await connect(config.databaseUrl ?? '').catch(() => null);
    // While the database is away, nothing can be dropped.
    await other?.query(dropOf(scratch)).catch(() => undefined);
    await other?.end();
  }
}

async function create(admin: Awaited<ReturnType<typeof connect>>, database: string): Promise<void> {
  try {
    await admin.query(`CREATE DATABASE ${escapeIdentifier(database)} TEMPLATE template0 ENCODING 'UTF8'`);
  } catch (error) {
    if (databaseError(error)?.code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new OpsError(`The user ${admin.user ?? ''} of DATABASE_URL may not create a database: it needs CREATEDB.`);
  }
}

const dropOf = (database: string): string => `DROP DATABASE IF EXISTS ${escapeIdentifier(database)} WITH (FORCE)`;

const LEFT = `
  SELECT datname AS left FROM pg_database
  WHERE starts_with(datname, $1) AND substr(datname, length($1) + 1) ~ '^_[0-9a-f]{8}$'`;
