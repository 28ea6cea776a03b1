/** One environment variable as documented. Tests compare `.env.example` and docs/configuration.md with this list. */
export interface Variable {
  readonly name: string;
  /** What applies when it is unset, as text. */
  readonly fallback: string;
  readonly meaning: string;
}

const variable = (name: string, fallback: string, meaning: string): Variable => ({ name, fallback, meaning });

/** A rate limit: its default `count/seconds`, and what it counts, as text for operators and clients. */
interface RateLimitDefault {
  readonly fallback: string;
  readonly counts: string;
}

const rateLimit = (fallback: string, counts: string): RateLimitDefault => ({ fallback, counts });

/** The rate limits in the documented order. */
export const RATE_LIMITS = {
  LOGIN: rateLimit(
    '10/60',
    'Sign-ins (POST /api/auth/login) per client and per address; changes of a password and hand-overs per account; answers of outside providers per client.',
  ),
  REGISTER: rateLimit('5/3600', 'Accounts made (POST /api/auth/register, first sign-in with a provider) per client.'),
  FORGOT: rateLimit('5/3600', 'POST /api/auth/forgot per client.'),
  RESEND: rateLimit('5/3600', 'POST /api/auth/verify/resend per client.'),
  VERIFY_PASSWORD: rateLimit(
    '10/60',
    'Tries at the password of a link (POST /api/links/verify-password and its page) per client and link.',
  ),
  REPORT: rateLimit('5/3600', 'Reports of links (POST /api/report and its page) per client.'),
  DEMO: rateLimit('3/3600', 'POST /api/auth/demo per client.'),
  INVITATIONS: rateLimit(
    '30/3600',
    'Invitations made and sent again (POST /api/workspaces/invitations) per workspace.',
  ),
  WORKSPACE_CREATE: rateLimit('5/86400', 'POST /api/workspaces per user.'),
  SLUG_CHECK: rateLimit(
    '30/60',
    'GET /api/workspaces/slug-available per client, GET /api/links/slug-available per user.',
  ),
  LINK_WRITES: rateLimit(
    '120/60',
    'Requests that change links, aliases, tags or campaigns, per user; a batch, a bulk action and a preview of a file are one each.',
  ),
  IMPORT: rateLimit('60/3600', 'POST /api/links/import per workspace.'),
  JOBS: rateLimit('30/60', 'POST /api/jobs/alerts per client, and wrong bearer secrets of status and metrics.'),
  UNKNOWN_PATHS: rateLimit('60/60', 'Short addresses that lead nowhere, per client.'),
  LOGO: rateLimit('20/3600', 'POST /api/workspaces/logo per user.'),
  QR: rateLimit('240/60', 'GET /api/links/:id/qr per user.'),
  OIDC_START: rateLimit('30/60', 'Sign-ins begun with an outside provider, per client.'),
  ADDRESS_MAILS: rateLimit(
    '3/3600',
    'Mails to one address, counted apart for forgot, resend and register; beyond it the answer is the same and no mail is sent.',
  ),
  VERIFY_PASSWORD_NETWORK: rateLimit('60/600', 'Wrong passwords of a link per network (IPv4 /24, IPv6 /48) and link.'),
  VERIFY_PASSWORD_LINK: rateLimit('2000/3600', 'Wrong passwords of a link from everywhere.'),
  DESTINATION_CHECK: rateLimit('20/3600', 'POST /api/links/:id/check per user.'),
  QR_MANY: rateLimit('60/3600', 'POST /api/links/bulk/qr per user.'),
  CREATOR_MESSAGES: rateLimit(
    '20/3600',
    'Mails to creators of reported links (POST /api/reports/abuse/:id/message and the operator’s) per user.',
  ),
} as const satisfies Record<string, RateLimitDefault>;
/** Name of a rate limit; its variable is `RATE_LIMIT_` and the name. */
export type RateLimitName = keyof typeof RATE_LIMITS;

/** Value of BACKUP_KEEP when it is unset. */
export const BACKUP_KEEP = 'daily:7,weekly:4,monthly:6';

