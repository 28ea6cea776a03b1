import pg from 'pg';
import { within } from '../time/within.js';
import { OPEN_TIMEOUT_MS } from './timed-query.js';

/** Settings of a pool; `waitMillis` is how many milliseconds a caller waits for a connection. */
export interface PatientPoolConfig extends pg.PoolConfig {
  readonly waitMillis: number;
}

/**
 * A pool in which a caller's wait for a connection is shorter than the time for opening one: the caller gets an error, and the
 * connection is used for the next one once it is open. The driver's pool has one limit for both, with which a distant database
 * would either never be reached or be waited for too long.
 */
export class PatientPool extends pg.Pool {
  private readonly waitMs: number;
  private hasOpened = false;

  constructor({ waitMillis, ...config }: PatientPoolConfig) {
    super({ keepAlive: true, ...config, connectionTimeoutMillis: OPEN_TIMEOUT_MS });
    this.waitMs = waitMillis;
    this.once('connect', () => {
      this.hasOpened = true;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    const connected = this.connectWithin();
    if (callback === undefined) return connected;
    connected.then(
      (client) => {
        callback(undefined, client, (error) => {
          client.release(error as Error | undefined);
        });
      },
      (error: unknown) => {
        callback(error as Error, undefined, () => undefined);
      },
    );
  }

  private async connectWithin(): Promise<pg.PoolClient> {
    const connecting = super.connect();
    // The first connection is requested at start, which waits as long as it takes to open.
    if (!this.hasOpened) return connecting;
    const client = await within(this.waitMs, connecting);
    if (client !== null) return client;
    connecting.then(
      (late) => {
        late.release();
      },
      () => undefined,
    );
    throw new Error('timeout exceeded when trying to connect');
  }
}
