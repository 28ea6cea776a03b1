import { Component, computed, ElementRef, inject, input, linkedSignal, output } from '@angular/core';
import { IconButton } from '../buttons/icon-button';
import { dateFormat, Words } from '../words/index';
import { composes } from '../focus/composes';

const DAY_MS = 86_400_000;
const A_SUNDAY = Date.UTC(2026, 0, 4);

/**
 * What browsers know about the weeks of a locale: a method in newer ones, a property in older ones, neither in some.
 */
interface KnowsWeeks extends Intl.Locale {
  readonly getWeekInfo?: () => { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

/**
 * A month of days to choose a range from: the first click sets one end, the second the other. Arrow keys move by days
 * and weeks, Home and End to the ends of a week, Page Up and Page Down by months. The first day of the week follows the
 * locale. All days are UTC dates (`2026-11-21`).
 */
@Component({
  selector: 'sp-calendar',
  imports: [IconButton],
  template: `
    <div class="head">
      <button
        spIconButton
        icon="chevron-left"
        [label]="words.t('ui.range.previousMonth')"
        [describes]="false"
        (click)="turn(-1)"
      ></button>
      <strong aria-live="polite">{{ monthName() }}</strong>
      <button
        spIconButton
        icon="chevron-right"
        [label]="words.t('ui.range.nextMonth')"
        [describes]="false"
        [attr.aria-disabled]="isLast() || null"
        (click)="isLast() || turn(1)"
      ></button>
    </div>
    <div class="grid" role="grid" [attr.aria-label]="monthName()">
      <div role="row" class="week">
        @for (name of weekdays(); track $index) {
          <span role="columnheader" class="name">{{ name }}</span>
        }
      </div>
      @for (week of weeks(); track $index) {
        <div role="row" class="week">
          @for (day of week; track $index) {
            <button
              type="button"
              role="gridcell"
              [attr.data-day]="day"
              [tabindex]="day === focused() ? 0 : -1"
              [class.other]="day.slice(0, 7) !== focused().slice(0, 7)"
              [class.in]="inRange(day)"
              [class.end]="day === from() || day === to()"
              [attr.aria-selected]="inRange(day)"
              [attr.aria-current]="day === today ? 'date' : null"
              [attr.aria-label]="fullName(day)"
              [disabled]="day > max()"
              (click)="choose(day)"
              (keydown)="key($event)"
            >
              {{ +day.slice(8) }}
            </button>
          }
        </div>
      }
    </div>
  `,
  styleUrl: './calendar.css',
})
export class Calendar {
  readonly from = input<string>('');
  readonly to = input<string>('');
  /** Last day that can be chosen. */
  readonly max = input.required<string>();
  readonly picked = output<{ from: string; to: string }>();

  protected readonly words = inject(Words);
  protected readonly today = iso(Date.now());
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef);
  /** The day that has the keyboard focus; its month is shown. */
  protected readonly focused = linkedSignal(() => this.open(this.to() || this.from() || this.max()));
  /**
   * Whether the next month has no selectable day. Its button stays focusable, because it may have the focus at that
   * moment.
   */
  protected readonly isLast = computed(() => this.focused().slice(0, 7) >= this.max().slice(0, 7));

  protected readonly monthName = computed(() => this.format(this.focused(), { month: 'long', year: 'numeric' }));
  private readonly firstDay = computed(() => firstDayOfWeek(this.words.locale()));
  protected readonly weeks = computed(() => {
    const first = utc(`${this.focused().slice(0, 7)}-01`);
    const lead = this.dayOfWeek(first);
    const days = Array.from({ length: 42 }, (_, i) => iso(first.getTime() + (i - lead) * DAY_MS));
    const weeks = Array.from({ length: 6 }, (_, i) => days.slice(i * 7, i * 7 + 7));
    return weeks.filter((week) => week.some((day) => day.slice(0, 7) === this.focused().slice(0, 7)));
  });
  protected readonly weekdays = computed(() =>
    Array.from({ length: 7 }, (_, i) =>
      this.format(iso(A_SUNDAY + (this.firstDay() + i) * DAY_MS), { weekday: 'short' }),
    ),
  );

  protected inRange(day: string): boolean {
    const from = this.from();
    const to = this.to() || from;
    return from !== '' && day >= from && day <= to;
  }

  protected fullName(day: string): string {
    return this.format(day, { dateStyle: 'full' });
  }

  protected choose(day: string): void {
    this.focused.set(day);
    const from = this.from();
    if (!from || this.to()) this.picked.emit({ from: day, to: '' });
    else this.picked.emit(day < from ? { from: day, to: from } : { from, to: day });
  }

  protected turn(months: number): void {
    const day = utc(this.focused());
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months + 1, 0)).getUTCDate();
    const target = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, Math.min(day.getUTCDate(), last));
    this.focused.set(this.open(iso(target)));
  }

  protected key(event: KeyboardEvent): void {
    // While an input method is composing a word, the keys belong to it.
    if (composes(event)) return;
    // Days follow the reading direction, and so do the arrow keys.
    const right = getComputedStyle(this.host.nativeElement).direction === 'rtl' ? -1 : 1;
    const day = utc(this.focused());
    const step: Record<string, number> = {
      ArrowLeft: -right,
      ArrowRight: right,
      ArrowUp: -7,
      ArrowDown: 7,
      Home: -this.dayOfWeek(day),
      End: 6 - this.dayOfWeek(day),
    };
    const days = step[event.key];
    if (days !== undefined) this.focused.set(this.open(iso(day.getTime() + days * DAY_MS)));
    else if (event.key === 'PageUp') this.turn(-1);
    else if (event.key === 'PageDown') this.turn(1);
    else return;
    event.preventDefault();
    setTimeout(() => this.host.nativeElement.querySelector<HTMLElement>(`[data-day="${this.focused()}"]`)?.focus());
  }

  /** Number of days since the first day of its week. */
  private dayOfWeek(day: Date): number {
    return (day.getUTCDay() - this.firstDay() + 7) % 7;
  }

  /** The day itself, or the last selectable one: later days take no focus, so no key could move away from them. */
  private open(day: string): string {
    return day > this.max() ? this.max() : day;
  }

  private format(day: string, options: Intl.DateTimeFormatOptions): string {
    return dateFormat(this.words.locale(), { ...options, timeZone: 'UTC' }).format(utc(day));
  }
}

/** The first day of the week, 0 for Sunday; Monday where the browser does not know. */
function firstDayOfWeek(locale: string): number {
  const known: KnowsWeeks = new Intl.Locale(locale);
  // `getWeekInfo` counts from 1 for Monday to 7 for Sunday.
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) % 7;
}

function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
