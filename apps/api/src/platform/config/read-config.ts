import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { domainToASCII } from 'node:url';
import { parseHostPattern } from '@signpost/domain';
import {
  Config,
  type BackupConfig,
  type CompanyProviderConfig,
  type OidcProviderConfig,
  type ProcessRole,
  type RateLimit,
  type S3Config,
  type TracingConfig,
} from './config.js';
import { counted } from '../counted.js';
import { withOneHost } from '../database/database-hosts.js';
import { parseKeepRule } from './keep-rule.js';
import { VariableReader } from './variable-reader.js';
import { BACKUP_KEEP, RATE_LIMITS, VARIABLES, type RateLimitName } from './variables.js';
import { OutsideError } from '../errors/outside-error.js';

/** A configuration that cannot be used: every problem, each beginning with the name of its variable. */
export class ConfigError extends OutsideError {
  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration has ${counted(problems.length, 'problem')}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const TURNSTILE_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const SECRET_MIN = 32;
/** Format of W3C Baggage, in which OpenTelemetry reads them; a trailing comma is allowed. */
const OTLP_HEADERS =
  /^[\w!#$%&'*+.^`|~-]+\s*=[\t\x20-\x2b\x2d-\x7e]*(?:,\s*[\w!#$%&'*+.^`|~-]+\s*=[\t\x20-\x2b\x2d-\x7e]*)*,?$/;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Reads and validates the whole configuration.
 * `sessionSecret` is empty when SESSION_SECRET is unset: start-up fills it from DATA_DIR.
 * @throws ConfigError naming every problem at once.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = new VariableReader(env);
  const mode = read.choice('DEPLOYMENT_MODE', ['single', 'multi'], 'single');
  const port = read.integer('PORT', 3000, 0, 65_535);
  const publicUrl = read.origin('PUBLIC_URL', `http://localhost:${port}`);
  const sessionSecret = read.text('SESSION_SECRET') ?? '';
  if (sessionSecret !== '' && sessionSecret.length < SECRET_MIN) {
    read.problem('SESSION_SECRET', `must have at least ${SECRET_MIN} characters`);
  }
  const demoEnabled = read.flag('DEMO_ENABLED', false);
  if (demoEnabled && mode !== 'multi') read.problem('DEMO_ENABLED', 'needs DEPLOYMENT_MODE=multi');

  const config = new Config({
    publicUrl,
    shortUrl: read.origin('SHORT_URL', publicUrl.origin),
    mode,
    host: read.matching('HOST', /^[\w.:%-]+$/, 'an address or the name of this machine') ?? '127.0.0.1',
    port,
    dataDir: read.text('DATA_DIR') ?? './data',
    databaseUrl: readDatabaseUrl(read),
    journalKeepMinutes: read.integer('JOURNAL_KEEP_MINUTES', 10, 0, 1440),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 4, 500),
    redisUrl: read.optionalUrl('REDIS_URL', ['redis:', 'rediss:']),
    sessionSecret,
    registration: read.choice('REGISTRATION', ['open', 'invite', 'closed'], mode === 'single' ? 'invite' : 'open'),
    smtpUrl: read.optionalUrl('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.text('MAIL_FROM') ?? `Signpost <signpost@${publicUrl.hostname}>`,
    google: readProvider(read, 'GOOGLE', 'https://accounts.google.com'),
    microsoft: readProvider(
      read,
      'MICROSOFT',
      `https://login.microsoftonline.com/${read.matching('MICROSOFT_TENANT', /^[\w.-]+$/, 'the id or domain of a tenant') ?? 'common'}/v2.0`,
    ),
    oidc: readCompanyProvider(read),
    passwords: read.flag('PASSWORDS', true, 'on or off'),
    demoEnabled,
    turnstile: readTurnstile(read),
    jobsSecret: read.text('JOBS_SECRET'),
    jobsScheduler: read.flag('JOBS_SCHEDULER', true, 'on or off'),
    operatorEmails: readOperators(read),
    s3: readS3(read),
    backup: readBackup(read),
    redirectMapDir: readPath(read, 'REDIRECT_MAP_DIR'),
    trustProxy: read.integer('TRUST_PROXY', 0, 0, 16),
    countryHeader: read.matching('COUNTRY_HEADER', HEADER_NAME, 'the name of a header')?.toLowerCase() ?? null,
    geoipDatabase: readCountries(read, 'GEOIP_DATABASE'),
    clickRetentionMonths: read.optionalInteger('CLICK_RETENTION_MONTHS', 1, 1200),
    allowPrivateDestinations: read.flag('ALLOW_PRIVATE_DESTINATIONS', false),
    destinationWatch: read.flag('DESTINATION_WATCH', false, 'on or off'),
    blocklistFiles: readFiles(read, 'BLOCKLIST_FILES'),
    destinationHosts: readHostPatterns(read, 'DESTINATION_HOSTS'),
    webConcurrency: read.integer('WEB_CONCURRENCY', 1, 1, 128),
    roles: readRoles(read),
    metricsPort: read.optionalInteger('METRICS_PORT', 1, 65_535),
    metricsToken: read.text('METRICS_TOKEN'),
    tracing: readTracing(read),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    rateLimits: readRateLimits(read, env),
  });
  checkMailFrom(read, config.mailFrom);
  if (!config.passwords && config.google === null && config.microsoft === null && config.oidc === null) {
    read.problem('PASSWORDS', 'can be off only when a provider is configured: otherwise nobody could sign in');
  }
  if (port !== 0 && config.metricsPort === port) read.problem('METRICS_PORT', 'must differ from PORT');
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

/** The URL with one host, which every URL parser accepts; further hosts are moved into a parameter. */
function readDatabaseUrl(read: VariableReader): string | null {
  const text = read.text('DATABASE_URL');
  if (text === null) return null;
  const url = read.url('DATABASE_URL', 'postgres://localhost', ['postgres:', 'postgresql:'], withOneHost(text));
  const wanted = url.searchParams.get('target_session_attrs');
  if (wanted !== null && !['any', 'read-write', 'primary'].includes(wanted))
    read.problem(
      'DATABASE_URL',
      'target_session_attrs must be read-write: Signpost needs the server that accepts changes',
    );
  readTls(read, url.searchParams);
  return url.href;
}

const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

function readTls(read: VariableReader, parameters: URLSearchParams): void {
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name);
    if (file !== null && !existsSync(file))
      read.problem('DATABASE_URL', `${name} names a file that does not exist: ${file}`);
  }
  const mode = parameters.get('sslmode');
  if (mode === null) return;
  if (!SSL_MODES.includes(mode)) read.problem('DATABASE_URL', `sslmode must be one of ${SSL_MODES.join(', ')}`);
  // The driver takes these for verify-full too, but with six lines of warning at each start.
  if (['prefer', 'require', 'verify-ca'].includes(mode) && !parameters.has('uselibpqcompat'))
    parameters.set('sslmode', 'verify-full');
}

