import { Agent, request } from 'node:http';
import { ERRORS, type ErrorBody } from '@signpost/contracts';
import { setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldMegabytes, INSPECTED } from '../support/held-memory.js';
import { followReferences } from '../support/references.js';
import { fromSchema, type Schema } from './from-schema.js';
import { HOSTILE_TEXTS, hostileValue } from './hostile.js';
import { Random } from './random.js';

/** Requests of one run; `FUZZ_REQUESTS` makes a longer one, `FUZZ_SEED` repeats one. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 6_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const CONCURRENCY = 16;

/** Routes that would end the caller's own session or grow the mail outbox without bound. */
const LEFT_OUT = new Set(['post /api/auth/logout', 'post /api/auth/password', 'delete /api/auth/sessions']);

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: Schema | null;
}

interface Shot {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

let app: AppProcess;
let owner: ApiClient;
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

beforeAll(async () => {
  app = await startApp({ env: INSPECTED });
  owner = await setUpOwner(app);
});
afterAll(async () => {
  agent.destroy();
  await app?.stop();
});

test(`${REQUESTS} hostile requests get documented answers, and the process stays well (seed ${SEED})`, async () => {
  const document = (await owner.get('/api/openapi.json')).body as {
    paths: Record<string, Record<string, { parameters?: { in: string; name: string }[]; requestBody?: unknown }>>;
    components: { schemas: Record<string, Schema> };
  };
  const operations = operationsOf(followReferences(document).paths);
  const { schemas } = document.components;
  const ids = await someIds();
  const random = new Random(SEED);
  const cookie = `signpost_session=${owner.cookie('signpost_session') ?? ''}`;
  const failures: string[] = [];
  const statuses = new Map<number, number>();

  await fire(Math.ceil(REQUESTS / 10));
  const early = await heldMegabytes(app);
  await fire(REQUESTS);
  const late = await heldMegabytes(app);

  async function fire(count: number): Promise<void> {
    let left = count;
    const worker = async (): Promise<void> => {
      while (left > 0 && failures.length < 20) {
        left -= 1;
        const shot = aim(random.pick(operations), schemas, random, ids, cookie);
        const { status, text } = await shoot(shot);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const problem = check(status, text);
        if (problem !== null)
          failures.push(`${problem}: ${JSON.stringify(shot).slice(0, 1500)} → ${status} ${text.slice(0, 500)}`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  }

  expect(failures).toEqual([]);
  expect((await owner.get('/api/health')).body).toMatchObject({ ok: true });
  expect((await owner.get('/api/auth/session')).body.user).not.toBeNull();
  // What is remembered on purpose takes 4 MB; a leak of 2 kB a request would come to twice what is allowed beyond.
  expect(late - early).toBeLessThan(4 + REQUESTS / 1000);
  // The run is worth nothing if everything was refused at the door.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 100);
  expect(statuses.get(422) ?? 0).toBeGreaterThan(REQUESTS / 100);
}, 900_000);

test('a body that has one unknown key changes nothing, on every route that takes a body', async () => {
  const document = (await owner.get('/api/openapi.json')).body as {
    paths: Record<string, Record<string, { requestBody?: unknown }>>;
    components: { schemas: Record<string, Schema> };
  };
  const random = new Random(SEED + 1);
  const ids = await someIds();
  const before = await counts();
  for (const operation of operationsOf(document.paths)) {
    if (operation.body === null || operation.method === 'GET') continue;
    const body = fromSchema(operation.body, document.components.schemas, random, ids);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) continue;
    const path = operation.path.replaceAll(/\{[^}]+\}/g, () => random.pick(ids));
    const answer = await owner.request(operation.method, path, { body: { ...body, unknownKey: 1 } });
    expect([operation.path, answer.status >= 400 && answer.status < 500]).toEqual([operation.path, true]);
  }
  expect(await counts()).toEqual(before);
});

function operationsOf(
  paths: Record<string, Record<string, { parameters?: { in: string; name: string }[]; requestBody?: unknown }>>,
): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => !LEFT_OUT.has(`${method} ${path}`))
      .map(([method, { parameters = [], requestBody }]) => {
        const content = (requestBody as { content?: Record<string, { schema?: Schema }> } | undefined)?.content;
        return {
          method: method.toUpperCase(),
          path,
          query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
          body: content?.['application/json']?.schema ?? null,
        };
      }),
  );
}

