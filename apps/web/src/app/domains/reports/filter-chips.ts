import { Component, computed, inject, input, output } from '@angular/core';
import type { ReportFilterName, ReportFilters } from '@signpost/contracts';
import { Button, Icon } from '@signpost/ui';
import { I18n } from '../../platform/i18n';
import { eachFilter } from './filters';
import { shownLabel } from './labels';

/** What a report is narrowed to, each with a way to take it back. */
@Component({
  selector: 'app-filter-chips',
  imports: [Button, Icon],
  template: `@if (chips().length) {
    <ul [attr.aria-label]="i18n.t('reports.filter.inForce')">
      @for (chip of chips(); track chip.name + chip.value) {
        <li class="chip">
          <span class="truncate" [title]="chip.text">{{ chip.text }}</span>
          <button
            type="button"
            [attr.aria-label]="i18n.t('ui.removeNamed', { name: chip.text })"
            (click)="removed.emit(chip)"
          >
            <sp-icon name="x" [size]="12" />
          </button>
        </li>
      }
      @if (chips().length > 1) {
        <li>
          <button spButton small variant="quiet" type="button" (click)="cleared.emit()">
            {{ i18n.t('reports.filter.clear') }}
          </button>
        </li>
      }
    </ul>
  }`,
  styles: `
    /* Without filters it takes no row of the page. */
    :host {
      display: contents;
    }
    ul {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px;
    }
    .chip {
      display: inline-flex;
      align-items: center;
      gap: 2px;
      max-inline-size: min(100%, 360px);
      padding-inline-start: 10px;
      border: 1px solid var(--line);
      border-radius: 999px;
      background: var(--surface);
      font-size: 0.8125rem;
    }
    .chip button {
      flex: none;
      display: grid;
      place-items: center;
      inline-size: 26px;
      block-size: 26px;
      border-radius: 50%;
      color: var(--ink-2);
    }
    .chip button:hover {
      color: var(--ink);
      background: var(--surface-2);
    }
    @media (pointer: coarse) {
      .chip button {
        inline-size: var(--control);
        block-size: var(--control);
      }
    }
  `,
})
export class FilterChips {
  readonly filters = input.required<ReportFilters>();
  /** Slugs of links by their ids, as far as they are known. */
  readonly slugs = input<ReadonlyMap<string, string>>(new Map());
  readonly removed = output<{ name: ReportFilterName; value: string }>();
  readonly cleared = output<void>();
  protected readonly i18n = inject(I18n);
  protected readonly chips = computed(() =>
    eachFilter(this.filters()).map(({ name, value }) => ({ name, value, text: this.textOf(name, value) })),
  );

  private textOf(name: ReportFilterName, value: string): string {
    const label = name === 'link' ? (this.slugs().get(value) ?? value) : shownLabel(name, value, this.i18n);
    return this.i18n.t('reports.filter.chip', { name: this.i18n.t(`reports.filter.name.${name}`), label });
  }
}
