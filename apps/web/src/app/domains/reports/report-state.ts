import { computed, inject, Signal, signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Params, Router } from '@angular/router';
import { Attribution, LIMITS, ReportFilterName, TRAFFIC } from '@signpost/contracts';
import { DAY_MS, utcDay } from '@signpost/domain';
import { DateRange, daysOf } from '@signpost/ui/charts';
import { eachFilter, readFilters, toggled, writeFilters } from './filters';
import { rangeParams, readRange, writeRange } from './range';
import type { ReportKind } from './report-parts';

/** The first one is the default. */
export const ATTRIBUTIONS_SHOWN: readonly Attribution[] = ['recorded', 'current'];

/** Filters that are equal keep their value, so that nothing is requested again. */
const SAME = { equal: (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b) };

/**
 * What a report is about: range, comparison, filters and switches. All of it is in the URL, so that it can be shared and
 * Back works. Must be created in an injection context.
 */
export class ReportState {
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly query = toSignal<Params>(this.route.queryParams, { requireSync: true });
  readonly range = computed(() => readRange(this.query()));
  readonly filters = computed(() => readFilters(this.query(), this.kind()), SAME);
  readonly isFiltered = computed(() => eachFilter(this.filters()).length > 0);
  /** Ranges that were replaced by a drag over the chart, the last one at the end. */
  private readonly left = signal<readonly DateRange[]>([]);
  readonly back = computed(() => this.left().at(-1) ?? null);
  /** The URL may contain a range that the calendar does not allow. */
  readonly isTooLong = computed(() => this.range().from !== '' && daysOf(this.range()) > LIMITS.analyticsRangeDays);
  readonly traffic = computed(() => TRAFFIC.find((known) => known === this.query()['traffic']) ?? 'human');
  readonly attribution = computed(
    () => ATTRIBUTIONS_SHOWN.find((known) => known === this.query()['attribution']) ?? 'recorded',
  );
  /** The same as parameters of a report request. */
  readonly params = computed(() => ({
    ...this.filters(),
    ...rangeParams(this.range()),
    ...(this.kind() === 'link' ? { traffic: this.traffic() } : {}),
    ...(this.kind() === 'campaign' ? { attribution: this.attribution() } : {}),
  }));

  constructor(private readonly kind: Signal<ReportKind>) {}

  setRange(range: DateRange): void {
    this.left.set([]);
    this.navigate(writeRange(range));
  }

  /** Sets the range to the days that were dragged over. */
  zoom({ from, to }: { from: string; to: string }): void {
    const range = this.range();
    if (from === range.from && to === range.to) return;
    this.left.update((left) => [...left, range]);
    this.navigate(writeRange({ period: '', from, to, compare: range.compare }));
  }

  goBack(range: DateRange): void {
    this.left.update((left) => left.slice(0, -1));
    this.navigate(writeRange(range));
  }

  /** Sets the range to the days with stored single clicks, up to the maximum length of a report. */
  sinceKept(from: string): void {
    const to = utcDay(Date.now());
    const first = utcDay(Date.parse(to) - (LIMITS.analyticsRangeDays - 1) * DAY_MS);
    this.setRange({ period: '', from: from > first ? from : first, to, compare: null });
  }

  stopComparing(): void {
    this.setRange({ ...this.range(), compare: null });
  }

  toggle({ name, value }: { name: ReportFilterName; value: string }): void {
    this.navigate(writeFilters(toggled(this.filters(), name, value)));
  }

  clear(): void {
    this.navigate(writeFilters({}));
  }

  /** The first attribution and the traffic of people are the defaults, which the URL leaves out. */
  setSwitch(name: 'traffic' | 'attribution', value: string): void {
    this.navigate({ [name]: value === 'human' || value === ATTRIBUTIONS_SHOWN[0] ? null : value });
  }

  private navigate(queryParams: Record<string, string | readonly string[] | null>): void {
    // The page stays where it is: what was pressed may be far below its top.
    const extras = { queryParamsHandling: 'merge', scroll: 'manual' } as const;
    void this.router.navigate([], { relativeTo: this.route, queryParams, ...extras });
  }
}
