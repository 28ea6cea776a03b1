import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import {
  createTestDatabase,
  eventually,
  freePort,
  httpSend,
  setUpOwner,
  startApp,
  type ApiClient,
  type AppProcess,
  type TestDatabase,
} from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preview, wholeImport } from '../support/imports.js';
import { join, signIn } from '../support/people.js';

const PERSON = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
};

const PAUSE_MS = 10;

let database: TestDatabase;
let dataDir: string;
let publicUrl: string;
const ports: number[] = [];
const instances: AppProcess[] = [];
let owner: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(joinPath(tmpdir(), 'signpost-instances-'));
  ports.push(await freePort(), await freePort());
  publicUrl = `http://127.0.0.1:${ports[0] ?? 0}`;
  instances.push(await startInstance(0), await startInstance(1));
  owner = await setUpOwner(at(0));
});
afterAll(async () => {
  await Promise.all(instances.map((app) => app.stop()));
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** As in docker/compose.scale.yaml: one database, one data folder, a process for each instance. */
function startInstance(index: number): Promise<AppProcess> {
  return startApp({ database, dataDir, port: ports[index] ?? 0, env: { PUBLIC_URL: publicUrl } });
}

function at(index: number): AppProcess {
  const app = instances[index];
  if (app === undefined) throw new Error(`no instance ${index}`);
  return app;
}

/** The same person at the other instance. */
function elsewhere(client: ApiClient, index: number): ApiClient {
  const there = at(index).client();
  there.setCookie('signpost_session', client.cookie('signpost_session') ?? '');
  return there;
}

/** What the other instance must come to answer. */
async function seenElsewhere(slug: string, status: number, location: string | null): Promise<void> {
  await eventually(async () => {
    const other = await visit(1, slug);
    return other.status === status && other.headers.get('location') === location;
  });
}

/** Waits until so many processes hear of changes. */
async function listeners(count: number): Promise<void> {
  await eventually(async () => {
    const found = await database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'signpost-changes'`,
    );
    return found.length === count;
  });
}

const visit = (index: number, slug: string) => httpSend('GET', new URL(`/${slug}`, at(index).url), PERSON, undefined);

test('a change at one instance is what visitors of the other get', async () => {
  const { body: link } = await owner.post('/api/links', { destinationUrl: 'https://example.com/before' });
  const slug = link.slug as string;
  expect((await visit(1, slug)).headers.get('location')).toBe('https://example.com/before');
  for (const [change, status, location] of [
    [{ destinationUrl: 'https://example.com/after' }, 302, 'https://example.com/after'],
    [{ isEnabled: false }, 404, null],
    [{ isEnabled: true }, 302, 'https://example.com/after'],
  ] as const) {
    await owner.patch(`/api/links/${link.id as string}`, change);
    const own = await visit(0, slug);
    expect([own.status, own.headers.get('location')]).toEqual([status, location]);
    await seenElsewhere(slug, status, location);
  }
});

test('so it is when the other instance has just lost the connection that tells it of changes', async () => {
  const { body: link } = await owner.post('/api/links', { destinationUrl: 'https://example.com/deaf-0' });
  const slug = link.slug as string;
  for (let n = 1; n <= 5; n += 1) {
    expect((await visit(1, slug)).status).toBe(302);
    const ended = await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'signpost-changes'`,
    );
    expect(ended.length).toBeGreaterThan(0);
    await owner.patch(`/api/links/${link.id as string}`, { destinationUrl: `https://example.com/deaf-${n}` });
    await seenElsewhere(slug, 302, `https://example.com/deaf-${n}`);
    await listeners(2);
  }
});

test('a visit cap is exact over both', async () => {
  const { body: link } = await owner.post('/api/links', {
    destinationUrl: 'https://example.com/capped',
    maximumVisits: 25,
  });
  const answers = await Promise.all(Array.from({ length: 120 }, (_, n) => visit(n % 2, link.slug as string)));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(25);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(95);
});

test('a visit at the other instance that is not stored yet counts for the link that takes the place of an import taken back', async () => {
  const csv = 'slug,destination_url\nanew,https://example.com/anew\n';
  const importAll = async (): Promise<{ importId: string; linkId: string }> => {
    const previewed = await preview(owner, csv);
    const { body } = await owner.post('/api/links/import', wholeImport(previewed));
    expect(body.results).toMatchObject([{ status: 'created' }]);
    return { importId: previewed.body.importId as string, linkId: body.results[0].linkId as string };
  };
  const { importId } = await importAll();
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM click_journals FOR UPDATE');
    expect((await visit(1, 'anew')).status).toBe(302);
    expect((await owner.post(`/api/links/import/${importId}/undo`)).body).toEqual({ undone: 1, kept: [] });
    const { linkId } = await importAll();
    await holder.query('COMMIT');
    await eventually(async () => (await owner.get(`/api/links/${linkId}`)).body.lifetimeClicks === 1);
  } finally {
    holder.release();
  }
});

