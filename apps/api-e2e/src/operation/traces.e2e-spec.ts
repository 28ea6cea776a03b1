import { eventually, freePort, OWNER, setUpOwner, startApp, type AppProcess } from '@signpost/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { loadedBefore } from '../support/built-files.js';
import { startCollector, type Collector, type SentSpan } from '../support/collector.js';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
/** Words that stand for what must not leave: found anywhere in a delivery, they are a leak. */
const SECRET_WORDS = {
  'user-agent': 'Mozilla/5.0 (marked-agent) Chrome/130.0 Safari/537.36',
  slug: 'marked-slug',
  destination: 'marked-destination.example.com',
  query: 'marked-query',
  jobs: 'marked-jobs-secret',
  email: OWNER.email,
  password: OWNER.password,
};

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function collect(): Promise<Collector> {
  const collector = await startCollector();
  ends.push(() => collector.stop());
  return collector;
}

async function start(env: Record<string, string>): Promise<AppProcess> {
  const app = await startApp({ env: { JOBS_SECRET: SECRET_WORDS.jobs, ...env } });
  ends.push(() => app.stop());
  return app;
}

/** A day in the life: somebody registers, makes a link, is visited, forgets the password; a job runs. */
async function use(app: AppProcess): Promise<void> {
  const owner = await setUpOwner(app);
  const { body: link } = await owner.post('/api/links', {
    destinationUrl: `https://${SECRET_WORDS.destination}/`,
    slug: SECRET_WORDS.slug,
  });
  await owner.get(`/api/links/${link.id as string}`);
  await owner.get(`/api/links?q=${SECRET_WORDS.query}`);
  const headers = { 'user-agent': SECRET_WORDS['user-agent'] };
  expect((await app.client().get(`/${SECRET_WORDS.slug}`, { headers })).status).toBe(302);
  await app.client().post('/api/auth/forgot', { email: OWNER.email });
  await app.client().get(`/api/links/public/${SECRET_WORDS.slug}`);
  await app.client().post('/api/jobs/alerts', undefined, { headers: { authorization: `Bearer ${SECRET_WORDS.jobs}` } });
}

const named = (spans: readonly SentSpan[], name: string): SentSpan => {
  const span = spans.find((each) => each.name === name);
  if (span === undefined) throw new Error(`no span ${name} among ${spans.map((each) => each.name).join(', ')}`);
  return span;
};

describe('with a collector', () => {
  test('requests, statements, jobs, mails and a first redirect are traces, and nothing in them tells of a person', async () => {
    const collector = await collect();
    const app = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key',
      OTEL_SERVICE_NAME: 'links',
    });
    await use(app);
    await eventually(() =>
      app.database.query('SELECT FROM mails WHERE sent_at IS NOT NULL').then((rows) => rows.length > 0),
    );
    expect(await app.kill('SIGTERM')).toBe(0);

    expect(collector.deliveries.map(({ path }) => path)).toContain('/v1/traces');
    expect(collector.deliveries[0]?.headers).toMatchObject({ authorization: 'Bearer collector-key' });
    const sent = collector.deliveries.map(({ body }) => body.toString('utf8')).join('\n');
    expect(sent).toContain('"stringValue":"links"');

    const spans = collector.spans();
    const made = named(spans, 'POST /api/links');
    expect(made.facts).toMatchObject({ 'http.route': '/api/links', 'http.response.status_code': 201 });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === made.spanId);
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['INSERT links', 'COMMIT']));
    expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([made.traceId]));
    expect(named(statements, 'INSERT links').facts).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'links',
    });
    named(spans, 'GET /api/links/:id');
    expect(named(spans, 'short link').facts).toMatchObject({ 'http.response.status_code': 302 });
    const job = named(spans, 'job expiry_alerts');
    expect(job.links?.[0]?.spanId).toBe(named(spans, 'POST /api/jobs/alerts').spanId);
    expect(spans.some(({ parentSpanId }) => parentSpanId === job.spanId)).toBe(true);
    expect(named(spans, 'send mail').facts).toEqual({
      'signpost.mail.kind': 'password_reset',
      'signpost.mail.attempt': 1,
    });

    for (const [what, word] of Object.entries(SECRET_WORDS)) expect([what, sent.includes(word)]).toEqual([what, false]);
    expect(sent).not.toContain('127.0.0.1');
  });

  test('the standard encoding is protobuf, and an address for traces alone is taken as it is', async () => {
    const collector = await collect();
    const app = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/ingest/spans` });
    await setUpOwner(app);
    await app.kill('SIGTERM');
    expect(collector.deliveries[0]).toMatchObject({
      path: '/ingest/spans',
      headers: { 'content-type': 'application/x-protobuf' },
    });
    expect(collector.deliveries.some(({ body }) => body.includes('POST /api/auth/register'))).toBe(true);
  });

  test.each([
    ['a proxy of ours begins', '1', true],
    ['a visitor claims', '0', false],
  ])('a trace that %s is continued only with TRUST_PROXY: %s', async (_, trusted, continued) => {
    const collector = await collect();
    const app = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      TRUST_PROXY: trusted,
    });
    await app.client().get('/api/host', { headers: { traceparent: TRACEPARENT } });
    await app.kill('SIGTERM');
    const span = named(collector.spans(), 'GET /api/host');
    expect(span.traceId === TRACEPARENT.split('-')[1]).toBe(continued);
  });

  test('OTEL_TRACES_SAMPLER_ARG=0 traces nothing', async () => {
    const collector = await collect();
    const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' });
    await use(app);
    await app.kill('SIGTERM');
    expect(collector.deliveries).toEqual([]);
  });

  test('one that is away costs nothing but a line in the log', async () => {
    const app = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    });
    const lines = (): number => app.output().match(/The collector does not accept traces/g)?.length ?? 0;
    await use(app);
    await eventually(() => lines() > 0);
    await app.client().get('/api/host');
    expect(await app.kill('SIGTERM')).toBe(0);
    expect(lines()).toBe(1);
  });
});

test('without a collector nothing of the SDK is loaded', () => {
  const loaded = loadedBefore('main.js');
  expect(loaded.size).toBeGreaterThan(10);
  expect([...loaded].filter((name) => name.startsWith('@opentelemetry/'))).toEqual([]);
});