/** Every variable that Signpost reads, in the order of `.env.example`. */
export const VARIABLES: readonly Variable[] = [
  variable('PUBLIC_URL', 'http://localhost:PORT', 'Origin of the dashboard and the API.'),
  variable('SHORT_URL', 'PUBLIC_URL', 'Origin of short links (the short domain).'),
  variable('DEPLOYMENT_MODE', 'single', '`single`: one workspace. `multi`: one workspace per subdomain.'),
  variable('HOST', '127.0.0.1', 'Listening address.'),
  variable('PORT', '3000', 'Listening port, 0 to 65535; 0 is any that is free.'),
  variable('DATA_DIR', './data', 'Embedded database, uploads, click journal, generated secrets, mail outbox.'),
  variable(
    'DATABASE_URL',
    'an embedded PostgreSQL under DATA_DIR',
    'Connection URL of a PostgreSQL 14 or newer; host1,host2 in it are servers of which the one that takes changes is found.',
  ),
  variable(
    'JOURNAL_KEEP_MINUTES',
    '10',
    'Minutes, 0 to 1440, for which clicks stay on disk after they were stored: longer than a standby may lag.',
  ),
  variable(
    'DATABASE_POOL_SIZE',
    '10',
    'Database connections per process, 4 to 500; three of them are for redirects alone. The click writer and the listener for changes open one more each.',
  ),
  variable('REDIS_URL', 'unset', 'Redis that several instances share for rate limits.'),
  variable(
    'SESSION_SECRET',
    'generated into DATA_DIR',
    'At least 32 characters; signs grants, protects queued mail, makes the setup code.',
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
  variable('OIDC_ISSUER', 'unset', 'Sign-in of the company, any OpenID provider: discovery address.'),
  variable('OIDC_CLIENT_ID', 'unset', 'Sign-in of the company: client id.'),
  variable('OIDC_CLIENT_SECRET', 'unset', 'Sign-in of the company: client secret.'),
  variable('OIDC_NAME', 'single sign-on', 'Sign-in of the company: what its button says.'),
  variable(
    'OIDC_DOMAINS',
    'unset',
    'Comma separated; who has a verified address of one of these domains needs no invitation and, in single mode, joins the workspace as OIDC_ROLE.',
  ),
  variable('OIDC_ROLE', 'VIEWER', '`VIEWER` or `MEMBER`: role of those who come by OIDC_DOMAINS.'),
  variable(
    'OIDC_GROUPS_CLAIM',
    'unset',
    'Claim that names the groups of a person, such as `groups`; dots lead into objects.',
  ),
  variable(
    'OIDC_GROUP_ROLES',
    'unset',
    'Comma separated group=MEMBER or group=VIEWER; sets the role at each sign-in, the highest wins. Who is in none of them has no access.',
  ),
  variable('PASSWORDS', 'on', '`on` or `off`: signing in with a password; off needs a provider.'),
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
  variable('BACKUP_DIR', 'unset', 'Folder that the job `backup` writes to, best on another disk.'),
  variable('BACKUP_S3_BUCKET', 'unset', 'Bucket that the job `backup` writes to, below backups/.'),
  variable('BACKUP_S3_ENDPOINT', 'S3_ENDPOINT', 'Address of that object storage.'),
  variable('BACKUP_S3_REGION', 'S3_REGION', 'Region of that object storage.'),
  variable('BACKUP_S3_ACCESS_KEY_ID', 'S3_ACCESS_KEY_ID', 'Key id of that object storage.'),
  variable('BACKUP_S3_SECRET_ACCESS_KEY', 'S3_SECRET_ACCESS_KEY', 'Key of that object storage.'),
  variable(
    'BACKUP_KEEP',
    BACKUP_KEEP,
    'Of how many UTC days, ISO weeks and months that have a backup the newest one stays; the rules add up.',
  ),
  variable(
    'REDIRECT_MAP_DIR',
    'unset',
    'Folder that the job `redirect_map` writes the redirects to, for other servers.',
  ),
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
  variable(
    'DESTINATION_WATCH',
    'off',
    '`on` or `off`: look about once a day whether destinations still answer; docs/privacy.md says what is sent.',
  ),
  variable(
    'BLOCKLIST_FILES',
    'unset',
    'Comma separated paths of lists of blocked hosts, one a line or in the form of a hosts file; read again when they change.',
  ),
  variable(
    'DESTINATION_HOSTS',
    'unset: any',
    'Comma separated hosts that destinations may be on; `*.example.com` covers the names below.',
  ),
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
  ...Object.entries(RATE_LIMITS).map(([name, { fallback, counts }]) =>
    variable(`RATE_LIMIT_${name}`, fallback, counts),
  ),
];
