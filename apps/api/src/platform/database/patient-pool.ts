import pg from 'pg';
import { within } from '../time/within.js';
import { OPEN_TIMEOUT_MS } from './timed-query.js';

/** A pool's settings, and for how many milliseconds somebody waits for a connection of it. */
export interface PatientPoolConfig extends pg.PoolConfig {
  readonly waitMillis: number;
}

/**
 * A pool in which the wait for a connection ends sooner than the opening of one: whoever asked is told that there is none, and the
 * one that was on its way is kept for the next. The driver's own has one limit for both, so that a database that is far away
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
    const asked = this.ask();
    if (callback === undefined) return asked;
    asked.then(
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

  private async ask(): Promise<pg.PoolClient> {
    const asked = super.connect();
    // The first one is asked for by the start, which has nothing better to do than to wait.
    if (!this.hasOpened) return asked;
    const client = await within(this.waitMs, asked);
    if (client !== null) return client;
    asked.then(
      (late) => {
        late.release();
      },
      () => undefined,
    );
    throw new Error('timeout exceeded when trying to connect');
  }
}
