import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { getHeapStatistics } from 'node:v8';
import { Config } from '../platform/config/index.js';
import { HotPool } from '../platform/database/index.js';
import { HostTargets, visitorTransportSecurity } from '../platform/http/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { purposeKey } from '../platform/security/index.js';
import { Signals, withReason } from '../platform/signals/index.js';
import { Clock } from '../platform/time/index.js';
import { Answers } from './answers.js';
import { DeadEnds } from './dead-ends.js';
import { ChangeListener } from './memory/change-listener.js';
import { Countries } from './visitor/countries.js';
import { Grants } from './visitor/grants.js';
import { LinkResolver } from './memory/link-resolver.js';
import type { ClickRecorder } from './link-visits.js';
import { RedirectListener } from './redirect-listener.js';
import { VisitCounter } from './caps/visit-counter.js';
import { Visitors } from './visitor/visitors.js';
import { VisitorSalts } from './visitor/visitor-salts.js';

/** Provides the {@link ClickRecorder}. */
export const CLICK_RECORDER = Symbol('ClickRecorder');

const MAXIMUM_ENTRIES = 1_000_000;
/** Resolved links may take this share of the heap limit: most are outside the heap, but the limit reflects the memory of the machine. */
const HEAP_SHARE = 0.4;
const SIGNAL_INTERVAL_MS = 1_000;

/** Creates the parts of the redirect path, and starts and stops them. */
@Injectable()
export class RedirectEngine implements OnModuleInit, OnApplicationShutdown {
  readonly resolver: LinkResolver;
  readonly counter: VisitCounter;
  readonly grants: Grants;
  readonly answers: Answers;
  readonly deadEnds: DeadEnds;
  private readonly changes: ChangeListener;
  private readonly salts: VisitorSalts;
  private readonly logger = new Logger(RedirectEngine.name);
  private watch: NodeJS.Timeout | null = null;
  private visitorsReady: Visitors | null = null;
  private listenerReady: RedirectListener | null = null;

  constructor(
    readonly config: Config,
    private readonly hosts: HostTargets,
    private readonly limits: RateLimits,
    readonly clock: Clock,
    private readonly signals: Signals,
    pool: HotPool,
    @Inject(CLICK_RECORDER) readonly recorder: ClickRecorder,
  ) {
    const now = (): number => clock.now();
    this.resolver = new LinkResolver({
      database: pool,
      limits: {
        maximumEntries: MAXIMUM_ENTRIES,
        maximumBytes: getHeapStatistics().heap_size_limit * HEAP_SHARE,
      },
      // A monotonic clock: if the wall clock jumped back, cached entries and an outage would last longer by as much.
      now: () => performance.now(),
    });
    this.deadEnds = new DeadEnds({ hosts, resolver: this.resolver, now });
    this.counter = new VisitCounter(pool);
    this.grants = new Grants(purposeKey(config.sessionSecret, 'grants'));
    this.answers = new Answers(recorder, config.uploadsOrigin, visitorTransportSecurity(config), (error) =>
      this.logger.error(error),
    );
    this.changes = new ChangeListener({ connectionString: config.databaseUrl ?? '' }, this.resolver);
    this.salts = new VisitorSalts(pool, now);
  }

  async onModuleInit(): Promise<void> {
    const { config } = this;
    const visitors = new Visitors(config, await Countries.open(config.geoipDatabase), this.salts);
    this.visitorsReady = visitors;
    this.listenerReady = new RedirectListener({
      config,
      hosts: this.hosts,
      resolver: this.resolver,
      counter: this.counter,
      visitors,
      grants: this.grants,
      recorder: this.recorder,
      answers: this.answers,
      deadEnds: this.deadEnds,
      limitUnknown: (client) => this.limits.tryConsume('UNKNOWN_PATHS', client),
      now: () => this.clock.now(),
      onFailure: (error) => this.logger.error(error),
    });
    await Promise.all([this.salts.start(), this.changes.start()]);
    this.watch = setInterval(() => this.reportHealth(), SIGNAL_INTERVAL_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.watch !== null) clearInterval(this.watch);
    this.salts.stop();
    await this.changes.stop();
  }

  /** Answers requests before the application does. Available once the application is initialised. */
  get listener(): RedirectListener {
    if (this.listenerReady === null) throw new Error('the redirect is asked for before the application is initialised');
    return this.listenerReady;
  }

  get visitors(): Visitors {
    if (this.visitorsReady === null) throw new Error('visitors are asked for before the application is initialised');
    return this.visitorsReady;
  }

  /** Reports whether memory is kept consistent with the database. */
  private reportHealth(): void {
    const sentence = 'Changes of other processes are not heard. Links are read again twice a second.';
    if (this.changes.isHearing) this.signals.report('link_cache', 'ok');
    else this.signals.report('link_cache', 'degraded', withReason(sentence, this.changes.error));
  }
}
