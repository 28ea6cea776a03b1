import pg from 'pg';
import { reasonOf } from '../platform/errors/index.js';

/** What is told of changes; see {@link LinkResolver}. */
export interface ChangeTarget {
  linkChanged(id: string): void;
  addressChanged(workspaceId: string, slug: string): void;
  workspaceChanged(id: string): void;
  campaignChanged(id: string): void;
  capExpected(id: string): void;
  everythingSuspect(): void;
  databaseIsBack(): void;
}

/** Where changes are told, by triggers, and caps that are expected, by who sets them. */
export const CHANNEL = 'signpost_redirect';
/** Before the id of a link that is to have a cap. */
export const CAP_EXPECTED = 'n:';
const HEARTBEAT_MS = 500;
const RECONNECT_MS = 250;
/** While changes cannot be heard, memory is trusted for no longer than this. */
const SUSPECT_INTERVAL_MS = 500;

/**
 * Hears on a connection of its own which links, addresses, workspaces and campaigns changed, whoever changed them.
 * While it is deaf everything in memory becomes suspect twice a second, and once more when it hears again.
 */
export class ChangeListener {
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private suspecting: NodeJS.Timeout | null = null;
  private stopped = false;
  private hearing = false;
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
    const client = new pg.Client({
      ...this.connection,
      application_name: 'signpost-changes',
      connectionTimeoutMillis: 2_000,
      query_timeout: HEARTBEAT_MS,
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
      client.query('SELECT 1').then(
        () => {
          if (this.client === client) this.beat(client);
        },
        (error: unknown) => this.lost(client, error),
      );
    }, HEARTBEAT_MS).unref();
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
      case 'a:': {
        const slash = subject.indexOf('/');
        this.target.addressChanged(subject.slice(0, slash), subject.slice(slash + 1));
        return;
      }
      case 'w:':
        this.target.workspaceChanged(subject);
        return;
      case 'c:':
        this.target.campaignChanged(subject);
        return;
      case CAP_EXPECTED:
        this.target.capExpected(subject);
        return;
      default:
        // A newer version says something that this one does not know.
        this.target.everythingSuspect();
    }
  }
}
