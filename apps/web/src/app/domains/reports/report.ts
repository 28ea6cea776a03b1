import { HttpParams, httpResource } from '@angular/common/http';
import { Component, computed, inject, Injector, input, output, effect, signal, untracked } from '@angular/core';
import { CampaignReport, LIMITS, LinkReport, PERIODS, TRAFFIC, WorkspaceReport } from '@signpost/contracts';
import { Button, composes, Empty, Failed, inTurns, keepFocusFrom, Segmented } from '@signpost/ui';
import { DateRange, PictureButton, RangePicker, Stat, TimeChart } from '@signpost/ui/charts';
import { OpenDialogs } from '@signpost/ui/start';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { DialogLoader } from '../../platform/navigation/dialog-loader';
import { kept } from '../../platform/kept';
import { toProblem } from '../../platform/requests/problem';
import { FRESH_MS, readWhileOpen } from '../../platform/navigation/read-on-return';
import { BreakdownCard } from './breakdown-card';
import { FilterChips } from './filter-chips';
import { eachFilter } from './filters';
import { shownLabel } from './labels';
import { comparedDays, readRange, spansAt } from './range';
import { pictureSaver, type ReportPictureText } from './picture';
import { cardsOf, HEADLINES, type ReportKind } from './report-parts';
import { ReportSkeleton } from './report-skeleton';
import { ATTRIBUTIONS_SHOWN, ReportState } from './report-state';
import type { ShareSubject } from './share/share-dialog';

/** Any of the three kinds of report. */
export type AnyReport = LinkReport | CampaignReport | WorkspaceReport;

/** Spans that are equal keep their value, so that nothing is drawn again. */
const SAME = { equal: (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b) };

/** Steps of rendering after the numbers: each is about as much as a phone renders without a noticeable delay. */
const TURNS = { chart: 1, besides: 2, firstCard: 3 } as const;
const LAST_TURN = TURNS.firstCard + cardsOf('workspace').length - 1;

/**
 * A report: range and comparison, headline numbers, time chart, breakdowns, CSV. What it is about is in the URL.
 */
@Component({
  selector: 'app-report',
  imports: [
    BreakdownCard,
    Button,
    Empty,
    Failed,
    FilterChips,
    PictureButton,
    RangePicker,
    ReportSkeleton,
    Segmented,
    Stat,
    TimeChart,
  ],
  templateUrl: './report.html',
  styleUrl: './report.css',
  host: { '(document:keydown.escape)': 'undo($event)', '[class.waits]': "resource.status() === 'loading'" },
})
export class Report {
  /** Path of the JSON report; the CSV has the same path with `.csv`. */
  readonly url = input.required<string>();
  readonly kind = input.required<ReportKind>();
  /** Id of the link or campaign. */
  readonly subjectId = input<string | null>(null);
  /** Name of the subject in pictures. */
  readonly subjectName = input('');
  /** Whether there is any link that could be clicked. */
  readonly hasLinks = input(true);
  /** Incremented when there are new clicks to count. */
  readonly version = input(0);
  /** Whether what is projected above the breakdowns is still loading: they wait for it, or it would push them down. */
  readonly waiting = input(false);
  /** Emits each loaded report, for other parts of the page. */
  readonly loaded = output<AnyReport>();

  protected readonly i18n = inject(I18n);
  private readonly connection = inject(Connection);
  private readonly injector = inject(Injector);
  private readonly loader = inject(DialogLoader);
  protected readonly periods = PERIODS;
  protected readonly mostDays = LIMITS.analyticsRangeDays;
  protected readonly usual = readRange({});
  private readonly dialogs = inject(OpenDialogs);

