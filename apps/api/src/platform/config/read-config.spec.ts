import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { configurationDoc } from './configuration-doc.js';
import { envExample } from './env-example.js';
import { ConfigError, readConfig } from './read-config.js';
import { VARIABLES } from './variables.js';

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the configuration', () => {
  test('has a default for every variable', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      mode: 'single',
      port: 3000,
      host: '127.0.0.1',
      registration: 'invite',
      trustProxy: 0,
    });
    expect([config.publicOrigin, config.shortOrigin, config.hasShortDomain]).toEqual([
      'http://localhost:3000',
      'http://localhost:3000',
      false,
    ]);
    expect(config.rateLimits.LOGIN).toEqual({ count: 10, seconds: 60 });
  });

  test.each([
    ['https://links.example.com', true],
    ['http://localhost:3000', true],
    ['http://192.168.1.5:3000', false],
    ['http://[::1]:3000', false],
  ])('%s may have subdomains: %s', (url, can) => {
    expect(readConfig({ PUBLIC_URL: url }).canHaveSubdomains).toBe(can);
  });

  test.each([
    [{}, []],
    [{ JOBS_SECRET: 'x'.repeat(16), METRICS_TOKEN: 'x'.repeat(16) }, []],
    [{ JOBS_SECRET: 'x'.repeat(15) }, ['JOBS_SECRET']],
    [{ JOBS_SECRET: 'x', METRICS_TOKEN: 'x' }, ['JOBS_SECRET', 'METRICS_TOKEN']],
  ])('%o has these weak secrets: %o', (env, weak) => {
    expect(readConfig(env).weakSecrets).toEqual(weak);
  });

  test('opens registration in multi mode', () => {
    expect(readConfig({ DEPLOYMENT_MODE: 'multi' }).registration).toBe('open');
  });

  test('reports all problems at once', () => {
    const problems = problemsOf({
      PORT: 'eighty',
      PUBLIC_URL: 'example.com',
      SESSION_SECRET: 'short',
      DEMO_ENABLED: 'true',
      RATE_LIMIT_LOGIN: '10',
      RATE_LIMIT_LOGINS: '10/60',
      GOOGLE_CLIENT_ID: 'id',
      S3_BUCKET: 'logos',
    });
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'DEMO_ENABLED',
      'GOOGLE_CLIENT_SECRET',
      'PORT',
      'PUBLIC_URL',
      'RATE_LIMIT_LOGIN',
      'RATE_LIMIT_LOGINS',
      'S3_ACCESS_KEY_ID',
      'S3_ENDPOINT',
      'S3_PUBLIC_URL',
      'S3_SECRET_ACCESS_KEY',
      'SESSION_SECRET',
    ]);
  });

  test.each([
    ['PUBLIC_URL', 'https://example.com/app'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['DEPLOYMENT_MODE', 'many'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://localhost/x?sslmode=required'],
    ['DATABASE_URL', 'postgres://localhost/x?sslmode=verify-full&sslrootcert=/no/such/ca.pem'],
    ['DATABASE_POOL_SIZE', '-1'],
    ['REGISTRATION', 'everyone'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['MICROSOFT_TENANT', 'our tenant/x'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'token'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'token=a,b'],
    ['METRICS_PORT', '3000'],
    ['MAIL_FROM', 'nobody'],
    ['ROLES', 'redirect,cook'],
    ['ROLES', 'all,cook'],
    ['LOG_LEVEL', 'loud'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['CLICK_RETENTION_MONTHS', '0'],
    ['RATE_LIMIT_JOBS', '0/60'],
    ['HOST', 'not a host'],
    ['OPERATOR_EMAILS', 'ops@example.com, ops'],
    ['COUNTRY_HEADER', 'CF IPCountry'],
    ['GEOIP_DATABASE', '/no/such/country.mmdb'],
    ['GEOIP_DATABASE', import.meta.dirname],
    ['GEOIP_DATABASE', import.meta.filename],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })[0]).toMatch(new RegExp(`^${name}: `));
  });

  test.each([
    ['SMTP_URL', 'smtp://mail.example.com'],
    ['DATABASE_URL', 'postgresql:///signpost?host=/run/postgresql'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-token=a%20b==, x-team = links,'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer abc'],
    ['METRICS_PORT', '3001'],
  ])('accepts %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([]);
  });

  test.each([
    ['require', 'verify-full'],
    ['prefer', 'verify-full'],
    ['no-verify', 'no-verify'],
    ['disable', 'disable'],
    ['require&uselibpqcompat=true', 'require&uselibpqcompat=true'],
  ])('hands on sslmode=%s as what the driver takes it for without a warning: %s', (given, taken) => {
    const url = 'postgres://user:p%40ss@one:5432/name?sslmode=';
    expect(readConfig({ DATABASE_URL: url + given }).databaseUrl).toBe(url + taken);
  });

  const bounded = VARIABLES.flatMap(({ name, meaning }) => {
    const [, least, most] = /\b(\d+) to (\d+)\b/.exec(meaning) ?? [];
    return least === undefined ? [] : [[name, Number(least), Number(most)] as const];
  });

  test.each(bounded)('accepts %s from %d to %d, as documented', (name, least, most) => {
    for (const value of [least, most]) expect(problemsOf({ [name]: String(value) })).toEqual([]);
    for (const value of [least - 1, most + 1]) expect(problemsOf({ [name]: String(value) })).toHaveLength(1);
  });

  test('an empty variable counts as unset', () => {
    expect(problemsOf(Object.fromEntries(VARIABLES.map(({ name }) => [name, ' '])))).toEqual([]);
  });
});

test('.env.example documents every variable', () => {
  const file = new URL('../../../../../.env.example', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(envExample());
});

test('docs/configuration.md matches the code; `vitest run -u` writes it again', async () => {
  const file = new URL('../../../../../docs/configuration.md', import.meta.url);
  await expect(configurationDoc()).toMatchFileSnapshot(fileURLToPath(file));
});
