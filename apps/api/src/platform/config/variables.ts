/** One environment variable as operators see it. `.env.example` and docs/configuration.md are held to this list. */
export interface Variable {
  readonly name: string;
  /** What applies when it is unset, in words. */
  readonly fallback: string;
  readonly meaning: string;
}

const variable = (name: string, fallback: string, meaning: string): Variable => ({ name, fallback, meaning });

/** Names of the rate limits, in the documented order, with their default `count/seconds`. */
export const RATE_LIMITS = {
  LOGIN: '10/60',
  REGISTER: '5/3600',
  FORGOT: '5/3600',
  RESEND: '5/3600',
  VERIFY_PASSWORD: '10/60',
  REPORT: '5/3600',
  DEMO: '3/3600',
  INVITATIONS: '30/3600',
  WORKSPACE_CREATE: '5/86400',
  SLUG_CHECK: '30/60',
  LINK_WRITES: '120/60',
  IMPORT: '60/3600',
  JOBS: '30/60',
  UNKNOWN_PATHS: '60/60',
} as const;
export type RateLimitName = keyof typeof RATE_LIMITS;

/** Every variable that Signpost reads, in the order of `.env.example`. */
export const VARIABLES: readonly Variable[] = [
  variable('PUBLIC_URL', 'http://localhost:PORT', 'Origin of the dashboard and the API.'),
  variable('SHORT_URL', 'PUBLIC_URL', 'Origin of short links (the short domain).'),
  variable('DEPLOYMENT_MODE', 'single', '`single`: one workspace. `multi`: one workspace per subdomain.'),
  variable('HOST', '127.0.0.1', 'Listening address.'),
  variable('PORT', '3000', 'Listening port, 0 to 65535; 0 is any that is free.'),
  variable('DATA_DIR', './data', 'Embedded database, uploads, click journal, generated secrets, mail outbox.'),
  variable('DATABASE_URL', 'an embedded PostgreSQL under DATA_DIR', 'Connection URL of a PostgreSQL 14 or newer.'),
  variable(
    'DATABASE_POOL_SIZE',
    '10',
    'Database connections per process, 4 to 500; three of them are for redirects alone. The click writer and the listener for changes open one more each.',
  ),
  variable('REDIS_URL', 'unset', 'Redis that several instances share for rate limits.'),
  variable(
    'SESSION_SECRET',
    'generated into DATA_DIR',
    'At least 32 characters; signs grants and protects queued mail.',
  ),
  variable('REGISTRATION', '`invite` in single mode, `open` in multi mode', '`open`, `invite` or `closed`.'),
  variable(
    'SMTP_URL',
    'unset: mails are files in DATA_DIR/outbox',
    'SMTP server, such as smtps://user:password@mail.example.com.',
  ),
  variable('MAIL_FROM', 'Signpost <signpost@host of PUBLIC_URL>', 'Sender of every mail.'),
  variable('GOOGLE_CLIENT_ID', 'unset', 'Google sign-in: client id.'),
  variable('GOOGLE_CLIENT_SECRET', 'unset', 'Google sign-in: client secret.'),
  variable('GOOGLE_ISSUER', 'https://accounts.google.com', 'Google sign-in: discovery address.'),
  variable('MICROSOFT_CLIENT_ID', 'unset', 'Microsoft sign-in: client id.'),
  variable('MICROSOFT_CLIENT_SECRET', 'unset', 'Microsoft sign-in: client secret.'),
  variable('MICROSOFT_TENANT', 'common', 'Microsoft sign-in: tenant.'),
  variable(
    'MICROSOFT_ISSUER',
    'https://login.microsoftonline.com/<tenant>/v2.0',
    'Microsoft sign-in: discovery address.',
  ),
  variable('DEMO_ENABLED', 'false', 'Demo workspaces; needs multi mode.'),
  variable('TURNSTILE_SITE_KEY', 'unset', 'Bot check on register, login and demo when both keys are set.'),
  variable('TURNSTILE_SECRET_KEY', 'unset', 'Secret of the bot check.'),
  variable(
    'TURNSTILE_VERIFY_URL',
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    'Address that verifies bot checks.',
  ),
  variable(
    'JOBS_SECRET',
    'unset: the jobs and status routes are off',
    'Bearer secret of the jobs and operator status routes.',
  ),
  variable(
    'OPERATOR_EMAILS',
    'unset',
    'Comma separated; verified accounts that may open the operator page (needs JOBS_SECRET).',
  ),
  variable('JOBS_SCHEDULER', 'on', '`on` or `off`: the in-process scheduler.'),
  variable('S3_ENDPOINT', 'unset: uploads are files in DATA_DIR/uploads', 'S3-compatible object storage for uploads.'),
  variable('S3_REGION', 'us-east-1', 'Region of the object storage.'),
  variable('S3_BUCKET', 'unset', 'Bucket of the object storage.'),
  variable('S3_ACCESS_KEY_ID', 'unset', 'Key id of the object storage.'),
  variable('S3_SECRET_ACCESS_KEY', 'unset', 'Key of the object storage.'),
  variable('S3_PUBLIC_URL', 'unset', 'Public base address of the bucket.'),
  variable('TRUST_PROXY', '0', 'Number of trusted proxy hops, 0 to 16; 0 ignores X-Forwarded-* and country headers.'),
  variable(
    'COUNTRY_HEADER',
    'unset',
    'Header with a two-letter country, honoured only behind a trusted proxy; without it, the country database.',
  ),
  variable('GEOIP_DATABASE', 'bundled', 'Path of a country MMDB.'),
  variable(
    'CLICK_RETENTION_MONTHS',
    'unset: keep',
    'Raw click events older than this many months, 1 to 1200, are dropped; reports stay.',
  ),
  variable('ALLOW_PRIVATE_DESTINATIONS', 'false', 'Allow destinations on loopback, private and link-local addresses.'),
  variable('WEB_CONCURRENCY', '1', 'Worker processes on this machine, 1 to 128.'),
  variable('ROLES', 'all', '`all`, or a comma-separated choice of `redirect`, `app` and `jobs`.'),
  variable('METRICS_PORT', 'unset: off', 'Port of GET /metrics for Prometheus, on HOST, 1 to 65535.'),
  variable('METRICS_TOKEN', 'unset', 'Bearer token of GET /metrics; with it, PORT serves them too.'),
  variable(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'unset: off',
    'Base address of an OpenTelemetry collector that takes traces over OTLP/HTTP.',
  ),
  variable('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'unset', 'The whole address for traces, instead of a base address.'),
  variable('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf', '`http/protobuf` or `http/json`.'),
  variable('OTEL_EXPORTER_OTLP_HEADERS', 'unset', 'Headers for the collector, as name=value,name=value.'),
  variable('OTEL_SERVICE_NAME', 'signpost', 'Name of this service in traces.'),
  variable(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'Share of requests, jobs and mails that are traced, 0 to 1; redirects are one in 1,024 of that.',
  ),
  variable('LOG_LEVEL', 'info', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
  ...Object.entries(RATE_LIMITS).map(([name, fallback]) =>
    variable(`RATE_LIMIT_${name}`, fallback, 'Rate limit as count/seconds.'),
  ),
];
