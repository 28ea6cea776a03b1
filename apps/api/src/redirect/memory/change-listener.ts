import type pg from 'pg';
import { DatabaseClient, OPEN_TIMEOUT_MS } from '../../platform/database/index.js';
import { reasonOf } from '../../platform/errors/index.js';

/** What is told of changes; see {@link LinkResolver}. */
export interface ChangeTarget {
  linkChanged(id: string): void;
  addressChanged(workspaceId: string, slug: string): void;
  workspaceChanged(id: string): void;
  campaignChanged(id: string): void;
  everythingSuspect(): void;
  databaseIsBack(): void;
  /** Counts up whenever everything becomes suspect. */
  readonly epoch: number;
  /** What was certain in that epoch is so again, unless it is known to have changed. */
  nothingMissedSince(epoch: number): void;
}

/** Where triggers tell changes. */
const CHANNEL = 'signpost_redirect';
/** By this name the connections that hear are known among others. */
const APPLICATION_NAME = 'signpost-changes';
const HEARTBEAT_MS = 500;
/** A connection that answers nothing for so long is given up. */
const SILENCE_MS = 5_000;
const RECONNECT_MS = 250;
/** While changes cannot be heard, memory is trusted for no longer than this. */
const SUSPECT_INTERVAL_MS = 500;

/**
 * Hears on a connection of its own which links, addresses, workspaces and campaigns changed, and whether this process or another one changed them.
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

  constructor(
    private readonly connection: pg.ClientConfig,
    private readonly target: ChangeTarget,
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

  private async connect(): Promise<void> {
    const client = new DatabaseClient({
      ...this.connection,
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: OPEN_TIMEOUT_MS,
      query_timeout: SILENCE_MS,
      keepAlive: true,
    });
    this.client = client;
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, new Error('the connection ended')));
    client.on('notification', ({ payload }) => this.hear(payload ?? ''));
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

  private hear(payload: string): void {
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
