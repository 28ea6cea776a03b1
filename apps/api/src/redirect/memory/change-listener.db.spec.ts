import { addLink, addWorkspace, createTestDatabase, type TestDatabase } from '@signpost/testing';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ChangeListener, type ChangeTarget } from './change-listener.js';

let database: TestDatabase;
let listener: ChangeListener | null = null;
let way: Way | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  way?.open();
  await listener?.stop();
  await way?.close();
});
afterAll(() => database?.drop());

/** A proxy to the database that can be blocked without closing connections. */
class Way {
  private readonly sockets = new Set<Socket>();
  private blocked = false;

  private constructor(private readonly server: Server) {}

  static async to(connectionString: string): Promise<Way> {
    const { host, port } = new pg.Client({ connectionString });
    const server = createServer();
    const way = new Way(server);
    server.on('connection', (near) => {
      const far = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        way.sockets.add(from);
        from.on('data', (bytes) => to.write(bytes)).on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        if (way.blocked) from.pause();
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return way;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  block(): void {
    this.blocked = true;
    for (const socket of this.sockets) socket.pause();
  }

  open(): void {
    this.blocked = false;
    for (const socket of this.sockets) socket.resume();
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Collects the notifications in order; repetitions of the previous one are dropped. */
class RecordingTarget implements ChangeTarget {
  readonly news: string[] = [];
  epoch = 1;
  trustedFrom = Infinity;
  private readonly waiting: { news: string; done: () => void }[] = [];

  linkChanged(id: string): void {
    this.record(`link ${id}`);
  }
  addressChanged(workspaceId: string, slug: string): void {
    this.record(`address ${workspaceId}/${slug}`);
  }
  workspaceChanged(): void {
    this.record('workspace');
  }
  campaignChanged(): void {
    this.record('campaign');
  }
  everythingSuspect(): void {
    this.epoch += 1;
    this.record('suspect');
  }
  databaseIsBack(): void {
    this.record('back');
  }
  nothingMissedSince(epoch: number): void {
    this.trustedFrom = epoch;
    this.record('trusted');
  }

  /** Resolves when this notification arrives next. */
  next(news: string): Promise<void> {
    return new Promise((done) => this.waiting.push({ news, done }));
  }

  private record(news: string): void {
    if (this.news.at(-1) !== news) this.news.push(news);
    for (const waiter of this.waiting.splice(0)) {
      if (waiter.news === news) waiter.done();
      else this.waiting.push(waiter);
    }
  }
}

async function listen(): Promise<{ target: RecordingTarget; through: Way }> {
  const through = await Way.to(database.url);
  way = through;
  const url = new URL(database.url);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(through.port);
  const target = new RecordingTarget();
  listener = new ChangeListener({ connectionString: url.href }, target);
  await listener.start();
  return { target, through };
}

const connections = async (): Promise<number[]> => {
  const found = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'signpost-changes'`,
  );
  return found.map(({ pid }) => pid);
};

test('a link restored from the trash is notified with its addresses, which were cached as unknown meanwhile', async () => {
  const workspaceId = await addWorkspace(database);
  const id = await addLink(database, workspaceId);
  await database.query('INSERT INTO kept_paths (workspace_id, path, folded, link_id) VALUES ($1, $2, $3, $4)', [
    workspaceId,
    'Docs/v1.0',
    'docs/v1.0',
    id,
  ]);
  await database.query('UPDATE links SET deleted_at = now() WHERE id = $1', [id]);
  const { target } = await listen();
  await database.query('UPDATE links SET deleted_at = NULL WHERE id = $1', [id]);
  const last = target.next('link end');
  await change('end');
  await last;
  const addresses = [`address ${workspaceId}/${id}`, `address ${workspaceId}//Docs/v1.0`];
  expect(target.news).toEqual(expect.arrayContaining([`link ${id}`, ...addresses]));
});

const change = (id: string): Promise<unknown> =>
  database.query(`SELECT pg_notify('signpost_redirect', $1)`, [`l:${id}`]);

test('while a connection is late everything is suspect, and certain again as soon as it answers', async () => {
  const { target, through } = await listen();
  const before = await connections();
  const { epoch } = target;
  const silent = target.next('suspect');
  through.block();
  await silent;
  expect(listener?.isHearing).toBe(false);
  expect(listener?.error).toContain('500 ms');
  await change('meanwhile');
  const answered = target.next('trusted');
  through.open();
  await answered;
  expect(listener?.isHearing).toBe(true);
  expect(target.news.slice(-3)).toEqual(['suspect', 'link meanwhile', 'trusted']);
  expect(target.trustedFrom).toBeLessThanOrEqual(epoch);
  expect(target.news.filter((news) => news === 'back')).toHaveLength(1);
  expect(await connections()).toEqual(before);
});

test('a connection that was cut leaves everything suspect, and is replaced', async () => {
  const { target, through } = await listen();
  const { epoch } = target;
  const heardAgain = target.next('back');
  through.cut();
  await heardAgain;
  expect(target.news.filter((news) => news === 'back')).toHaveLength(2);
  expect(target.epoch).toBeGreaterThan(epoch);
  const heard = target.next('link afterwards');
  await change('afterwards');
  await heard;
});
