import { readFileSync } from 'node:fs';
import { eventually, freePort, httpSend, setUpOwner, startApp, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const TOKEN = 'a-token-for-the-metrics';
const monitoring = (file: string) =>
  readFileSync(new URL(`../../../../docker/monitoring/${file}`, import.meta.url), 'utf8');

let app: AppProcess;
let metricsUrl: URL;

beforeAll(async () => {
  const port = await freePort();
  metricsUrl = new URL(`http://127.0.0.1:${port}/metrics`);
  app = await startApp({ env: { METRICS_PORT: String(port) } });
});
afterAll(() => app?.stop());

const scrape = async (): Promise<string> => (await httpSend('GET', metricsUrl, {}, undefined)).text;

/** The value of one sample, 0 when it is absent. */
function sample(text: string, name: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}

describe('GET /metrics on its own port', () => {
  test('counts redirects by answer, look-ups and times, and names no link and nobody', async () => {
    const owner = await setUpOwner(app);
    const { body } = await owner.post('/api/links', {
      destinationUrl: 'https://example.com/',
      slug: 'secret-slug-name',
    });
    const visit = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36' };
    for (let n = 0; n < 32; n += 1) {
      const answer = await httpSend('GET', new URL(body.shortUrl), visit, undefined);
      expect(answer.status).toBe(302);
    }
    await httpSend('GET', new URL('/nothing-here', app.url), visit, undefined);
    const text = await eventually(async () => {
      const current = await scrape();
      return sample(current, 'signpost_redirect_duration_seconds_count') >= 2 ? current : null;
    });
    expect(sample(text, 'signpost_redirects_total{answer="redirect_success"}')).toBe(32);
    expect(sample(text, 'signpost_redirects_total{answer="not_found"}')).toBe(1);
    // How many of them found the link in memory depends on when the making of it was heard of.
    const lookups = ['hit', 'miss'].map((result) => sample(text, `signpost_link_lookups_total{result="${result}"}`));
    expect(lookups.reduce((sum, count) => sum + count)).toBe(33);
    expect(lookups[0]).toBeGreaterThan(0);
    expect(text).toContain(
      'signpost_http_request_duration_seconds_count{method="POST",route="/api/links",status="201"} 1',
    );
    expect(text).not.toContain('secret-slug-name');
    expect(text).not.toContain(body.id);
    expect(text).not.toContain('example.test');
  });

  test('serves nothing else, and the main port has no such address without a token', async () => {
    expect((await httpSend('GET', new URL('/', metricsUrl), {}, undefined)).status).toBe(404);
    expect((await httpSend('GET', new URL('/api/health', metricsUrl), {}, undefined)).status).toBe(404);
    expect((await httpSend('POST', metricsUrl, {}, undefined)).status).toBe(405);
    const { status, text } = await httpSend('GET', new URL('/metrics', app.url), {}, undefined);
    expect(status).toBe(404);
    expect(text).not.toContain('signpost_redirects_total');
  });

  test('every metric of the alert rules and the dashboard is exported', async () => {
    const exported = new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]));
    const expressions = [
      ...[...monitoring('alerts.yaml').matchAll(/^\s+expr: (.+)$/gm)].map((match) => match[1] ?? ''),
      ...(JSON.parse(monitoring('grafana-dashboard.json')).panels as { targets: { expr: string }[] }[]).flatMap(
        (panel) => panel.targets.map(({ expr }) => expr),
      ),
    ];
    expect(expressions.length).toBeGreaterThan(25);
    for (const expression of expressions) {
      const names = [...expression.matchAll(/\b(?:signpost|process|nodejs)_\w+/g)].map((match) => match[0]);
      expect(names.length + Number(expression.startsWith('up{'))).toBeGreaterThan(0);
      for (const name of names) expect(exported).toContain(name.replace(/_(?:bucket|count|sum)$/, ''));
      expect(balanced(expression)).toBe(true);
    }
  });
});

