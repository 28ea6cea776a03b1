import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { DeploymentMode } from '@signpost/contracts';
import { isLoopback } from './loopback.js';
import type { RateLimitName } from './variables.js';

/** Minimum length of a bearer secret without a warning: eight random bytes in hexadecimal. */
export const BEARER_ADVISED = 16;

/** What a process does: redirects, the API with the dashboard, or the jobs. */
export type ProcessRole = 'redirect' | 'app' | 'jobs';

/** A number of requests in a window. */
export interface RateLimit {
  readonly count: number;
  readonly seconds: number;
}

/** An OpenID provider that people sign in with. */
export interface OidcProviderConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** URL of the issuer, used for discovery. */
  readonly issuer: string;
}

/** The company's own identity provider, and which of its users may sign in with which role. */
export interface CompanyProviderConfig extends OidcProviderConfig {
  /** Text of the button. */
  readonly name: string;
  /** Domains, in lower case, whose addresses need no invitation. */
  readonly domains: readonly string[];
  /** Role of users who are admitted by their domain. */
  readonly role: 'MEMBER' | 'VIEWER';
  /** Claim that lists a user's groups; null: groups are not used. */
  readonly groupsClaim: string | null;
  readonly groupRoles: ReadonlyMap<string, 'MEMBER' | 'VIEWER'>;
}

/** How traces are exported; the exporter itself reads addresses and headers. */
export interface TracingConfig {
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Share of requests, jobs and mails that are traced, 0 to 1. */
  readonly share: number;
}

/** An S3-compatible bucket for uploads. */
export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Where scheduled backups are stored, in one place or both, and how many are retained. */
export interface BackupConfig {
  /** Absolute path. */
  readonly dir: string | null;
  readonly s3: Omit<S3Config, 'publicUrl'> | null;
  readonly keep: KeepRule;
}

/** For how many UTC days, ISO weeks and months that have a backup the newest one is retained. */
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
  /** Minutes for which clicks stay in the journal after they were stored, for a standby that has not received them yet. */
  readonly journalKeepMinutes: number;
  readonly redisUrl: string | null;
  /** Empty until it is generated or loaded from `dataDir` at start. */
  readonly sessionSecret: string;
  readonly registration: 'open' | 'invite' | 'closed';
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly google: OidcProviderConfig | null;
  readonly microsoft: OidcProviderConfig | null;
  readonly oidc: CompanyProviderConfig | null;
  /** Whether users may sign in with a password. */
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
  /** Absolute path of the folder to which redirects are exported as files; null: no export. */
  readonly redirectMapDir: string | null;
  readonly allowPrivateDestinations: boolean;
  /** Whether destinations are checked regularly. */
  readonly destinationWatch: boolean;
  /** Paths of files with blocked hosts. */
  readonly blocklistFiles: readonly string[];
  /** Patterns of the hosts that destinations may have, as returned by {@link parseHostPattern}; empty: any host. */
  readonly destinationHosts: readonly string[];
  readonly webConcurrency: number;
  readonly roles: ReadonlySet<ProcessRole>;
  readonly metricsPort: number | null;
  readonly metricsToken: string | null;
  /** Null unless a collector is configured. */
  readonly tracing: TracingConfig | null;
  readonly logLevel: string;
  readonly rateLimits: Readonly<Record<RateLimitName, RateLimit>>;

  constructor(values: ConfigValues) {
    Object.assign(this, values);
    this.dataDir = resolve(values.dataDir);
  }

  /** A copy with some settings changed. */
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

  /** Whether short links have a separate host. */
  get hasShortDomain(): boolean {
    return this.publicUrl.host !== this.shortUrl.host;
  }

  /** Origin of uploaded files; null if it is the dashboard's. */
  get uploadsOrigin(): string | null {
    return this.s3 === null ? null : new URL(this.s3.publicUrl).origin;
  }

  /** Whether the dashboard's host is a name, so that workspaces can have subdomains of it. */
  get canHaveSubdomains(): boolean {
    return isIP(this.publicUrl.hostname.replace(/^\[|\]$/g, '')) === 0;
  }

  /** Whether the dashboard's address is one that other machines cannot reach. */
  get isLocal(): boolean {
    return isLoopback(this.publicUrl.hostname);
  }

  /** Names of the variables with bearer secrets shorter than {@link BEARER_ADVISED}. */
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

/** The settings that a {@link Config} is created from. */
export type ConfigValues = {
  -readonly [
    key in keyof Config as key extends
      | 'publicOrigin'
      | 'shortOrigin'
      | 'hasShortDomain'
      | 'uploadsOrigin'
      | 'canHaveSubdomains'
      | 'isLocal'
      | 'weakSecrets'
      | 'isSecure'
      | 'with'
      ? never
      : key
  ]: Config[key];
};
