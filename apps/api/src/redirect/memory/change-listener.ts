import type pg from 'pg';
import { DatabaseClient, OPEN_TIMEOUT_MS } from '../../platform/database/index.js';
import { reasonOf } from '../../platform/errors/index.js';

/** Receives the notifications of changes; see {@link LinkResolver}. */
export interface ChangeTarget {
  linkChanged(id: string): void;
  addressChanged(workspaceId: string, slug: string): void;
  workspaceChanged(id: string): void;
  campaignChanged(id: string): void;
  everythingSuspect(): void;
  databaseIsBack(): void;
  /** Incremented whenever everything becomes suspect. */
  readonly epoch: number;
  /** Entries that were certain in that epoch are certain again, unless they are known to have changed. */
  nothingMissedSince(epoch: number): void;
}

/** Channel on which database triggers notify about changes. */
const CHANNEL = 'signpost_redirect';
/** Identifies the listening connections in `pg_stat_activity`. */
const APPLICATION_NAME = 'signpost-changes';
const HEARTBEAT_MS = 500;
/** A connection that has not answered for this long is given up. */
const SILENCE_MS = 5_000;
const RECONNECT_MS = 250;
/** While changes cannot be received, memory is trusted for no longer than this. */
const SUSPECT_INTERVAL_MS = 500;

/**
 * Receives on its own connection which links, addresses, workspaces and campaigns changed, in this process or another one.
 * While the connection is lost or late, everything in memory is marked as suspect twice a second, and once more on
 * reconnecting. A connection that was only late delivers all its notifications before it answers: memory is then trusted
 * as before, so that a busy database need not read everything again.
 */
export class ChangeListener {
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private suspecting: NodeJS.Timeout | null = null;
  private stopped = false;
  private hearing = false;
  /** The target's epoch when the connection stopped answering in time. */
  private epochBefore = 0;
  private lastError: string | null = null;

  constructor(
    private readonly connection: pg.ClientConfig,
    private readonly target: ChangeTarget,
  ) {}

  /** Whether changes made by other processes are received at this moment. */
  get isHearing(): boolean {
    return this.hearing;
  }

  /** Why {@link isHearing} is false; null when it is true. */
  get error(): string | null {
    return this.hearing ? null : this.lastError;
  }

  /** Connects, and reconnects whenever the connection is lost. Resolves after the first attempt, whether or not it succeeded. */
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
    client.on('notification', ({ payload }) => this.receive(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.lost(client, error);
      return;
    }
    if (this.client !== client) return;
    this.hearing = true;
    // Changes made while no connection listened are not known: every entry is read again when it is next requested.
    this.target.databaseIsBack();
    this.target.everythingSuspect();
    this.beat(client);
  }

  private beat(client: pg.Client): void {
    this.timer = setTimeout(() => {
      const late = setTimeout(() => this.markLate(client), HEARTBEAT_MS).unref();
      client
        .query('SELECT 1')
        .then(
          () => this.confirmHearing(client),
          (error: unknown) => this.lost(client, error),
        )
        .finally(() => clearTimeout(late));
    }, HEARTBEAT_MS).unref();
  }

  private markLate(client: pg.Client): void {
    if (this.client !== client) return;
    this.epochBefore = this.target.epoch;
    this.hearing = false;
    this.lastError = `The database has not answered for ${HEARTBEAT_MS} ms.`;
    this.target.everythingSuspect();
  }

  private confirmHearing(client: pg.Client): void {
    if (this.client !== client) return;
    // Notifications of earlier changes arrive on this connection before this answer.
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

  private receive(payload: string): void {
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
        // A newer version sends a notification that this version does not know.
        this.target.everythingSuspect();
    }
  }
}

/** The parts before and after the first slash. */
function halvesOf(subject: string): [before: string, behind: string] {
  const slash = subject.indexOf('/');
  return [subject.slice(0, slash), subject.slice(slash + 1)];
}
