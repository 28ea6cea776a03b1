import { httpResource } from '@angular/common/http';
import { Component, computed, effect, inject, input } from '@angular/core';
import { Router } from '@angular/router';
import { SHARE_PERIODS, type SharedReport as Shared } from '@signpost/contracts';
import { Button, Empty, Failed, Logo, LogoPlate, Segmented } from '@signpost/ui';
import { BarList, PictureButton, Stat, TimeChart } from '@signpost/ui/charts';
import { Connection } from '../../../platform/requests/connection';
import { I18n, LANGUAGE_NAMES, LANGUAGES } from '../../../platform/words/i18n';
import { kept } from '../../../platform/kept';
import { LazyLoader } from '../../../platform/navigation/lazy-loader';
import { RouteTitles } from '../../../platform/navigation/navigation';
import { isMissing } from '../../../platform/requests/problem';
import { BreakdownCard } from '../breakdown-card';
import { pictureSaver, type ReportPictureText } from '../picture';
import { cardsOf, HEADLINES } from '../report-parts';
import { ReportSkeleton } from '../report-skeleton';

const USUAL = '30d';

/**
 * A report for people without an account: the numbers under the workspace's name, read-only, also laid out for
 * printing. Unknown, expired and revoked URLs show the same page.
 */
@Component({
  selector: 'app-shared-report',
  imports: [
    BarList,
    BreakdownCard,
    Button,
    Empty,
    Failed,
    Logo,
    LogoPlate,
    PictureButton,
    ReportSkeleton,
    Segmented,
    Stat,
    TimeChart,
  ],
  templateUrl: './shared-report.html',
  styleUrls: ['../report.css', './shared-report.css'],
})
export class SharedReport {
  /** From the URL. */
  readonly token = input.required<string>();
  readonly period = input<string>();

  protected readonly i18n = inject(I18n);
  protected readonly loader = inject(LazyLoader);
  protected readonly languages = LANGUAGES;
  protected readonly languageNames = LANGUAGE_NAMES;
  private readonly router = inject(Router);
  private readonly titles = inject(RouteTitles);
  private readonly connection = inject(Connection);

  protected readonly chosen = computed(() => SHARE_PERIODS.find((known) => known === this.period()) ?? USUAL);
  private readonly url = computed(() => `/api/reports/shared/${encodeURIComponent(this.token())}`);
  protected readonly csvUrl = computed(() => `${this.url()}.csv?period=${this.chosen()}`);
  protected readonly resource = httpResource<Shared>(() => {
    this.connection.recovered();
    return { url: this.url(), params: { period: this.chosen() } };
  });
  protected readonly shared = kept(this.resource, this.token);
  protected readonly missing = computed(() => isMissing(this.resource));
  protected readonly heading = computed(() => this.shared()?.title ?? this.shared()?.subject.name ?? '');
  protected readonly periods = computed(() =>
    SHARE_PERIODS.map((value) => ({ value, label: this.i18n.t(`ui.range.${value}`) })),
  );
  protected readonly days = computed(() => {
    const meta = this.shared()?.report.meta;
    if (meta === undefined) return '';
    const [from, to] = [this.i18n.date(meta.from, 'UTC'), this.i18n.date(Date.parse(meta.to) - 1, 'UTC')];
    return `${this.i18n.t('reports.days', { from, to })}. ${this.i18n.t('reports.utc')}`;
  });
  protected readonly savePicture = pictureSaver();
  protected readonly pictureText = computed<ReportPictureText | null>(() => {
    const shared = this.shared();
    if (shared === undefined) return null;
    const read = this.i18n.dateTime(shared.report.meta.generatedAt, 'UTC');
    return {
      subject: this.heading(),
      about: this.days(),
      source: this.i18n.t('reports.source', { host: location.host, read }),
    };
  });
  protected readonly headlines = computed(() => {
    const shared = this.shared();
    if (shared === undefined) return [];
    const numbers = shared.report.metrics as unknown as Record<string, number | null>;
    return HEADLINES[shared.subject.type].map((key) => ({
      key,
      value: numbers[key] ?? null,
      definition: this.i18n.known(`reports.meaning.${key}`) ?? '',
    }));
  });
  /** Each breakdown separately: on paper there are no tabs to switch. */
  protected readonly sections = computed(() => cardsOf(this.shared()?.subject.type ?? 'workspace').flat());
  protected readonly breakdowns = computed(
    () => (this.shared()?.report.breakdowns ?? {}) as Record<string, { label: string; count: number }[]>,
  );
  protected readonly topLinks = computed(() =>
    this.shared()?.report.topLinks?.map(({ slug, title, clicks }) => ({
      label: title === null ? `/${slug}` : `${title} (/${slug})`,
      count: clicks,
    })),
  );

  constructor() {
    effect(() => {
      this.titles.set(this.missing() ? this.i18n.t('reports.shared.gone') : this.heading());
    });
  }

  /** Shares end with a day: the returned instant belongs to the next one. */
  protected lastDay(expiresAt: string): string {
    return this.i18n.date(Date.parse(expiresAt) - 1);
  }

  protected choose(period: string): void {
    void this.router.navigate([], { queryParams: { period: period === USUAL ? null : period } });
  }

  protected print(): void {
    window.print();
  }
}
