import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseClient } from '../../platform/database/index.js';
import { reasonOf } from '../../platform/errors/index.js';

/** What is told of changes; see {@link LinkResolver}. */
export interface ChangeTarget {
  linkChanged(id: string): void;
  addressChanged(workspaceId: string, slug: string): void;
  workspaceChanged(id: string): void;
  campaignChanged(id: string): void;
  capExpected(id: string): void;
  everythingSuspect(): void;
  databaseIsBack(): void;
  /** Counts up whenever everything becomes suspect. */
  readonly epoch: number;
  /** What was certain in that epoch is so again, unless it is known to have changed. */
  nothingMissedSince(epoch: number): void;
}

/** Where changes are told, by triggers, and caps that are expected, by who sets them. */
const CHANNEL = 'signpost_redirect';
/** Before the id of a link that is to have a cap, and what an answer to that names. */
const CAP_EXPECTED = 'n:';
/** Before the name of such an announcement, and the connection of a process that has stored its visits since. */
const SETTLED = 's:';
/** By this name processes that hear know each other. */
const APPLICATION_NAME = 'signpost-changes';
const ANSWERS_POLL_MS = 20;
const HEARTBEAT_MS = 500;
/** A connection that answers nothing for so long is given up. */
const SILENCE_MS = 5_000;
const RECONNECT_MS = 250;
/** While changes cannot be heard, memory is trusted for no longer than this. */
const SUSPECT_INTERVAL_MS = 500;

/**
 * Hears on a connection of its own which links, addresses, workspaces and campaigns changed, whoever changed them.
 * While it is deaf everything in memory becomes suspect twice a second, and once more when it hears again. A connection that
 * is only late has told everything by the time that it answers: then memory is trusted as before, and a busy database is
 * not asked for all of it again.
 */
export class ChangeListener {
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private suspecting: NodeJS.Timeout | null = null;
  private stopped = false;
  private hearing = false;
  /** Of the target, when the connection fell silent. */
  private epochBefore = 0;
  private lastError: string | null = null;
  /** Connections of the processes that have answered, by the announcement. */
  private readonly answers = new Map<string, Set<number>>();

  /** @param settle stores the visits that this process has answered so far; false when that takes too long. */
  constructor(
    private readonly connection: pg.ClientConfig,
    private readonly target: ChangeTarget,
    private readonly settle: () => Promise<boolean>,
  ) {}

  /** Whether changes of other processes are heard at this moment. */
  get isHearing(): boolean {
    return this.hearing;
  }

  /** Why they are not; null when they are. */
  get error(): string | null {
    return this.hearing ? null : this.lastError;
  }

  /** Connects, and again whenever the connection is lost. Resolves after the first attempt, whatever came of it. */
  async start(): Promise<void> {
    this.suspecting = setInterval(() => {
      if (!this.hearing) this.target.everythingSuspect();
    }, SUSPECT_INTERVAL_MS).unref();
    await this.connect();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.hearing = false;
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.suspecting !== null) clearInterval(this.suspecting);
    await this.client?.end().catch(() => undefined);
  }

  /**
   * Has the visits of a link counted one by one from now on, in every process, for the seconds until its new cap is known
   * there, and waits until each of them has stored the visits that it answered before; no longer than `timeoutMs` for those
   * that do not answer.
   */
  async expectCap(id: string, timeoutMs: number): Promise<void> {
    this.target.capExpected(id);
    const { client } = this;
    try {
      if (client !== null && this.hearing) await this.announceCap(client, id, timeoutMs);
      else await this.settle();
    } catch {
      // The database went away: whoever sets the cap learns that from the statement that sets it.
    }
  }

  private async announceCap(client: pg.Client, id: string, timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    const name = randomUUID();
    const answered = new Set<number>();
    this.answers.set(name, answered);
    try {
      await client.query(TELL, [CHANNEL, `${CAP_EXPECTED}${id}/${name}`]);
      for (;;) {
        // Asked again each time: a process that has ended answers nothing any more.
        const { rows } = await client.query<{ pid: number }>(LISTENERS, [APPLICATION_NAME]);
        if (rows.every(({ pid }) => answered.has(pid)) || performance.now() > deadline) return;
        await sleep(ANSWERS_POLL_MS);
      }
    } finally {
      this.answers.delete(name);
    }
  }

  private async answerCap(client: pg.Client, id: string, name: string): Promise<void> {
    this.target.capExpected(id);
    try {
      const isSettled = await this.settle();
      if (isSettled) await client.query(ANSWER, [CHANNEL, `${SETTLED}${name}`]);
    } catch {
      // Without an answer whoever announced the cap goes on when its time is over.
    }
  }

  private async connect(): Promise<void> {
    const client = new DatabaseClient({
      ...this.connection,
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: 2_000,
      query_timeout: SILENCE_MS,
      keepAlive: true,
    });
    this.client = client;
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, new Error('the connection ended')));
    client.on('notification', ({ payload }) => this.hear(client, payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.lost(client, error);
      return;
    }
    if (this.client !== client) return;
    this.hearing = true;
    // What changed while nobody listened is not known: all of it is read again when it is next asked for.
    this.target.databaseIsBack();
    this.target.everythingSuspect();
    this.beat(client);
  }

  private beat(client: pg.Client): void {
    this.timer = setTimeout(() => {
      const late = setTimeout(() => this.isLate(client), HEARTBEAT_MS).unref();
      client
        .query('SELECT 1')
        .then(
          () => this.isHeard(client),
          (error: unknown) => this.lost(client, error),
        )
        .finally(() => clearTimeout(late));
    }, HEARTBEAT_MS).unref();
  }

  private isLate(client: pg.Client): void {
    if (this.client !== client) return;
    this.epochBefore = this.target.epoch;
    this.hearing = false;
    this.lastError = `The database has not answered for ${HEARTBEAT_MS} ms.`;
    this.target.everythingSuspect();
  }

  private isHeard(client: pg.Client): void {
    if (this.client !== client) return;
    // What changed before this answer has been told on the same connection before it.
    if (!this.hearing) this.target.nothingMissedSince(this.epochBefore);
    this.hearing = true;
    this.beat(client);
  }

  private lost(client: pg.Client, error: unknown): void {
    if (this.client !== client || this.stopped) return;
    this.client = null;
    if (this.hearing) this.target.everythingSuspect();
    this.hearing = false;
    this.lastError = reasonOf(error);
    client.end().catch(() => undefined);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), RECONNECT_MS).unref();
  }

  private hear(client: pg.Client, payload: string): void {
    const subject = payload.slice(2);
    switch (payload.slice(0, 2)) {
      case 'l:':
        this.target.linkChanged(subject);
        return;
      case 'a:':
        this.target.addressChanged(...halvesOf(subject));
        return;
      case 'w:':
        this.target.workspaceChanged(subject);
        return;
      case 'c:':
        this.target.campaignChanged(subject);
        return;
      case CAP_EXPECTED:
        void this.answerCap(client, ...halvesOf(subject));
        return;
      case SETTLED: {
        const [name, pid] = halvesOf(subject);
        this.answers.get(name)?.add(Number(pid));
        return;
      }
      default:
        // A newer version says something that this one does not know.
        this.target.everythingSuspect();
    }
  }
}

/** What stands before the slash and what behind it. */
function halvesOf(subject: string): [before: string, behind: string] {
  const slash = subject.indexOf('/');
  return [subject.slice(0, slash), subject.slice(slash + 1)];
}

const TELL = 'SELECT pg_notify($1, $2)';
const ANSWER = `SELECT pg_notify($1, $2 || '/' || pg_backend_pid())`;

const LISTENERS = `
  SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`;
