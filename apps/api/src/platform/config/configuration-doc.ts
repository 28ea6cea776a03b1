import { VARIABLES, type Variable } from './variables.js';

/** By the first variable of each part of the page: its heading and introduction. */
const PARTS: Readonly<Record<string, readonly [heading: string, about: string]>> = {
  PUBLIC_URL: ['Addresses', 'Where people reach Signpost, and where it listens.'],
  DATA_DIR: ['Data', 'Where everything is kept. Several instances share one database and one Redis.'],
  SESSION_SECRET: ['Accounts', 'Several instances need the same secret.'],
  SMTP_URL: ['Mail', ''],
  GOOGLE_CLIENT_ID: [
    'Sign-in with Google and Microsoft',
    'A provider is on when its id and secret are set. Its redirect address is `PUBLIC_URL/api/auth/google` or `PUBLIC_URL/api/auth/microsoft`.',
  ],
  OIDC_ISSUER: [
    'Sign-in of a company',
    'On when issuer, client id and secret are set. The redirect address is `PUBLIC_URL/api/auth/oidc`. See [sign-in](sign-in.md).',
  ],
  DEMO_ENABLED: ['Demo and bot check', ''],
  JOBS_SECRET: ['Jobs and operators', 'See [operation](operation.md).'],
  S3_ENDPOINT: ['Uploads in object storage', 'All of them, or none; only `S3_REGION` may be left out.'],
  BACKUP_DIR: ['Backups and redirects as files', 'A folder, a bucket or both; see [backup](backup.md).'],
  TRUST_PROXY: ['Proxy and countries', 'See [deployment](deployment.md) for what each proxy has to pass on.'],
  CLICK_RETENTION_MONTHS: ['Clicks and destinations', ''],
  WEB_CONCURRENCY: ['Processes', 'See [scaling](scaling.md).'],
  METRICS_PORT: ['Metrics, traces and logs', 'See [operation](operation.md).'],
  RATE_LIMIT_LOGIN: [
    'Rate limits',
    'As `count/seconds`. A client is an IPv4 address or an IPv6 /64. The workers of one machine count together, with `REDIS_URL` all instances.',
  ],
};

/** The text of docs/configuration.md. */
export function configurationDoc(): string {
  const lines = [
    '# Configuration',
    '',
    'Settings are environment variables; a file `.env` in the working directory is read too, and variables that are set',
    'already win over it. Every one is optional. They are checked together at start: Signpost refuses to start and lists',
    'every problem by the name of its variable. [.env.example](../.env.example) has them all to copy from.',
    '',
    'This page is made from the code; a test holds it, `.env.example` and what the code reads together.',
  ];
  for (const variable of VARIABLES) lines.push(...partBefore(variable), ...describe(variable));
  return `${lines.join('\n')}\n`;
}

function partBefore({ name }: Variable): string[] {
  const part = PARTS[name];
  if (part === undefined) return [];
  const [heading, about] = part;
  return ['', `## ${heading}`, '', ...(about === '' ? [] : [about, ''])];
}

function describe({ name, fallback, meaning }: Variable): string[] {
  return [`- **\`${name}\`**: ${meaning} Default: ${fallback.replaceAll('<', '\\<')}.`];
}
