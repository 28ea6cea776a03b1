import { Component, computed, inject, output } from '@angular/core';
import { Button } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { localInput } from './link-form';

/** Time spans of the shortcuts; their labels are in the messages. */
export const SPANS = ['week', 'month', 'year'] as const;
export type Span = (typeof SPANS)[number];

/**
 * The last minute of the day a week or a month after `now`, or of the year, as the value of a `datetime-local` input in
 * the user's time zone. A month after 31 January is the last day of February.
 */
export function endOf(span: Span, now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const lastOfNextMonth = new Date(year, month + 2, 0).getDate();
  const last = {
    week: new Date(year, month, day + 7, 23, 59),
    month: new Date(year, month + 1, Math.min(day, lastOfNextMonth), 23, 59),
    year: new Date(year, 11, 31, 23, 59),
  }[span];
  return localInput(last.toISOString());
}

/** Buttons that fill a date field: in a week, in a month, at the end of the year. */
@Component({
  selector: 'app-date-shortcuts',
  imports: [Button],
  template: `@for (choice of choices(); track choice.span) {
    <button spButton small variant="quiet" type="button" (click)="picked.emit(choice.value)">
      {{ i18n.t('links.shortcut.' + choice.span) }}
    </button>
  }`,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
      margin-inline-start: -8px;
    }
  `,
})
export class DateShortcuts {
  /** Value of a `datetime-local` input. */
  readonly picked = output<string>();
  protected readonly i18n = inject(I18n);
  protected readonly choices = computed(() => SPANS.map((span) => ({ span, value: endOf(span, new Date()) })));
}
