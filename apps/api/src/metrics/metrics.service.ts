import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { Clicks } from '../clicks/index.js';
import { DestinationCountsService } from '../destinations/index.js';
import { HealthService } from '../health/index.js';
import { OperatorService } from '../operator/index.js';
import { HotPool } from '../platform/database/index.js';
import { MailHealth } from '../mails/index.js';
import { within } from '../platform/time/index.js';
import { readVersion } from '../platform/version.js';
import { RedirectEngine } from '../redirect/index.js';
import { withOtherWorkers } from './worker-metrics.js';

/** Time that a scrape waits for metrics from the database; afterwards they are omitted. */
const DATABASE_PATIENCE_MS = 2_000;
const SIGNAL_LEVEL = { ok: 0, degraded: 1, failed: 2 } as const;
const REDIRECT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * The metrics of this process for Prometheus. Frequent events are counted as plain numbers where they occur and read here on a
 * scrape. No label contains a slug, a user, a workspace or an address.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  /** Time from reading the header of a short link's request to the end of its response; see {@link RedirectTimer}. */
  readonly redirectSeconds = new Histogram({
    name: 'signpost_redirect_duration_seconds',
    help: 'Time to answer a short link. One request in sixteen is measured.',
    buckets: REDIRECT_BUCKETS,
    registers: [this.registry],
  });

  readonly requestSeconds = new Histogram({
    name: 'signpost_http_request_duration_seconds',
    help: 'Time to answer a request of the dashboard or the API, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers: [this.registry],
  });

  private readonly redirects = this.counter('signpost_redirects_total', 'Answers to short links.', 'answer');
  private readonly lookups = this.counter('signpost_link_lookups_total', 'Links found in memory or not.', 'result');
  private readonly lost = this.counter('signpost_clicks_lost_total', 'Click events that could not be kept.');
  private readonly setAside = this.counter(
    'signpost_clicks_set_aside_total',
    'Click events put into the *.rejected files of the journal: refused by the database, or unreadable to this version.',
    'reason',
  );
  private readonly damaged = this.counter(
    'signpost_click_journal_damaged_bytes_total',
    'Bytes of the click journal that hold no readable event, put into its *.rejected files.',
  );
  private readonly journal = this.gauge('signpost_click_journal_bytes', 'Click events not stored yet.', 'place');
  private readonly lag = this.gauge('signpost_click_writer_lag_seconds', 'Time since no click event waited.');
  private readonly databaseUp = this.gauge(
    'signpost_database_up',
    '1 while the database answers this process, else 0.',
  );
  private readonly pools = this.gauge('signpost_database_connections', 'Database connections.', 'pool', 'state');
  private readonly jobSuccess = this.gauge(
    'signpost_job_last_success_timestamp_seconds',
    'End of the last run.',
    'job',
  );
  private readonly jobFailed = this.gauge('signpost_job_failed', '1 when the job has failed or is overdue.', 'job');
  private readonly jobOverdue = this.gauge('signpost_job_overdue', '1 when nothing runs the job.', 'job');
  private readonly signals = this.gauge('signpost_signal_level', '0 ok, 1 degraded, 2 failed.', 'key');
  private readonly partitions = this.gauge(
    'signpost_partitions_ready_timestamp_seconds',
    'End of the newest partition of click events.',
  );
  private readonly mails = this.gauge('signpost_mails', 'Mails in the queue or given up within a day.', 'state');

  private readonly destinations = this.gauge(
    'signpost_destinations',
    'Destinations of links by what the watch has found; absent where it is off.',
    'state',
  );
  private readonly openReports = this.gauge(
    'signpost_abuse_reports_open',
    'Reports of visitors that wait for a decision.',
  );

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly hotPool: HotPool,
    private readonly redirect: RedirectEngine,
    private readonly clicks: Clicks,
    private readonly operator: OperatorService,
    private readonly health: HealthService,
    private readonly mailHealth: MailHealth,
    private readonly destinationCounts: DestinationCountsService,
  ) {
    collectDefaultMetrics({ register: this.registry });
    this.gauge('signpost_info', 'The running version.', 'version').set({ version: readVersion() }, 1);
  }

  /** The metrics of all workers if there are several; see {@link withOtherWorkers}. */
  readonly renderAll = withOtherWorkers(() => this.render());

  /** All metrics in the text format of Prometheus. Works without a database. */
  async render(): Promise<string> {
    this.readProcess();
    await this.readDatabase();
    return this.registry.metrics();
  }

  private readProcess(): void {
    const { stats } = this.redirect.listener;
    replace(this.redirects, 'answer', stats.answers);
    replace(this.lookups, 'result', { hit: stats.hits, miss: stats.misses });
    const { diskBytes, memoryBytes, lost, lagMs, setAside } = this.clicks.backlog;
    replace(this.lost, null, { lost });
    replace(this.setAside, 'reason', { refused: setAside.refused, unreadable: setAside.unreadable });
    replace(this.damaged, null, { damagedBytes: setAside.damagedBytes });
    this.journal.set({ place: 'disk' }, diskBytes);
    this.journal.set({ place: 'memory' }, memoryBytes);
    this.lag.set(lagMs / 1000);
    const api = (this.source.driver as unknown as { master?: pg.Pool }).master;
    for (const [pool, { totalCount, idleCount, waitingCount }] of [
      ...(api === undefined ? [] : [['api', api] as const]),
      ['redirect', this.hotPool] as const,
    ]) {
      this.pools.set({ pool, state: 'open' }, totalCount);
      this.pools.set({ pool, state: 'idle' }, idleCount);
      this.pools.set({ pool, state: 'waiting' }, waitingCount);
    }
  }

  private async readDatabase(): Promise<void> {
    for (const metric of [
      this.jobSuccess,
      this.jobFailed,
      this.jobOverdue,
      this.signals,
      this.mails,
      this.destinations,
    ]) {
      metric.reset();
    }
    // `reset` would set metrics without labels to 0 instead of removing them.
    this.partitions.remove();
    this.openReports.remove();
    const [known, { database }] = await Promise.all([
      within(
        DATABASE_PATIENCE_MS,
        Promise.all([this.operator.status(), this.mailHealth.counts(), this.destinationCounts.read()]).catch(
          () => null,
        ),
      ),
      this.health.check(),
    ]);
    this.databaseUp.set(database === 'up' ? 1 : 0);
    // Unknown values are omitted, because a zero would be a claim.
    if (known === null) return;
    const [status, mails, { states, openReports }] = known;
    for (const { job, lastSuccessAt, status: state, overdue } of status.jobs) {
      if (lastSuccessAt !== null) this.jobSuccess.set({ job }, Date.parse(lastSuccessAt) / 1000);
      this.jobFailed.set({ job }, state === 'failed' ? 1 : 0);
      this.jobOverdue.set({ job }, overdue ? 1 : 0);
    }
    for (const { key, state } of status.signals) this.signals.set({ key }, SIGNAL_LEVEL[state]);
    this.partitions.set(Date.parse(status.partitionsReadyThrough) / 1000);
    this.openReports.set(openReports);
    for (const [state, count] of Object.entries(states ?? {})) this.destinations.set({ state }, count);
    for (const [state, count] of Object.entries(mails)) this.mails.set({ state }, count);
  }

  private counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private gauge(name: string, help: string, ...labelNames: string[]): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
}

/** Sets a counter to totals that were counted elsewhere. */
function replace(counter: Counter, label: string | null, totals: Readonly<Record<string, number>>): void {
  counter.reset();
  for (const [value, total] of Object.entries(totals)) counter.inc(label === null ? {} : { [label]: value }, total);
}
