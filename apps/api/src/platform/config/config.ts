import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { DeploymentMode } from '@signpost/contracts';
import type { RateLimitName } from './variables.js';

/** Characters below which a bearer secret is warned of: eight random bytes in hex. */
export const BEARER_ADVISED = 16;

export type ProcessRole = 'redirect' | 'app' | 'jobs';

export interface RateLimit {
  readonly count: number;
  readonly seconds: number;
}

export interface OidcProviderConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Discovery address. */
  readonly issuer: string;
}

/** The company's own provider, and who of it may come in as what. */
export interface CompanyProviderConfig extends OidcProviderConfig {
  /** Text of the button. */
  readonly name: string;
  /** Domains of addresses that need no invitation, lower case. */
  readonly domains: readonly string[];
  /** Role of those who come by their domain. */
  readonly role: 'MEMBER' | 'VIEWER';
  /** Claim that names a person's groups; null: groups decide nothing. */
  readonly groupsClaim: string | null;
  readonly groupRoles: ReadonlyMap<string, 'MEMBER' | 'VIEWER'>;
}

/** Where traces go; addresses and headers are read by the exporter itself. */
export interface TracingConfig {
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Share of requests, jobs and mails that are traced, 0 to 1. */
  readonly share: number;
}

export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Where scheduled backups go, one place or both, and which of them stay. */
export interface BackupConfig {
  /** Absolute path. */
  readonly dir: string | null;
  readonly s3: Omit<S3Config, 'publicUrl'> | null;
  readonly keep: KeepRule;
}

/** How many UTC days, ISO weeks and months of those that have a backup keep their newest one. */
export interface KeepRule {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/**
 * The settings of one process, read once at start. Injected by class; never read `process.env` elsewhere.
 * Origins have no trailing slash. Sizes and times carry their unit in the name.
 */
export class Config {
  readonly publicUrl: URL;
  readonly shortUrl: URL;
  readonly mode: DeploymentMode;
  readonly host: string;
  readonly port: number;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  /** For how long clicks stay in the journal after they were stored, for a standby that had not received them yet. */
  readonly journalKeepMinutes: number;
  readonly redisUrl: string | null;
  /** Empty until start has generated or loaded it from `dataDir`. */
  readonly sessionSecret: string;
  readonly registration: 'open' | 'invite' | 'closed';
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly google: OidcProviderConfig | null;
  readonly microsoft: OidcProviderConfig | null;
  readonly oidc: CompanyProviderConfig | null;
  /** Whether people may sign in with a password. */
  readonly passwords: boolean;
  readonly demoEnabled: boolean;
  readonly turnstile: { siteKey: string; secretKey: string; verifyUrl: string } | null;
  readonly jobsSecret: string | null;
  readonly jobsScheduler: boolean;
  /** Lower case. */
  readonly operatorEmails: readonly string[];
  readonly s3: S3Config | null;
  /** Null when no place for scheduled backups is set. */
  readonly backup: BackupConfig | null;
  readonly trustProxy: number;
  /** Lower case header name. */
  readonly countryHeader: string | null;
  readonly geoipDatabase: string | null;
  readonly clickRetentionMonths: number | null;
  /** Absolute path of the folder that the redirects are written to as files; null: they are not. */
  readonly redirectMapDir: string | null;
  readonly allowPrivateDestinations: boolean;
  /** Whether destinations are looked at. */
  readonly destinationWatch: boolean;
  /** Paths of lists of blocked hosts. */
  readonly blocklistFiles: readonly string[];
  /** Hosts that destinations may be on, as {@link parseHostPattern} gives them; empty: any. */
  readonly destinationHosts: readonly string[];
  readonly webConcurrency: number;
  readonly roles: ReadonlySet<ProcessRole>;
  readonly metricsPort: number | null;
  readonly metricsToken: string | null;
  /** Null unless a collector is named. */
  readonly tracing: TracingConfig | null;
  readonly logLevel: string;
  readonly rateLimits: Readonly<Record<RateLimitName, RateLimit>>;

  constructor(values: ConfigValues) {
    Object.assign(this, values);
    this.dataDir = resolve(values.dataDir);
  }

  /** The same settings but for some. */
  with(changes: Partial<ConfigValues>): Config {
    return Object.assign(Object.create(Config.prototype) as Config, this, changes);
  }

  /** Origin of the dashboard and API, without a trailing slash. */
  get publicOrigin(): string {
    return this.publicUrl.origin;
  }

  /** Origin of short links, without a trailing slash and without a workspace label. */
  get shortOrigin(): string {
    return this.shortUrl.origin;
  }

  /** Whether short links have a host of their own. */
  get hasShortDomain(): boolean {
    return this.publicUrl.host !== this.shortUrl.host;
  }

  /** Origin that uploads are shown from; null where that is our own. */
  get uploadsOrigin(): string | null {
    return this.s3 === null ? null : new URL(this.s3.publicUrl).origin;
  }

  /** Whether the dashboard's host is a name, below which workspaces may have theirs. */
  get canHaveSubdomains(): boolean {
    return isIP(this.publicUrl.hostname.replace(/^\[|\]$/g, '')) === 0;
  }

  /** Variables of bearer secrets that have fewer than {@link BEARER_ADVISED} characters. */
  get weakSecrets(): readonly string[] {
    const secrets = { JOBS_SECRET: this.jobsSecret, METRICS_TOKEN: this.metricsToken };
    return Object.entries(secrets).flatMap(([name, secret]) =>
      secret !== null && secret.length < BEARER_ADVISED ? [name] : [],
    );
  }

  /** Whether the dashboard is served over TLS, which makes its cookies Secure. */
  get isSecure(): boolean {
    return this.publicUrl.protocol === 'https:';
  }
}

/** What a {@link Config} is made of. */
export type ConfigValues = {
  -readonly [
    key in keyof Config as key extends
      | 'publicOrigin'
      | 'shortOrigin'
      | 'hasShortDomain'
      | 'uploadsOrigin'
      | 'canHaveSubdomains'
      | 'weakSecrets'
      | 'isSecure'
      | 'with'
      ? never
      : key
  ]: Config[key];
};