function readProvider(read: VariableReader, prefix: 'GOOGLE' | 'MICROSOFT', issuer: string): OidcProviderConfig | null {
  const names = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as const;
  const address = read.url(`${prefix}_ISSUER`, issuer).href;
  if (!read.together(names)) return null;
  return { clientId: read.text(names[0]) ?? '', clientSecret: read.text(names[1]) ?? '', issuer: address };
}

const GROUP_ROLE_NAMES = ['MEMBER', 'VIEWER'] as const;

function readCompanyProvider(read: VariableReader): CompanyProviderConfig | null {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const issuer = read.url('OIDC_ISSUER', 'https://localhost').href;
  const role = read.choice('OIDC_ROLE', GROUP_ROLE_NAMES, 'VIEWER');
  const domains = readList(read.text('OIDC_DOMAINS')).map((domain) => domainToASCII(domain.replace(/^@/, '')));
  if (!domains.every((domain) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain))) {
    read.problem('OIDC_DOMAINS', 'must be domains of addresses, separated by commas');
  }
  const groupRoles = readGroupRoles(read);
  const isGrouped = read.together(['OIDC_GROUPS_CLAIM', 'OIDC_GROUP_ROLES']);
  if (!read.together(names)) {
    for (const name of ['OIDC_NAME', 'OIDC_DOMAINS', 'OIDC_ROLE', 'OIDC_GROUPS_CLAIM', 'OIDC_GROUP_ROLES']) {
      if (read.text(name) !== null && names.every((needed) => read.text(needed) === null)) {
        read.problem(name, `has no effect without ${names.join(', ')}`);
      }
    }
    return null;
  }
  return {
    issuer,
    clientId: read.text('OIDC_CLIENT_ID') ?? '',
    clientSecret: read.text('OIDC_CLIENT_SECRET') ?? '',
    name: read.text('OIDC_NAME') ?? 'single sign-on',
    domains,
    role,
    groupsClaim: isGrouped ? read.text('OIDC_GROUPS_CLAIM') : null,
    groupRoles,
  };
}

