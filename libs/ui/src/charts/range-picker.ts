import { CdkOverlayOrigin } from '@angular/cdk/overlay';
import { COMPARISONS, type Comparison } from '@signpost/contracts';
import { Component, computed, inject, input, linkedSignal, output, signal } from '@angular/core';
import { Button } from '../buttons/button';
import { Popover } from '../overlay/popover';
import { Segmented } from '../buttons/segmented';
import { dateFormat, Words } from '../words/index';
import { Calendar } from './calendar';

/** A named period, or two UTC days, the last one included. */
export interface DateRange {
  readonly period: string;
  readonly from: string;
  readonly to: string;
  /** Null: no comparison. */
  readonly compare: Comparison | null;
}

/** A preset of two days; its label is `ui.range.<name>`. */
export interface NamedSpan {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };

/** Number of days of a custom range, both ends included. */
export function daysOf({ from, to }: Pick<DateRange, 'from' | 'to'>): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

/** Presets next to a calendar, and a choice of what to compare with; the panel is loaded when it is first opened. */
@Component({
  selector: 'sp-range-picker',
  imports: [Button, Calendar, CdkOverlayOrigin, Popover, Segmented],
  template: `
    <button
      spButton
      icon="calendar"
      trailing="chevron-down"
      cdkOverlayOrigin
      #origin="cdkOverlayOrigin"
      #button
      aria-haspopup="dialog"
      [attr.aria-expanded]="open()"
      (click)="open.set(!open())"
    >
      {{ text() }}
    </button>
    @defer (when open(); prefetch on hover(button)) {
      <sp-popover [origin]="origin" [(open)]="open" [label]="words.t('ui.range.label')">
        <div class="panel">
          <ul>
            @for (period of periods(); track period) {
              <li>
                <button type="button" [attr.aria-pressed]="range().period === period" (click)="preset(period)">
                  {{ words.t('ui.range.' + period) }}
                </button>
              </li>
            }
            @for (span of spans(); track span.name) {
              <li>
                <button type="button" [attr.aria-pressed]="isChosen(span)" (click)="own(span)">
                  {{ words.t('ui.range.' + span.name) }}
                </button>
              </li>
            }
          </ul>
          <div class="own">
            <sp-calendar [from]="draft().from" [to]="draft().to" [max]="today()" (picked)="draft.set($event)" />
            <p class="hint" role="status" [class.wrong]="isTooLong()">
              {{ hint() }}
            </p>
            <button
              spButton
              small
              variant="primary"
              type="button"
              [disabled]="!draft().from || isTooLong()"
              (click)="apply()"
            >
              {{ words.t('ui.range.apply') }}
            </button>
          </div>
          @if (range().period !== 'all') {
            <div class="compare">
              <sp-segmented
                [label]="words.t('ui.range.compare.label')"
                [options]="comparisons()"
                [value]="range().compare ?? 'none'"
                (valueChange)="compareWith($event)"
              />
            </div>
          }
        </div>
      </sp-popover>
    } @error {
      <span role="alert">{{ words.t('ui.failed.heading') }}</span>
    }
  `,
  styles: `
    .panel {
      display: grid;
      grid-template-columns: 160px auto;
    }
    ul {
      padding: 8px;
      border-inline-end: 1px solid var(--line);
    }
    li button {
      inline-size: 100%;
      min-block-size: var(--control);
      padding-inline: 8px;
      border-radius: var(--r-control);
      text-align: start;
    }
    li button:hover {
      background: var(--surface-2);
    }
    li button[aria-pressed='true'] {
      background: var(--signal-soft);
      font-weight: 650;
    }
    .own {
      max-inline-size: 304px;
      display: grid;
      justify-items: start;
      gap: 8px;
      padding: 12px;
    }
    .hint {
      color: var(--ink-2);
      font-size: 0.75rem;
    }
    .hint.wrong {
      color: var(--stop);
    }
    .compare {
      grid-column: 1 / -1;
      padding: 8px 16px;
      border-block-start: 1px solid var(--line);
    }
    @media (max-width: 32.5em) {
      .panel {
        grid-template-columns: auto;
      }
      ul {
        display: grid;
        grid-template-columns: 1fr 1fr;
        border: 0;
      }
    }
  `,
})
export class RangePicker {
  readonly range = input.required<DateRange>();
  readonly periods = input.required<readonly string[]>();
  /** Additional presets, given by their days. */
  readonly spans = input<readonly NamedSpan[]>([]);
  /** Maximum number of days of a custom range. */
  readonly mostDays = input(Infinity);
  readonly changed = output<DateRange>();

  protected readonly words = inject(Words);
  protected readonly open = signal(false);
  protected readonly draft = linkedSignal(() => ({ from: this.range().from, to: this.range().to }));
  protected readonly isTooLong = computed(() => {
    const { from, to } = this.draft();
    return to !== '' && daysOf({ from, to }) > this.mostDays();
  });
  /** Text below the days: what is wrong with them, or what to do next. */
  protected readonly hint = computed(() => {
    const { from, to } = this.draft();
    if (this.isTooLong()) return this.words.t('ui.range.tooLong', { days: this.mostDays() });
    if (!from || to) return this.words.t('ui.range.hint');
    return this.words.t('ui.range.chooseEnd', { from: dateFormat(this.words.locale(), DAY).format(midnight(from)) });
  });
  protected readonly text = computed(() => {
    const { period, from, to } = this.range();
    const span = this.spans().find((one) => this.isChosen(one));
    if (!from || span) return this.words.t(`ui.range.${span?.name ?? period}`);
    return dateFormat(this.words.locale(), DAY).formatRange(midnight(from), midnight(to));
  });

  protected readonly comparisons = computed(() =>
    (['none', ...COMPARISONS] as const).map((value) => ({ value, label: this.words.t(`ui.range.compare.${value}`) })),
  );

  protected compareWith(value: string): void {
    const { period, from, to } = this.range();
    this.changed.emit({ period, from, to, compare: COMPARISONS.find((known) => known === value) ?? null });
  }

  protected today(): string {
    return new Date().toISOString().slice(0, 10);
  }

  protected preset(period: string): void {
    this.open.set(false);
    this.changed.emit({ period, from: '', to: '', compare: period === 'all' ? null : this.range().compare });
  }

  protected isChosen({ from, to }: NamedSpan): boolean {
    return this.range().from === from && this.range().to === to;
  }

  protected apply(): void {
    const { from, to } = this.draft();
    this.own({ from, to: to || from });
  }

  protected own({ from, to }: Pick<NamedSpan, 'from' | 'to'>): void {
    this.open.set(false);
    this.changed.emit({ period: '', from, to, compare: this.range().compare });
  }
}

function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
