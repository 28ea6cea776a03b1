import { statSync } from 'node:fs';
import { DAY_MS, utcDay } from '@signpost/domain';
import type pg from 'pg';
import { jobNamesOf } from '../../jobs/index.js';
import type { Config } from '../../platform/config/index.js';
import { counted } from '../../platform/counted.js';
import { SESSION_SETTINGS } from '../../platform/database/database-client.js';
import { requireOwnSession } from '../../platform/database/lending-pooler.js';
import { hasTable, pendingMigrations } from '../../platform/database/migrations.js';
import { OWN_DATABASE } from '../../platform/errors/database-error.js';
import { failed, ok, warning, type Verdict } from './finding.js';

const CLOCK_SKEW_MS = 2_000;

/** Whether the database suits Signpost: its version, encoding, locale, number of connections and extension. */
export async function checkDatabase(client: pg.Client, config: Config): Promise<Verdict> {
  if (config.databaseUrl !== null) await requireOwnSession(client, config.databaseUrl);
  const startedAt = performance.now();
  const found = await client.query<{
    version: number;
    encoding: string;
    maximum: number;
    search: boolean;
    folds: boolean;
  }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
       current_setting('max_connections')::int AS maximum,
       to_regclass('links') IS NULL OR EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS search,
       lower('Ä') = 'ä' AS folds`,
  );
  const milliseconds = (performance.now() - startedAt).toFixed(1);
  const { version, encoding, maximum, search, folds } = found.rows[0] ?? {
    version: 0,
    encoding: '',
    maximum: 0,
    search: false,
    folds: false,
  };
  const text = `PostgreSQL ${Math.floor(version / 10_000)}, answers in ${milliseconds} ms`;
  if (version < 140_000) return failed(text, 'Signpost needs PostgreSQL 14 or newer.');
  if (encoding !== 'UTF8') return failed(`${text}, encoding ${encoding}`, 'Create the database with ENCODING UTF8.');
  if (!folds) {
    return warning(
      `${text}; its locale has no capital letters beyond A to Z`,
      'Create the database with a locale that does, such as C.UTF-8. Now searches and tags distinguish Ä from ä.',
    );
  }
  // The click writer and LISTEN each hold one connection in addition to the pools.
  const wanted = (config.databasePoolSize + 2) * config.webConcurrency;
  if (wanted > maximum * 0.8) {
    return warning(
      `${text}; this machine may open ${wanted} of ${maximum} connections`,
      'Lower DATABASE_POOL_SIZE or WEB_CONCURRENCY, or raise max_connections.',
    );
  }
  if (!search)
    return warning(`${text}, without pg_trgm`, 'Run CREATE EXTENSION pg_trgm to keep the search for links fast.');
  return ok(text);
}

/** Whether the clocks of this machine and the database agree. */
export async function checkTime(client: pg.Client): Promise<Verdict> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2);
  const text = `the clocks of this machine and the database differ by ${(skew / 1000).toFixed(1)} s`;
  return skew > CLOCK_SKEW_MS
    ? failed(text, 'Synchronise both clocks by NTP: expiry dates and jobs depend on them.')
    : ok(text);
}

/** Whether every migration is applied. */
export async function checkSchema(client: pg.Client): Promise<Verdict> {
  const pending = await pendingMigrations(client);
  if (pending.length === 0) return ok('all migrations are applied');
  const names = pending.map(({ name }) => name).join(', ');
  const text = `${counted(pending.length, 'pending migration')}: ${names}`;
  const { rows } = await client.query<{ user: string; may: boolean }>(
    `SELECT current_user AS user, has_schema_privilege('public', 'CREATE') AS may`,
  );
  const [found] = rows;
  if (found?.may === false) return failed(`${text}; ${found.user} may not create tables`, OWN_DATABASE);
  return warning(text, 'Start this version, or run signpost migrate.');
}

/** Whether the partitions of click events reach far enough ahead. */
export async function checkPartitions(client: pg.Client): Promise<Verdict> {
  const found = await client.query<{ until: Date | null }>(
    `SELECT max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz) AS until
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass('click_events')`,
  );
  const until = found.rows[0]?.until ?? null;
  const advice = 'Run the jobs once, by POST /api/jobs/alerts or by the in-process scheduler.';
  if (until === null) return warning('no partition of click events exists yet', advice);
  const text = `click events can be stored until ${utcDay(until.getTime())}`;
  if (until.getTime() < Date.now()) return failed(text, advice);
  return until.getTime() < Date.now() + 14 * DAY_MS ? warning(text, advice) : ok(text);
}

/** Whether the jobs run when they are due, and succeed. */
export async function checkJobs(client: pg.Client, config: Config): Promise<Verdict> {
  if (!(await hasTable(client, 'jobs'))) return warning('no job has run yet', 'Start Signpost once.');
  const { rows } = await client.query<{ name: string; last_error: string | null; late: boolean; broken: boolean }>(
    `SELECT name, last_error, next_due_at < now() - interval '1 day' AS late,
       last_error_at > coalesce(last_success_at, '-infinity') AS broken
     FROM jobs WHERE name = ANY ($1::text[]) ORDER BY name`,
    [jobNamesOf(config)],
  );
  const late = rows.filter((row) => row.late).map(({ name }) => name);
  if (late.length > 0) {
    return failed(
      `not run for a day or more: ${late.join(', ')}`,
      'Set JOBS_SCHEDULER=on in one process, or call POST /api/jobs/alerts by cron.',
    );
  }
  const broken = rows.find((row) => row.broken);
  if (broken !== undefined)
    return failed(`${broken.name}: ${broken.last_error ?? ''}`, 'See the server status page for what to do.');
  return ok(rows.length === 0 ? 'none has run yet' : `${rows.length} jobs run normally`);
}

/** Maximum age of the latest backup: at this age, two daily backups have been missed. */
const OLD_BACKUP_HOURS = 60;

/** Result when no backups are configured. */
export const NO_BACKUPS = warning(
  'automatic backups are not configured',
  'Set BACKUP_DIR or BACKUP_S3_BUCKET, or run signpost backup by cron and store the files elsewhere.',
);

/** Checks the age of the newest backup and where it is, if backups are configured. */
export async function checkBackup(client: pg.Client, config: Config): Promise<Verdict> {
  const { rows } = (await hasTable(client, 'jobs'))
    ? await client.query<{ at: Date | null; hours: number | null }>(
        `SELECT last_success_at AS at, extract(epoch FROM now() - last_success_at)::float / 3600 AS hours
         FROM jobs WHERE name = 'backup'`,
      )
    : { rows: [] };
  const { at = null, hours = null } = rows[0] ?? {};
  if (at === null || hours === null)
    return warning(
      'no backup has been made yet',
      'The first one is written within minutes of a start. If not, see the last failure of this job on the server status page, or run signpost backup.',
    );
  const text = `the newest backup is ${hours < 48 ? `${hours.toFixed(1)} hours` : `${Math.floor(hours / 24)} days`} old`;
  if (hours > OLD_BACKUP_HOURS)
    return failed(text, 'See the last failure of the backup job on the server status page.');
  if (!areOnDiskOfData(config)) return ok(text);
  return warning(
    `${text}, and on the same disk as the database: both would be lost together`,
    'Point BACKUP_DIR to another disk (if it should be one, that disk is not mounted), or set BACKUP_S3_BUCKET.',
  );
}

/** Whether all backups lie in a folder on the disk of the embedded database. A disk that is not mounted looks the same. */
function areOnDiskOfData({ backup, dataDir, databaseUrl }: Config): boolean {
  if (backup === null || backup.dir === null || backup.s3 !== null || databaseUrl !== null) return false;
  const [backups, data] = [backup.dir, dataDir].map((folder) => statSync(folder, { throwIfNoEntry: false })?.dev);
  return backups !== undefined && backups === data;
}

/** Settings that the operator controls and that can cause damage, each with its effect. */
const HARMFUL: Readonly<Record<string, { readonly isHarmful: (value: string) => boolean; readonly does: string }>> = {
  fsync: { isHarmful: (value) => value === 'off', does: 'loses data when the machine stops' },
  synchronous_commit: {
    isHarmful: (value) => value === 'off',
    does: 'loses the latest changes when the server stops',
  },
  default_transaction_read_only: { isHarmful: (value) => value === 'on', does: 'refuses every change' },
  statement_timeout: { isHarmful: isBelow(60_000), does: 'cuts off reports, backups and migrations' },
  lock_timeout: { isHarmful: isBelow(5_000), does: 'cuts off changes that wait for one another' },
  idle_in_transaction_session_timeout: { isHarmful: isBelow(10_000), does: 'cuts off backups and migrations' },
  transaction_timeout: { isHarmful: isBelow(600_000), does: 'cuts off backups and migrations' },
  row_security: { isHarmful: (value) => value === 'off', does: 'fails where policies are set' },
};

function isBelow(milliseconds: number): (value: string) => boolean {
  return (value) => Number(value) > 0 && Number(value) < milliseconds;
}

/**
 * Checks settings of server, database and role. Settings that Signpost relies on are set by Signpost on each
 * connection, so differing values are only mentioned; harmful choices of the operator are warnings.
 */
export async function checkSettings(client: pg.Client): Promise<Verdict> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT lower(name) AS name, reset_val AS value FROM pg_settings WHERE lower(name) = ANY ($1)`,
    [[...Object.keys(SESSION_SETTINGS), ...Object.keys(HARMFUL)]],
  );
  const { rows: own } = await client.query<{ setting: string }>(
    `SELECT unnest(setconfig) AS setting FROM pg_db_role_setting
     WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
       AND setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = current_user))`,
  );
  const overruled = own
    .map(({ setting }) => setting)
    .filter((setting) => (setting.split('=')[0] ?? '').toLowerCase() in SESSION_SETTINGS);
  const held =
    overruled.length === 0
      ? 'each connection has the settings that Signpost relies on'
      : `each connection has the settings that Signpost relies on, whatever the database says (${overruled.join(', ')})`;
  const harmful = rows.filter(({ name, value }) => HARMFUL[name]?.isHarmful(value) === true);
  if (harmful.length === 0) return ok(held);
  const descriptions = harmful.map(({ name, value }) => `${name} = ${value} ${HARMFUL[name]?.does ?? ''}`);
  return warning([...descriptions, held].join('; '), 'Change them for this database: ALTER DATABASE … SET … = ….');
}