/** `group=MEMBER,other group=VIEWER`. Groups are case-sensitive and may contain `=`: the last one separates group and role. */
function readGroupRoles(read: VariableReader): Map<string, 'MEMBER' | 'VIEWER'> {
  const roles = new Map<string, 'MEMBER' | 'VIEWER'>();
  for (const pair of (read.text('OIDC_GROUP_ROLES') ?? '').split(',').map((text) => text.trim())) {
    if (pair === '') continue;
    const at = pair.lastIndexOf('=');
    const [group, role] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    const known = GROUP_ROLE_NAMES.find((name) => name === role);
    if (role === 'OWNER') read.problem('OIDC_GROUP_ROLES', 'cannot make owners: only an owner can transfer ownership');
    else if (group === '' || known === undefined) {
      read.problem('OIDC_GROUP_ROLES', 'must be group=MEMBER or group=VIEWER, separated by commas');
    } else roles.set(group, known);
  }
  return roles;
}

function readTurnstile(read: VariableReader): Config['turnstile'] {
  const verifyUrl = read.url('TURNSTILE_VERIFY_URL', TURNSTILE_URL).href;
  if (!read.together(['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'])) return null;
  return {
    siteKey: read.text('TURNSTILE_SITE_KEY') ?? '',
    secretKey: read.text('TURNSTILE_SECRET_KEY') ?? '',
    verifyUrl,
  };
}

function readS3(read: VariableReader): S3Config | null {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PUBLIC_URL'];
  if (!read.together(names)) return null;
  return {
    endpoint: read.url('S3_ENDPOINT', 'http://localhost').href,
    region: read.text('S3_REGION') ?? 'us-east-1',
    bucket: read.text('S3_BUCKET') ?? '',
    accessKeyId: read.text('S3_ACCESS_KEY_ID') ?? '',
    secretAccessKey: read.text('S3_SECRET_ACCESS_KEY') ?? '',
    publicUrl: read.url('S3_PUBLIC_URL', 'http://localhost').href.replace(/\/$/, ''),
  };
}

/** Credentials of the bucket default to those of the uploads; its name does not, so that nothing is backed up by accident. */
function readBackup(read: VariableReader): BackupConfig | null {
  const keep = parseKeepRule(read.text('BACKUP_KEEP') ?? BACKUP_KEEP);
  if (keep === null) read.problem('BACKUP_KEEP', `must be of the form ${BACKUP_KEEP}`);
  const dir = readPath(read, 'BACKUP_DIR');
  const bucket = read.text('BACKUP_S3_BUCKET');
  if (dir === null && bucket === null) return null;
  const value = (name: string): string => {
    const found = read.text(`BACKUP_S3_${name}`) ?? read.text(`S3_${name}`);
    if (found === null) read.problem(`BACKUP_S3_${name}`, 'is needed together with BACKUP_S3_BUCKET');
    return found ?? '';
  };
  const s3 =
    bucket === null
      ? null
      : {
          bucket,
          endpoint: read.optionalUrl('BACKUP_S3_ENDPOINT', ['http:', 'https:']) ?? value('ENDPOINT'),
          region: read.text('BACKUP_S3_REGION') ?? read.text('S3_REGION') ?? 'us-east-1',
          accessKeyId: value('ACCESS_KEY_ID'),
          secretAccessKey: value('SECRET_ACCESS_KEY'),
        };
  return { dir, s3, keep: keep ?? { daily: 1, weekly: 0, monthly: 0 } };
}

function readPath(read: VariableReader, name: string): string | null {
  const path = read.text(name);
  return path === null ? null : resolve(path);
}

