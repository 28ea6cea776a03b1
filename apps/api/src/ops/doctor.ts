import { existsSync, statSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@signpost/domain';
import { createTransport } from 'nodemailer';
import type pg from 'pg';
import { createClient } from 'redis';
import { BEARER_ADVISED, type Config } from '../platform/config/index.js';
import { pendingMigrations } from '../platform/database/migrations.js';
import { reasonOf } from '../platform/errors/reason.js';
import { readVersion } from '../platform/version.js';
import type { Site } from './ops-context.js';

/** One thing looked at. `action` says what to do about it. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly action?: string;
}

type Verdict = Omit<Finding, 'check'>;

const GIGABYTE = 1024 ** 3;
const PATIENCE_MS = 5_000;
const CLOCK_SKEW_MS = 2_000;

const ok = (detail: string): Verdict => ({ state: 'ok', detail });
const warning = (detail: string, action: string): Verdict => ({ state: 'warning', detail, action });
const failed = (detail: string, action: string): Verdict => ({ state: 'failed', detail, action });

/**
 * Looks at everything that an installation stands on, also when its database is away. Makes none where there is none, and
 * nothing but a file where uploads go, which it removes.
 */
export async function examine(site: Site): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, look] of Object.entries(CHECKS)) {
    let verdict: Verdict;
    try {
      verdict = await look(site);
    } catch (error) {
      verdict = failed(reasonOf(error), 'Solve this and run doctor again.');
    }
    findings.push({ check, ...verdict });
  }
  return findings;
}

type Look = (site: Site) => Promise<Verdict> | Verdict;

/** What nobody but the database can say. */
function asked(look: (client: pg.Client, config: Config) => Promise<Verdict>): Look {
  return ({ client, config }) =>
    client instanceof Error
      ? failed(reasonOf(client), 'Bring the database back or mend DATABASE_URL, and run doctor again.')
      : look(client, config);
}

const CHECKS: Readonly<Record<string, Look>> = {
  version: () =>
    Number(process.versions.node.split('.')[0]) >= 24
      ? ok(`Signpost ${readVersion()} on Node ${process.versions.node}`)
      : failed(`Node ${process.versions.node} is too old`, 'Run Signpost through npm start, or with Node 24.'),
  'data folder': ({ config }) => checkDataFolder(config),
  secrets: ({ config }) => checkSecrets(config),
  database: asked(checkDatabase),
  time: asked(checkTime),
  schema: asked(checkSchema),
  partitions: asked(checkPartitions),
  jobs: asked(checkJobs),
  mail: ({ config }) => checkMail(config),
  storage: checkStorage,
  redis: ({ config }) => checkRedis(config),
  'public address': ({ config }) => checkPublicAddress(config),
};

const NO_FOLDER = 'Check DATA_DIR: Signpost makes it at its first start, and doctor does not.';

async function checkDataFolder({ dataDir }: Config): Promise<Verdict> {
  if (!existsSync(dataDir)) return failed(`${dataDir} is not there`, NO_FOLDER);
  await access(dataDir, constants.W_OK);
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const text = `${dataDir}, ${(free / GIGABYTE).toFixed(1)} GB free`;
  if (free < GIGABYTE / 4) return failed(text, 'Free space: clicks are written here before visitors are answered.');
  return free < GIGABYTE ? warning(text, 'Free space soon: clicks are written here first.') : ok(text);
}

function checkSecrets(config: Config): Verdict {
  const file = join(config.dataDir, 'session-secret');
  // One that is left from before is not read where the environment names another.
  const mode = config.sessionSecret === '' ? statSync(file, { throwIfNoEntry: false })?.mode : undefined;
  if (mode !== undefined && (mode & 0o077) !== 0) return failed(`${file} is readable by others`, `chmod 600 ${file}`);
  if (config.jobsSecret === null && config.operatorEmails.length > 0) {
    return warning(
      'OPERATOR_EMAILS is set and JOBS_SECRET is not',
      'Set JOBS_SECRET: without it the operator page does not exist.',
    );
  }
  if (config.weakSecrets.length > 0) {
    const names = config.weakSecrets.join(' and ');
    return warning(`fewer than ${BEARER_ADVISED} characters: ${names}`, 'Use a longer one: openssl rand -hex 24');
  }
  if (config.sessionSecret !== '') return ok('SESSION_SECRET comes from the environment');
  return ok(`SESSION_SECRET ${mode === undefined ? 'will be made at the first start' : 'is kept'} in ${file}`);
}