test('with a token the main port serves it to who has the token', async () => {
  const guarded = await startApp({ env: { METRICS_TOKEN: TOKEN } });
  try {
    const url = new URL('/metrics', guarded.url);
    expect((await httpSend('GET', url, {}, undefined)).status).toBe(401);
    expect((await httpSend('GET', url, { authorization: 'Bearer wrong' }, undefined)).status).toBe(401);
    const answer = await httpSend('GET', url, { authorization: `Bearer ${TOKEN}` }, undefined);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.text).toContain('signpost_job_failed{job="expiry_alerts"} 0');
  } finally {
    await guarded.stop();
  }
});

test('a token is guessed no more often than the secret of the jobs, on either port; a right one is not counted', async () => {
  const port = await freePort();
  const guarded = await startApp({
    env: { METRICS_TOKEN: TOKEN, METRICS_PORT: String(port), TRUST_PROXY: '1', RATE_LIMIT_JOBS: '2/600' },
  });
  try {
    for (const [url, addressOf] of [
      [new URL('/metrics', guarded.url), () => '192.0.2.1'],
      // Whoever asks it here says himself what a proxy would say.
      [new URL(`http://127.0.0.1:${port}/metrics`), (number: number) => `192.0.2.${number}`],
    ] as const) {
      let number = 0;
      const statusFor = async (token: string): Promise<number> => {
        const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf((number += 1)) };
        return (await httpSend('GET', url, headers, undefined)).status;
      };
      for (let turn = 0; turn < 4; turn += 1) expect(await statusFor(TOKEN)).toBe(200);
      await Promise.all(['a', 'b', 'c'].map(statusFor));
      expect(await statusFor(TOKEN)).toBe(401);
    }
  } finally {
    await guarded.stop();
  }
});

test('a secret that can be guessed is warned of once at the start, whoever listens', async () => {
  const env = { WEB_CONCURRENCY: '2', JOBS_SECRET: 'guess', METRICS_TOKEN: TOKEN };
  const weak = await startApp({ env });
  try {
    expect(weak.output().match(/JOBS_SECRET has fewer than 16 characters/g)).toHaveLength(1);
    expect(weak.output()).not.toMatch(/METRICS_TOKEN|guess\b/);
  } finally {
    await weak.stop();
  }
});

test('with several workers each scrape has the numbers of all, on either port, whichever worker answers', async () => {
  const port = await freePort();
  const workers = await startApp({
    env: { WEB_CONCURRENCY: '2', METRICS_PORT: String(port), METRICS_TOKEN: TOKEN },
  });
  try {
    const owner = await setUpOwner(workers);
    const { body } = await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'shared' });
    const visits = Array.from({ length: 40 }, () => workers.client().get(`/${body.slug as string}`));
    await Promise.all(visits);
    for (const url of [new URL('/metrics', workers.url), new URL(`http://127.0.0.1:${port}/metrics`)]) {
      for (let turn = 0; turn < 4; turn += 1) {
        const { status, text } = await httpSend('GET', url, { authorization: `Bearer ${TOKEN}` }, undefined);
        expect(status).toBe(200);
        const counts = [...text.matchAll(/^signpost_redirects_total\{worker="(\d)",answer="bot_request"\} (\d+)$/gm)];
        expect(counts.map((match) => match[1])).toEqual(['0', '1']);
        expect(counts.reduce((sum, match) => sum + Number(match[2]), 0)).toBe(40);
        expect(text.match(/^# TYPE signpost_redirects_total /gm)).toHaveLength(1);
      }
    }
  } finally {
    await workers.stop();
  }
});

function balanced(expression: string): boolean {
  const open: string[] = [];
  const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
  for (const letter of expression.replaceAll(/"[^"]*"/g, '')) {
    if ('([{'.includes(letter)) open.push(letter);
    else if (letter in pairs && open.pop() !== pairs[letter]) return false;
  }
  return open.length === 0;
}