function aim(
  operation: Operation,
  schemas: Record<string, Schema>,
  random: Random,
  ids: readonly string[],
  cookie: string,
): Shot {
  const path = operation.path.replaceAll(/\{[^}]+\}/g, () =>
    random.chance(0.7) ? random.pick(ids) : pathSafe(random.pick(HOSTILE_TEXTS)),
  );
  const query = operation.query
    .filter(() => random.chance(0.4))
    .map((name) => `${name}=${pathSafe(random.chance(0.5) ? random.pick(ids) : random.pick(HOSTILE_TEXTS))}`);
  if (random.chance(0.05)) query.push(random.pick(['a[b]=1', '__proto__[x]=1', 'page=1&page=2', '%', '&&&', '=']));
  const headers: Record<string, string> = random.chance(0.9) ? { cookie } : {};
  let body: string | null = null;
  if (operation.method !== 'GET' && random.chance(0.95)) {
    const value = operation.body === null ? hostileValue(random) : fromSchema(operation.body, schemas, random, ids);
    body = random.chance(0.03) ? random.pick(['{', '[1,', '"', 'nul', '{"a":1}}', '\u0000']) : JSON.stringify(value);
    headers['content-type'] = random.chance(0.96)
      ? 'application/json'
      : random.pick([
          'text/plain',
          'application/xml',
          'multipart/form-data; boundary=x',
          'application/json; charset=utf-99',
          '',
        ]);
  }
  return { method: operation.method, path: `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`, headers, body };
}

/** What is wrong with an answer, or null. */
function check(status: number, text: string): string | null {
  if (status >= 500) return 'a server error';
  if (status < 400) return null;
  let body: Partial<ErrorBody>;
  try {
    body = JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    return 'a refusal that is not JSON';
  }
  const entry = body.code === undefined ? undefined : ERRORS[body.code];
  if (entry === undefined) return 'a code that is not in the catalogue';
  if (entry.status !== status || body.statusCode !== status) return 'a status that is not its code’s';
  if (/\bat .+:\d+:\d+|SELECT |INSERT |node_modules|QueryFailed/.test(text)) return 'a text from inside';
  return null;
}

function shoot(shot: Shot): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers =
      shot.body === null ? shot.headers : { ...shot.headers, 'content-length': String(Buffer.byteLength(shot.body)) };
    const outgoing = request(
      { host: '127.0.0.1', port: app.port, method: shot.method, path: shot.path, headers, agent },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(shot.body ?? undefined);
  });
}

/** Percent-encodes as a client would, also what `encodeURIComponent` refuses; the percent shapes go out raw. */
function pathSafe(text: string): string {
  if (/^[\w.%~-]{1,200}$/.test(text)) return text;
  return encodeURIComponent(text.toWellFormed());
}

async function someIds(): Promise<string[]> {
  const link = await owner.post('/api/links', { destinationUrl: 'https://example.com/fuzz' });
  const tag = await owner.post('/api/tags', { name: `fuzz ${Math.floor(performance.now() * 1000)}` });
  const campaign = await owner.post('/api/campaigns', {
    name: 'Fuzz',
    utmCampaign: `fuzz-${Math.floor(performance.now() * 1000)}`,
  });
  const session = await owner.get('/api/auth/session');
  return [link, tag, campaign]
    .map(({ body }) => body.id as string | undefined)
    .concat([
      session.body.user.id as string,
      link.body.slug as string | undefined,
      '01890000-0000-7000-8000-000000000000',
    ])
    .filter((id): id is string => id !== undefined);
}

/** Rows of everything a request could have made. */
async function counts(): Promise<unknown> {
  return app.database.query(`
    SELECT (SELECT count(*) FROM links) links, (SELECT count(*) FROM addresses) addresses, (SELECT count(*) FROM tags) tags,
      (SELECT count(*) FROM campaigns) campaigns, (SELECT count(*) FROM invitations) invitations,
      (SELECT count(*) FROM users) users, (SELECT count(*) FROM workspaces) workspaces`);
}