  protected readonly state = new ReportState(this.kind);
  protected readonly resource = httpResource<AnyReport>(() => {
    this.connection.recovered();
    this.version();
    return this.state.isTooLong() ? undefined : { url: this.url(), params: this.state.params() };
  });
  protected readonly report = kept(this.resource);
  /** Of the day on which the report was read, which an open page may outlive. */
  protected readonly spans = computed(() => {
    this.report();
    return spansAt(Date.now());
  }, SAME);
  /** The compared period, for the dashed line. */
  private readonly before = httpResource<AnyReport>(() => {
    this.connection.recovered();
    const window =
      this.state.range().compare && this.resource.hasValue()
        ? comparedDays(this.state.range(), this.resource.value().series)
        : null;
    if (!window) return undefined;
    const {
      compare: _compare,
      period: _period,
      from: _from,
      to: _to,
      ...rest
    } = { compare: '', period: '', from: '', to: '', ...this.state.params() };
    return { url: this.url(), params: { ...rest, ...window } };
  });
  /** No click was ever counted for the link or campaign: a page of zeros would be useless. */
  protected readonly isUntouched = computed(
    () => this.kind() !== 'workspace' && this.report()?.meta.earliestEventAt === null,
  );
  protected readonly csvUrl = computed(
    () => `${this.url()}.csv?${new HttpParams({ fromObject: this.state.params() }).toString()}`,
  );
  /** Kept while the same report is reloaded. */
  private readonly keptBefore = kept(this.before, this.csvUrl);
  protected readonly previousSeries = computed(() =>
    this.state.range().compare ? (this.keptBefore()?.series ?? []) : [],
  );

  protected readonly headlines = computed(() => {
    const report = this.report();
    if (!report) return [];
    const numbers = report.metrics as unknown as Record<string, number | null>;
    const previous = report.previous as unknown as Record<string, number | null> | undefined;
    return HEADLINES[this.kind()].map((key) => ({
      key,
      value: numbers[key] ?? null,
      change: previous && key !== 'lifetimeClicks' ? change(numbers[key] ?? 0, previous[key] ?? 0) : undefined,
      definition: this.i18n.known(`reports.meaning.${key}`) ?? report.meta.definitions[key] ?? '',
    }));
  });
  protected readonly comparedWith = computed(() => {
    const { period, compare } = this.state.range();
    return this.i18n.t(`ui.range.before.${compare === 'year' ? compare : period || 'custom'}`);
  });
  protected readonly previousLabel = computed(() =>
    this.state.range().compare === 'year' ? this.i18n.t('ui.chart.year') : '',
  );
  /** For printing, which may be read much later: the dates of "Last 30 days". */
  protected readonly days = computed(() => {
    const meta = this.report()?.meta;
    return meta ? this.daysInWords(meta.from, Date.parse(meta.to) - 1) : '';
  });
  /** Description of the period and filters. */
  private readonly window = computed(() => {
    const { period, from, to, compare } = this.state.range();
    return [
      from ? this.daysInWords(from, to) : this.i18n.t(`ui.range.${period}`),
      compare ? this.i18n.t('reports.compared', { before: this.comparedWith() }) : '',
      this.kind() === 'campaign' ? this.attributed() : this.counted(),
      ...eachFilter(this.state.filters()).map(({ name, value }) => shownLabel(name, value, this.i18n)),
    ]
      .filter(Boolean)
      .join(', ');
  });
  protected readonly savePicture = pictureSaver();
  protected readonly pictureText = computed<ReportPictureText | null>(() => {
    const meta = this.report()?.meta;
    if (!meta) return null;
    const read = this.i18n.dateTime(meta.generatedAt, 'UTC');
    return {
      subject: this.subjectName(),
      about: `${this.days()}. ${this.i18n.t('reports.utc')} ${this.window()}.`,
      source: this.i18n.t('reports.source', { host: location.host, read }),
    };
  });
  private readonly attributed = computed(
    () =>
      `${this.i18n.t('reports.attribution.label')}: ${this.i18n.t(`reports.attribution.${this.state.attribution()}`)}`,
  );
  /** Announced when the figures have changed. */
  protected readonly news = signal('');
  protected readonly counted = computed(() =>
    this.i18n.t(`reports.counted.${this.kind() === 'link' ? this.state.traffic() : 'human'}`),
  );
  private readonly everyCard = computed(() => cardsOf(this.kind()));
  protected readonly turns = TURNS;
  protected readonly turn = inTurns(LAST_TURN, () => this.report() !== undefined);
  private readonly isBesides = computed(() => this.turn() >= TURNS.besides);
  protected readonly cards = computed(() =>
    this.waiting() ? [] : this.everyCard().slice(0, Math.max(0, this.turn() - TURNS.firstCard + 1)),
  );
  /**
   * The date from which on single clicks are stored, where a filter asks for earlier ones; null where none are missing.
   */
  protected readonly dropped = computed(() => {
    const error = this.resource.error();
    const problem = error === undefined ? null : toProblem(error);
    if (problem?.code !== 'events_dropped') return null;
    const { earliestEventAt } = problem.body as { earliestEventAt?: string | null };
    return { from: earliestEventAt?.slice(0, 10) ?? null };
  });
  protected readonly slugs = computed(() => {
    const report = this.report();
    return new Map(report && 'topLinks' in report ? report.topLinks.map(({ id, slug }) => [id, slug]) : []);
  });
  protected readonly breakdowns = computed(
    () => (this.report()?.breakdowns ?? {}) as Record<string, { label: string; count: number }[]>,
  );
  protected readonly traffics = computed(() =>
    TRAFFIC.map((value) => ({ value, label: this.i18n.t(`reports.traffic.${value}`) })),
  );
  protected readonly attributions = computed(() =>
    ATTRIBUTIONS_SHOWN.map((value) => ({ value, label: this.i18n.t(`reports.attribution.${value}`) })),
  );