async function checkDatabase(client: pg.Client, config: Config): Promise<Verdict> {
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
  if (encoding !== 'UTF8') return failed(`${text}, encoding ${encoding}`, 'Make the database with ENCODING UTF8.');
  if (!folds) {
    return warning(
      `${text}; its locale knows no capitals beyond A to Z`,
      'Make the database with a locale that does, such as C.UTF-8: searches and tags tell Ä from ä.',
    );
  }
  // The click writer and LISTEN hold a connection each beside the pools.
  const wanted = (config.databasePoolSize + 2) * config.webConcurrency;
  if (wanted > maximum * 0.8) {
    return warning(
      `${text}; this machine may open ${wanted} of ${maximum} connections`,
      'Lower DATABASE_POOL_SIZE or WEB_CONCURRENCY, or raise max_connections.',
    );
  }
  if (!search) return warning(`${text}, without pg_trgm`, 'CREATE EXTENSION pg_trgm keeps searching links fast.');
  return ok(text);
}

async function checkTime(client: pg.Client): Promise<Verdict> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2);
  const text = `the clocks of this machine and the database differ by ${(skew / 1000).toFixed(1)} s`;
  return skew > CLOCK_SKEW_MS
    ? failed(text, 'Keep both in time with NTP: expiries and jobs go by the clock.')
    : ok(text);
}

async function checkSchema(client: pg.Client): Promise<Verdict> {
  const pending = await pendingMigrations(client);
  if (pending.length === 0) return ok('every migration is applied');
  const names = pending.map(({ name }) => name).join(', ');
  return warning(`${pending.length} migration(s) to apply: ${names}`, 'Start this version, or run signpost migrate.');
}

async function checkPartitions(client: pg.Client): Promise<Verdict> {
  const found = await client.query<{ until: Date | null }>(
    `SELECT max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz) AS until
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass('click_events')`,
  );
  const until = found.rows[0]?.until ?? null;
  const advice = 'Let the jobs run once: POST /api/jobs/alerts, or the in-process scheduler.';
  if (until === null) return warning('no partition of click events exists yet', advice);
  const text = `click events can be stored until ${until.toISOString().slice(0, 10)}`;
  if (until.getTime() < Date.now()) return failed(text, advice);
  return until.getTime() < Date.now() + 14 * DAY_MS ? warning(text, advice) : ok(text);
}

async function checkJobs(client: pg.Client, config: Config): Promise<Verdict> {
  const table = await client.query<{ found: string | null }>(`SELECT to_regclass('jobs')::text AS found`);
  if (table.rows[0]?.found === null) return warning('no job has run yet', 'Start Signpost once.');
  const { rows } = await client.query<{ name: string; last_error: string | null; late: boolean; broken: boolean }>(
    `SELECT name, last_error, next_due_at < now() - interval '1 day' AS late,
       last_error_at > coalesce(last_success_at, '-infinity') AS broken
     FROM jobs WHERE name = ANY ($1::text[]) ORDER BY name`,
    [config.jobNames],
  );
  const late = rows.filter((row) => row.late).map(({ name }) => name);
  if (late.length > 0) {
    return failed(
      `not run for a day or more: ${late.join(', ')}`,
      'Keep JOBS_SCHEDULER=on in one process, or call the jobs route by cron.',
    );
  }
  const broken = rows.find((row) => row.broken);
  if (broken !== undefined)
    return failed(`${broken.name}: ${broken.last_error ?? ''}`, 'See nextAction on the operator page.');
  return ok(rows.length === 0 ? 'none has run yet' : `${rows.length} jobs run as they should`);
}

