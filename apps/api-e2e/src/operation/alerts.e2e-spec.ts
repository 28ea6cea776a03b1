import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, freePort, httpSend, startApp, type AppProcess } from '@signpost/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Prometheus's own verdict, where it is installed: apt-get install prometheus.
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const MONITORING = fileURLToPath(new URL('../../../../docker/monitoring/', import.meta.url));

/** Samples by their full name, labels included, and how they go on each minute: a value, or a value that rises. */
type Samples = Readonly<Record<string, string>>;

let folder: string;
let app: AppProcess;
let sound: Samples;
let withoutDatabase: Samples;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-alerts-'));
  if (!hasPromtool) return;
  const port = await freePort();
  // Without a mail server the signal `mail` says so, and with it an alert.
  app = await startApp({ env: { METRICS_PORT: String(port), SMTP_URL: 'smtp://127.0.0.1:1' } });
  const metrics = new URL(`http://127.0.0.1:${port}/metrics`);
  const scrape = async () => samplesOf((await httpSend('GET', metrics, {}, undefined)).text);
  sound = await scrape();
  await closeDatabase(new URL(app.database.url));
  withoutDatabase = await eventually(async () => {
    const samples = await scrape();
    return samples['signpost_database_up'] === '0' ? samples : null;
  });
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Refuses every connection to the application's database, as if it were gone. */
async function closeDatabase(url: URL): Promise<void> {
  const name = url.pathname.slice(1);
  const elsewhere = new URL('/postgres', url);
  elsewhere.search = url.search;
  const admin = new pg.Client({ connectionString: elsewhere.href });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  await admin.end();
}

function samplesOf(text: string): Samples {
  const lines = text.split('\n').filter((line) => /^signpost_/.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  );
}

/** Alerts that fire after three quarters of an hour of this. */
function firing(name: string, samples: Samples, up = '1'): string[] {
  const all: Samples = { ...samples, 'up{job="signpost"}': up };
  const series = Object.entries(all)
    .filter(([, value]) => /^[-+.\de]+(?:x\d+)?$/.test(value))
    .map(([sample, value]) => ({ series: sample, values: value.includes('x') ? value : `${value}x60` }));
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  const wanted = { expr: 'group by (alertname) (ALERTS{alertstate="firing"})', eval_time: '45m', exp_samples: [] };
  const plan = {
    rule_files: [join(MONITORING, 'alerts.yaml')],
    evaluation_interval: '1m',
    tests: [{ interval: '1m', input_series: series, promql_expr_test: [wanted] }],
  };
  writeFileSync(file, JSON.stringify(plan));
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toMatch(/SUCCESS|FAILED/);
  return [...`${stdout}${stderr}`.matchAll(/\{alertname="(\w+)"\}/g)].map(([, alert = '']) => alert).sort();
}

test.skipIf(!hasPromtool)('Prometheus takes the alert rules and the example configuration', () => {
  for (const args of [
    ['rules', 'alerts.yaml'],
    ['config', 'prometheus.yaml'],
  ]) {
    const { status, stderr } = spawnSync('promtool', ['check', ...args], { cwd: MONITORING, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  }
});

test.skipIf(!hasPromtool)('nothing fires for a fresh and sound instance that nobody visits', () => {
  expect(sound['signpost_database_up']).toBe('1');
  expect(Number(sound['signpost_partitions_ready_timestamp_seconds'])).toBeGreaterThan(Date.now() / 1000);
  expect(firing('sound', sound)).toEqual([]);
});

test.skipIf(!hasPromtool)(
  'while the database is unavailable that is what fires, and what cannot be known is absent',
  () => {
    const unknown = Object.keys(withoutDatabase).filter((name) =>
      /^signpost_(?:partitions|job|signal|mails)/.test(name),
    );
    expect(unknown).toEqual([]);
    expect(firing('away', withoutDatabase)).toEqual(['SignpostDatabaseAway']);
  },
);

test.skipIf(!hasPromtool).each<[string, Samples]>([
  ['SignpostWorkerMissing', { 'signpost_workers{state="missing"}': '1' }],
  ['SignpostClicksLost', { signpost_clicks_lost_total: '0+1x60' }],
  ['SignpostClicksNotStored', { signpost_click_writer_lag_seconds: '200' }],
  ['SignpostJournalGrows', { 'signpost_click_journal_bytes{place="disk"}': '5000000000' }],
  ['SignpostRedirectsUnavailable', { 'signpost_redirects_total{answer="unavailable"}': '0+60x60' }],
  [
    'SignpostRedirectsSlow',
    {
      'signpost_redirect_duration_seconds_bucket{le="0.05"}': '0+10x60',
      'signpost_redirect_duration_seconds_bucket{le="0.1"}': '0+60x60',
      'signpost_redirect_duration_seconds_bucket{le="+Inf"}': '0+60x60',
    },
  ],
  [
    'SignpostApiErrors',
    { 'signpost_http_request_duration_seconds_count{method="GET",route="/api/links",status="500"}': '0+60x60' },
  ],
  ['SignpostSignal', { 'signpost_signal_level{key="mail"}': '1' }],
  ['SignpostJobFailed', { 'signpost_job_failed{job="housekeeping"}': '1' }],
  // Prometheus's trial begins in 1970.
  ['SignpostPartitionsRunOut', { signpost_partitions_ready_timestamp_seconds: '90000' }],
  ['SignpostDatabasePoolBusy', { 'signpost_database_connections{pool="api",state="waiting"}': '9' }],
  ['SignpostAbuseReportsWait', { signpost_abuse_reports_open: '1' }],
  [
    'SignpostDestinationsBroken',
    { 'signpost_destinations{state="broken"}': '30', 'signpost_destinations{state="ok"}': '90' },
  ],
  ['SignpostMailGivenUp', { 'signpost_mails{state="given_up"}': '2' }],
])('%s fires in its state, and nothing else does', (alert, state) => {
  // Those buckets that are not of the state would have it otherwise.
  const rest = Object.entries(sound).filter(([name]) => !/duration_seconds_bucket/.test(name));
  expect(firing(alert, { ...Object.fromEntries(rest), ...state })).toEqual([alert]);
});

test.skipIf(!hasPromtool)('SignpostDown fires where nothing answers', () => {
  expect(firing('down', {}, '0')).toEqual(['SignpostDown']);
});