  constructor() {
    readWhileOpen(this.resource, FRESH_MS.figures);
    // A filter chip disappears together with its button.
    keepFocusFrom('app-filter-chips', this.state.filters, 'app-report .controls button');
    let shown: object | null = null;
    effect(() => {
      if (!this.resource.hasValue()) return;
      untracked(() => {
        const params = this.state.params();
        if (shown !== null && shown !== params) this.news.set(this.i18n.t('reports.shown', { what: this.window() }));
        shown = params;
      });
    });
    effect(() => {
      if (this.isBesides() && this.resource.hasValue()) this.loaded.emit(this.resource.value());
    });
  }

  private daysInWords(from: string, to: string | number): string {
    return this.i18n.t('reports.days', { from: this.i18n.date(from, 'UTC'), to: this.i18n.date(to, 'UTC') });
  }

  protected async share(): Promise<void> {
    const part = await this.loader.fetch(() =>
      Promise.all([import('../../platform/dialogs'), import('./share/share-dialog')]),
    );
    if (!part) return;
    const [{ Dialogs }, { ShareDialog }] = part;
    const subject = { type: this.kind(), id: this.subjectId() };
    this.injector.get(Dialogs).open<void, ShareSubject, InstanceType<typeof ShareDialog>>(ShareDialog, subject);
  }

  /** Name of a range where its comparison does not fit. */
  protected nameOf({ period, from, to }: DateRange): string {
    return from ? this.daysInWords(from, to) : this.i18n.t(`ui.range.${period}`);
  }

  /** Escape removes the last filter, unless it closes something else, or the user is typing. */
  protected undo(event: Event): void {
    const last = eachFilter(this.state.filters()).at(-1);
    const isElsewhere =
      event.defaultPrevented ||
      composes(event) ||
      this.dialogs.areThere() ||
      (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) ||
      document.querySelector('.cdk-overlay-container :is([role=menu], [role=dialog])') !== null;
    if (last && !isElsewhere) this.state.toggle(last);
  }
}

/** Change in percent with one decimal; null when the earlier value is 0. */
function change(now: number, before: number): number | null {
  return before === 0 ? (now === 0 ? 0 : null) : Math.round((1000 * (now - before)) / before) / 10;
}
