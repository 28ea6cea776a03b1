import { Component, computed, inject, input, linkedSignal, output, viewChild } from '@angular/core';
import type { LabelCount, ReportFilterName, ReportFilters } from '@signpost/contracts';
import { Segmented } from '@signpost/ui';
import { BarList, PictureButton, type PictureFormat } from '@signpost/ui/charts';
import { I18n } from '../../platform/words/i18n';
import { barsOf } from './labels';
import { pictureSaver, type ReportPictureText } from './picture';

/** One card with one or more breakdowns of the same period, switched by segments. */
@Component({
  selector: 'app-breakdown-card',
  imports: [BarList, PictureButton, Segmented],
  template: `
    <header>
      <h2 [class.sr-only]="choices().length > 1">{{ heading() }}</h2>
      @if (choices().length > 1) {
        <sp-segmented [label]="heading()" [options]="choices()" [(value)]="section" />
      }
      @if (picture() && bars().length) {
        <sp-picture-button [name]="what()" (picked)="save($event)" />
      }
    </header>
    <sp-bar-list [label]="what()" [bars]="bars()" (pressed)="press($event)" />
    @if (section() === 'country') {
      <p class="small muted">
        {{ i18n.t('reports.countrySource') }} <a href="https://db-ip.com" rel="noreferrer" target="_blank">DB-IP</a>
      </p>
    }
  `,
  styles: `
    :host {
      display: grid;
      align-content: start;
      gap: 4px;
      min-block-size: 284px;
      padding: 8px 16px 16px;
    }
    h2 {
      font-size: 0.875rem;
    }
    header {
      display: flex;
      align-items: center;
      min-block-size: 32px;
    }
    sp-picture-button {
      margin-inline-start: auto;
    }
  `,
})
export class BreakdownCard {
  readonly sections = input.required<readonly string[]>();
  readonly breakdowns = input.required<Readonly<Record<string, readonly LabelCount[]>>>();
  /** Active filters; null where the report cannot be filtered. */
  readonly filters = input<ReportFilters | null>(null);
  /** Text of the card's picture; null: no picture is offered. */
  readonly picture = input<ReportPictureText | null>(null);
  /** A label whose filter is to be added or removed. */
  readonly pressed = output<{ name: ReportFilterName; value: string }>();
  protected readonly i18n = inject(I18n);
  protected readonly section = linkedSignal(() => this.sections()[0] ?? '');
  protected readonly choices = computed(() =>
    this.sections().map((value) => ({ value, label: this.i18n.t(`reports.breakdown.${value}`) })),
  );
  /** Lists all breakdowns of the card, since there are several cards on a page. */
  protected readonly heading = computed(() => this.i18n.list(this.choices().map(({ label }) => label)));
  protected readonly bars = computed(() =>
    barsOf(this.section(), this.breakdowns()[this.section()] ?? [], this.i18n, this.filters()),
  );

  protected readonly what = computed(() => this.i18n.t(`reports.breakdown.${this.section()}`));
  private readonly list = viewChild.required(BarList);
  private readonly savePicture = pictureSaver();

  protected save(format: PictureFormat): void {
    const text = this.picture();
    if (text) void this.savePicture(this.list(), this.what(), text, format);
  }

  protected press(value: string): void {
    // Breakdowns have the same names as their filters.
    this.pressed.emit({ name: this.section() as ReportFilterName, value });
  }
}
