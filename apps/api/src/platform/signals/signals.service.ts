import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { SIGNAL_KEYS, type Signal, type SignalKey, type SignalState } from '@signpost/contracts';
import { Not, Raw, type DataSource, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '../time/index.js';
import { SignalEntity } from './signal.entity.js';

/** How often a process renews what it has said. */
const RENEW_EVERY_MS = 20_000;
/** Seconds without renewal after which a process counts as gone, and what it said with it. */
const ALIVE_SECONDS = 90;
const DETAIL_LENGTH = 500;
const READ_AT_MOST = 10_000;

const SEVERITY: Readonly<Record<SignalState, number>> = { ok: 0, degraded: 1, failed: 2 };

/** A state that is worked out when somebody asks. */
export interface DerivedSignal {
  readonly state: SignalState;
  readonly detail: string | null;
  /** Since when it may be so; null where nothing has happened yet. */
  readonly updatedAt: Date | null;
}

/**
 * How the parts of the product are doing, as they themselves say. Each process reports for itself; what is read is
 * the worst that any live process says. While the database is away, the process still knows what it said itself.
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

  /** Takes back what this process said: it no longer speaks. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.isClosed = true;
    await this.storing;
    await this.signals.delete({ instance: this.instance }).catch(() => undefined);
  }

  /**
   * Says how a part of this process is doing. Returns at once, may be called as often as one likes, and never throws:
   * an unchanged report costs nothing, a changed one is stored in the background.
   * @param detail what an operator should know, in a sentence without secrets and without personal data.
   */
  report(key: SignalKey, state: SignalState, detail: string | null = null): void {
    const text = detail?.slice(0, DETAIL_LENGTH) ?? null;
    const before = this.own.get(key);
    if (before?.state === state && before.detail === text) return;
    this.own.set(key, { key, state, detail: text, updatedAt: this.clock.date().toISOString() });
    void this.store();
  }

  /** Has a signal worked out from the database whenever somebody asks, in the place of what processes report. */
  derive(key: SignalKey, read: () => Promise<DerivedSignal>): void {
    this.derived.set(key, read);
  }

  /** Every signal, in the order of the contract; one that nobody has reported is `ok`. */
  async read(): Promise<Signal[]> {
    for (const [key, read] of this.derived) await this.keep(key, read);
    const stored = await this.stored();
    return SIGNAL_KEYS.map((key) => {
      const said = stored.filter((signal) => signal.key === key);
      const mine = this.own.get(key);
      return (
        worst(mine === undefined ? said : [mine, ...said]) ?? {
          key,
          state: 'ok',
          detail: null,
          updatedAt: this.startedAt,
        }
      );
    });
  }

  /** While the database is away what was last known stands. */
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

  /** What the other live processes say; nothing while the database is away. */
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

  /** Stores everything this process has said; calls that come meanwhile are served by one more round. */
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
      const said = [...this.own.values()];
      if (said.length === 0) return;
      const signals = said.map((signal) => ({ ...signal, instance: this.instance, seenAt: () => 'now()' }));
      // Lost while the database is away: the next renewal brings it.
      await this.signals.upsert(signals, ['instance', 'key']).catch(() => undefined);
    }
  }
}

function worst(said: readonly Signal[]): Signal | null {
  return said.reduce<Signal | null>(
    (found, signal) => (found === null || SEVERITY[signal.state] > SEVERITY[found.state] ? signal : found),
    null,
  );
}
