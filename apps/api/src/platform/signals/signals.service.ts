import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { SIGNAL_KEYS, type Signal, type SignalKey, type SignalState } from '@signpost/contracts';
import { Not, Raw, type DataSource, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '../time/index.js';
import { SignalEntity } from './signal.entity.js';

/** Interval at which a process renews its reports. */
const RENEW_EVERY_MS = 20_000;
/** Seconds without renewal after which a process counts as ended and its reports are ignored. */
const ALIVE_SECONDS = 90;
const DETAIL_LENGTH = 500;
const READ_AT_MOST = 10_000;

/** Signals that are listed only where something reports them. */
const OPTIONAL: ReadonlySet<SignalKey> = new Set(['rate_limits']);

const SEVERITY: Readonly<Record<SignalState, number>> = { ok: 0, degraded: 1, failed: 2 };

/** A state that is derived from the database on request. */
export interface DerivedSignal {
  readonly state: SignalState;
  readonly detail: string | null;
  /** Since when the state may have been true; null if nothing has happened yet. */
  readonly updatedAt: Date | null;
}

/**
 * States of the parts of the product, as reported by themselves. Each process reports for itself; the worst report of any live
 * process is read. While the database is unavailable, a process still knows its own reports.
 */
@Injectable()
export class Signals implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly instance = uuidv7();
  private readonly own = new Map<SignalKey, Signal>();
  private readonly derived = new Map<SignalKey, () => Promise<DerivedSignal>>();
  private readonly startedAt: string;
  private timer: NodeJS.Timeout | null = null;
  private storing: Promise<void> | null = null;
  private isStale = false;
  private isClosed = false;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {
    this.startedAt = clock.date().toISOString();
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.store(), RENEW_EVERY_MS);
    this.timer.unref();
  }

  /** Deletes the reports of this process when it ends. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.isClosed = true;
    await this.storing;
    await this.signals.delete({ instance: this.instance }).catch(() => undefined);
  }

  /**
   * Reports the state of a part of this process. Returns at once, may be called at any frequency, and never throws: an unchanged
   * report costs nothing, a changed one is stored in the background.
   * @param detail information for the operator, in a sentence without secrets and without personal data.
   */
  report(key: SignalKey, state: SignalState, detail: string | null = null): void {
    const text = detail?.slice(0, DETAIL_LENGTH) ?? null;
    const before = this.own.get(key);
    if (before?.state === state && before.detail === text) return;
    this.own.set(key, { key, state, detail: text, updatedAt: this.clock.date().toISOString() });
    void this.store();
  }

  /** Registers a signal that is derived from the database on each read, instead of being reported by processes. */
  derive(key: SignalKey, read: () => Promise<DerivedSignal>): void {
    this.derived.set(key, read);
  }

  /** All signals, in the order of the contract; one that no process has reported is `ok`. */
  async read(): Promise<Signal[]> {
    for (const [key, read] of this.derived) await this.keep(key, read);
    const stored = await this.stored();
    return SIGNAL_KEYS.flatMap((key) => {
      const reported = stored.filter((signal) => signal.key === key);
      const mine = this.own.get(key);
      const found = worst(mine === undefined ? reported : [mine, ...reported]);
      if (found !== null) return [found];
      return OPTIONAL.has(key) ? [] : [{ key, state: 'ok' as const, detail: null, updatedAt: this.startedAt }];
    });
  }

  /** Updates a derived signal; while the database is unavailable, its last value remains. */
  private async keep(key: SignalKey, read: () => Promise<DerivedSignal>): Promise<void> {
    const found = await read().catch(() => null);
    if (found === null) return;
    const { state, detail, updatedAt } = found;
    const text = detail?.slice(0, DETAIL_LENGTH) ?? null;
    this.own.set(key, { key, state, detail: text, updatedAt: updatedAt?.toISOString() ?? this.startedAt });
  }

  private get signals(): Repository<SignalEntity> {
    return this.source.getRepository(SignalEntity);
  }

  /** Reports of the other live processes; empty while the database is unavailable. */
  private async stored(): Promise<Signal[]> {
    const alive = Raw((seenAt) => `${seenAt} > now() - make_interval(secs => ${ALIVE_SECONDS})`);
    const found = await this.signals
      .find({
        where: { seenAt: alive, instance: Not(this.instance) },
        order: { updatedAt: 'DESC' },
        take: READ_AT_MOST,
      })
      .catch(() => []);
    return found.map(({ key, state, detail, updatedAt }) => ({
      key,
      state,
      detail,
      updatedAt: updatedAt.toISOString(),
    }));
  }

  /** Stores all reports of this process; calls during a run are covered by one more run. */
  private async store(): Promise<void> {
    this.isStale = true;
    this.storing ??= this.storeUntilFresh().finally(() => {
      this.storing = null;
    });
    await this.storing;
  }

  private async storeUntilFresh(): Promise<void> {
    while (this.isStale && !this.isClosed) {
      this.isStale = false;
      const reported = [...this.own.values()];
      if (reported.length === 0) return;
      const signals = reported.map((signal) => ({ ...signal, instance: this.instance, seenAt: () => 'now()' }));
      // If the database is unavailable, the next renewal stores the reports.
      await this.signals.upsert(signals, ['instance', 'key']).catch(() => undefined);
    }
  }
}

function worst(signals: readonly Signal[]): Signal | null {
  return signals.reduce<Signal | null>(
    (found, signal) => (found === null || SEVERITY[signal.state] > SEVERITY[found.state] ? signal : found),
    null,
  );
}