async function checkMail({ smtpUrl, publicUrl, dataDir }: Config): Promise<Verdict> {
  if (smtpUrl === null) {
    const text = `no SMTP_URL: mails are files in ${join(dataDir, 'outbox')}`;
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(publicUrl.hostname);
    return isLocal ? ok(text) : warning(text, 'Set SMTP_URL, or nobody receives invitations and resets.');
  }
  const transport = createTransport({ url: smtpUrl, connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS });
  try {
    await transport.verify();
    return ok(`${new URL(smtpUrl).host} accepts the connection and the credentials`);
  } catch (error) {
    const reason = reasonOf(error);
    return failed(`${new URL(smtpUrl).host}: ${reason}`, 'Check SMTP_URL: host, port, smtp or smtps, user, password.');
  } finally {
    transport.close();
  }
}

async function checkStorage({ storage, config: { s3, dataDir } }: Site): Promise<Verdict> {
  const where = s3 === null ? join(dataDir, 'uploads') : `bucket ${s3.bucket} at ${s3.endpoint}`;
  const action =
    s3 === null
      ? 'Let the user that runs Signpost write to this folder.'
      : 'Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the key, which has to put, get and delete objects.';
  if (s3 === null && !existsSync(dataDir)) return failed(`${where} is not there`, NO_FOLDER);
  const key = `doctor-${crypto.randomUUID()}.png`;
  const bytes = Buffer.from('signpost doctor');
  try {
    await storage.put(key, { bytes, contentType: 'image/png' });
    const read = await storage.read(key);
    await storage.delete(key);
    if (read?.equals(bytes) === true) return ok(`${where} takes, returns and deletes files`);
    return failed(`${where} does not return what it was given`, action);
  } catch (error) {
    // What the storage itself said; the application's own answer to a visitor says less.
    return failed(`${where}: ${reasonOf(error instanceof Error ? (error.cause ?? error) : error)}`, action);
  }
}

async function checkRedis({ redisUrl, webConcurrency }: Config): Promise<Verdict> {
  if (redisUrl === null) {
    return webConcurrency === 1
      ? ok('not used: rate limits are counted by the one process')
      : ok(`not used: the ${webConcurrency} processes of this instance count rate limits together`);
  }
  const client = createClient({ url: redisUrl, socket: { connectTimeout: PATIENCE_MS, reconnectStrategy: false } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return ok(`${new URL(redisUrl).host} answers`);
  } catch (error) {
    return failed(
      `${new URL(redisUrl).host}: ${reasonOf(error)}`,
      'Check REDIS_URL. Until it answers each instance counts rate limits for itself.',
    );
  } finally {
    if (client.isOpen) client.destroy();
  }
}

/** Asks the running application through its public address, as a browser would: the way is the proxy's. */
async function checkPublicAddress(config: Config): Promise<Verdict> {
  const origin = config.publicOrigin;
  if (config.mode === 'multi' && !config.canHaveSubdomains) {
    return failed(`${origin} has no subdomains`, 'Set PUBLIC_URL to a name: each workspace is a subdomain of it.');
  }
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let health: Response;
  try {
    health = await fetch(`${origin}/api/health`, { signal, redirect: 'manual' });
  } catch {
    return warning(`${origin} does not answer`, 'Start Signpost; then check DNS, the proxy and TLS of PUBLIC_URL.');
  }
  const body = (await health.json().catch(() => null)) as { version?: string } | null;
  if (body?.version === undefined) {
    return failed(
      `${origin}/api/health is answered by something else (${health.status})`,
      'Point the proxy of PUBLIC_URL at HOST and PORT.',
    );
  }
  // A browser's unsafe request: refused when the proxy changes Host or does not tell the scheme.
  const unsafe = await fetch(`${origin}/api/auth/logout`, { method: 'POST', headers: { origin }, signal });
  if (unsafe.status === 403) {
    return failed(
      `${origin} is reached, but its own origin is refused`,
      'Let the proxy pass Host unchanged and set X-Forwarded-Proto, and set TRUST_PROXY to the number of proxies.',
    );
  }
  if (config.isSecure && config.trustProxy === 0) {
    return warning(
      `${origin} is served over TLS, and TRUST_PROXY is 0`,
      'Set TRUST_PROXY to the number of proxies: all visitors look like one client to the rate limits now.',
    );
  }
  return ok(`${origin} reaches version ${body.version}`);
}