test('one sign-in serves both, and ends at both at once', async () => {
  const member = await join(at(0), owner, 'MEMBER');
  const there = elsewhere(member, 1);
  expect((await there.get('/api/links')).status).toBe(200);
  const userId = (await member.get('/api/auth/session')).body.user.id as string;
  await owner.delete(`/api/workspaces/members/${userId}`);
  expect((await there.get('/api/links')).status).toBe(404);
  const second = await signIn(at(1), 'owner@example.test', 'correct-horse-battery-staple');
  await elsewhere(second, 0).post('/api/auth/logout');
  expect((await second.get('/api/links')).status).toBe(401);
});

test('a rolling restart and a lost instance under load: no failed redirect, no lost click', async () => {
  const { body: link } = await owner.post('/api/links', {
    destinationUrl: 'https://example.com/steady',
    slug: 'steady',
  });
  const load = new Load(ports, '/steady');
  load.start(6);
  await load.until(200);
  for (const index of [0, 1]) {
    expect(await at(index).kill('SIGTERM')).toBe(0);
    await load.until(load.answered + 200);
    instances[index] = await startInstance(index);
    await load.until(load.answered + 200);
  }
  await at(0).kill('SIGKILL');
  await load.until(load.answered + 200);
  instances[0] = await startInstance(0);
  await load.until(load.answered + 200);
  await load.stop();

  expect(load.failures).toEqual([]);
  const [row] = await database.query<{ no: number }>('SELECT no FROM links WHERE id = $1', [link.id]);
  const stored = async (): Promise<number> => {
    const [count] = await database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM click_events WHERE link_no = $1 AND outcome = 0',
      [row?.no],
    );
    return count?.n ?? 0;
  };
  await eventually(async () => (await stored()) >= load.answered);
  // A request that was cut off may have been recorded before it was sent again elsewhere.
  expect(await stored()).toBeLessThanOrEqual(load.answered + load.repeated);
  process.stdout.write(`      ${load.answered} redirects, ${load.repeated} sent again, 0 failed, 0 clicks lost\n`);
});

/** Visitors behind a proxy that tries the other instance when one cannot be reached, as docker/proxy/nginx.conf does. */
class Load {
  answered = 0;
  repeated = 0;
  readonly failures: string[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });
  private isRunning = true;
  private turn = 0;
  private visitors: Promise<void>[] = [];

  constructor(
    private readonly ports: readonly number[],
    private readonly path: string,
  ) {}

  start(visitors: number): void {
    this.visitors = Array.from({ length: visitors }, () => this.visitAgainAndAgain());
  }

  until(answered: number): Promise<unknown> {
    return eventually(() => this.answered >= answered || this.failures.length > 0);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.visitors);
    this.agent.destroy();
  }

  private async visitAgainAndAgain(): Promise<void> {
    while (this.isRunning) {
      this.turn += 1;
      const first = this.turn % this.ports.length;
      let outcome = await this.get(first);
      if (typeof outcome === 'string') {
        this.repeated += 1;
        outcome = await this.get((first + 1) % this.ports.length);
      }
      if (outcome === 302) this.answered += 1;
      else this.failures.push(String(outcome));
      // Visitors, not a benchmark: the instances that start meanwhile need the processor too.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** The status, or why there is none. */
  private get(index: number): Promise<number | string> {
    return new Promise((resolve) => {
      const options = {
        host: '127.0.0.1',
        port: this.ports[index],
        path: this.path,
        headers: PERSON,
        agent: this.agent,
      };
      const outgoing = request(options, (incoming) => {
        incoming.resume();
        incoming.on('end', () => {
          resolve(incoming.statusCode ?? 0);
        });
        incoming.on('error', (error) => {
          resolve(error.message);
        });
      });
      outgoing.on('error', (error) => {
        resolve(error.message);
      });
      outgoing.end();
    });
  }
}
