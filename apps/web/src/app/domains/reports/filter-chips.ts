import { Component, computed, inject, input, output } from '@angular/core';
import type { ReportFilterName, ReportFilters } from '@signpost/contracts';
import { Button, Chips } from '@signpost/ui';
import { I18n } from '../../platform/words/i18n';
import { eachFilter } from './filters';
import { shownLabel } from './labels';

/** Active filters of a report, each with a button that removes it. */
@Component({
  selector: 'app-filter-chips',
  imports: [Button, Chips],
  template: `<sp-chips [chips]="chips()" [label]="i18n.t('reports.filter.inForce')" (removed)="removed.emit($event)">
    @if (chips().length > 1) {
      <li>
        <button spButton small variant="quiet" type="button" (click)="cleared.emit()">
          {{ i18n.t('reports.filter.clear') }}
        </button>
      </li>
    }
  </sp-chips>`,
  styles: ':host { display: contents; }',
})
export class FilterChips {
  readonly filters = input.required<ReportFilters>();
  /** Slugs of links by id, as far as they are known. */
  readonly slugs = input<ReadonlyMap<string, string>>(new Map());
  readonly removed = output<{ name: ReportFilterName; value: string }>();
  readonly cleared = output<void>();
  protected readonly i18n = inject(I18n);
  protected readonly chips = computed(() =>
    eachFilter(this.filters()).map(({ name, value }) => {
      return { key: `${name} ${value}`, name, value, text: this.textOf(name, value) };
    }),
  );

  private textOf(name: ReportFilterName, value: string): string {
    const label = name === 'link' ? (this.slugs().get(value) ?? value) : shownLabel(name, value, this.i18n);
    return this.i18n.t('reports.filter.chip', { name: this.i18n.t(`reports.filter.name.${name}`), label });
  }
}