/** The standard variables of OpenTelemetry that this process uses itself. */
function readTracing(read: VariableReader): TracingConfig | null {
  const addresses = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].map((name) =>
    read.optionalUrl(name, ['http:', 'https:']),
  );
  const protocol = read.choice('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf', 'http/json'], 'http/protobuf');
  const share = read.share('OTEL_TRACES_SAMPLER_ARG', 1);
  read.matching('OTEL_EXPORTER_OTLP_HEADERS', OTLP_HEADERS, 'name=value,name=value');
  return addresses.every((address) => address === null) ? null : { protocol, share };
}

function readRoles(read: VariableReader): ReadonlySet<ProcessRole> {
  const all: ProcessRole[] = ['redirect', 'app', 'jobs'];
  const named = readList(read.text('ROLES'));
  const isRole = (role: string): role is ProcessRole => (all as string[]).includes(role);
  if (!named.every((role) => role === 'all' || isRole(role))) {
    read.problem('ROLES', `must be all, or a list of ${all.join(', ')}`);
  }
  return new Set(named.length === 0 || named.includes('all') ? all : named.filter(isRole));
}

function readOperators(read: VariableReader): string[] {
  const emails = readList(read.text('OPERATOR_EMAILS'));
  if (!emails.every((email) => /^[^@\s]+@[^@\s]+$/.test(email))) {
    read.problem('OPERATOR_EMAILS', 'must be email addresses, separated by commas');
  }
  return emails;
}

function readFiles(read: VariableReader, name: string): string[] {
  const files = (read.text(name) ?? '').split(',').flatMap((path) => path.trim() || []);
  for (const file of files) if (!existsSync(file)) read.problem(name, `names a file that does not exist: ${file}`);
  return files;
}

function readHostPatterns(read: VariableReader, name: string): string[] {
  const hosts = readList(read.text(name));
  if (!hosts.every((host) => parseHostPattern(host) !== null)) {
    read.problem(name, 'must be hosts such as example.com or *.example.com, separated by commas');
  }
  return hosts.flatMap((host) => parseHostPattern(host) ?? []);
}

/** Occurs in the last 128 KiB of every MMDB, before its metadata (MaxMind DB file format, 2.0). */
const MMDB_MARKER = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
const MMDB_END_BYTES = 128 * 1024;

function readCountries(read: VariableReader, name: string): string | null {
  const path = read.text(name);
  if (path === null) return null;
  try {
    if (!endOf(path, MMDB_END_BYTES).includes(MMDB_MARKER))
      read.problem(name, 'must be the path of a database in the MMDB format');
  } catch {
    read.problem(name, 'must be the path of a file that can be read');
  }
  return path;
}

function endOf(path: string, bytes: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(size, bytes));
    readSync(file, end, 0, end.length, size - end.length);
    return end;
  } finally {
    closeSync(file);
  }
}

function readList(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
}

function readRateLimits(read: VariableReader, env: NodeJS.ProcessEnv): Record<RateLimitName, RateLimit> {
  const known = new Set(VARIABLES.map((variable) => variable.name));
  for (const name of Object.keys(env)) {
    if (name.startsWith('RATE_LIMIT_') && !known.has(name)) read.problem(name, 'is not a rate limit of Signpost');
  }
  const limits = {} as Record<RateLimitName, RateLimit>;
  for (const name of Object.keys(RATE_LIMITS) as RateLimitName[]) {
    const given = read.text(`RATE_LIMIT_${name}`);
    let limit = parseRateLimit(given ?? RATE_LIMITS[name].fallback);
    if (limit === null) {
      read.problem(`RATE_LIMIT_${name}`, 'must be count/seconds, such as 10/60');
      limit = { count: 1, seconds: 1 };
    }
    limits[name] = limit;
  }
  return limits;
}

function parseRateLimit(text: string): RateLimit | null {
  const match = /^(\d{1,9})\/(\d{1,9})$/.exec(text);
  if (match === null) return null;
  const count = Number(match[1]);
  const seconds = Number(match[2]);
  return count >= 1 && seconds >= 1 ? { count, seconds } : null;
}

function checkMailFrom(read: VariableReader, mailFrom: string): void {
  if (!/^(?:[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(mailFrom)) {
    read.problem('MAIL_FROM', 'must be an address, such as Signpost <signpost@example.com>');
  }
}
