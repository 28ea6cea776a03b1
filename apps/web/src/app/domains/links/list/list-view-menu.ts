import { Component, inject } from '@angular/core';
import { Button, Menu, MenuCheck, MenuGroup, MenuRadio, MenuTrigger } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { Viewport } from '../../../platform/viewport';
import { COLUMNS, ListView, PAGE_SIZES } from './list-view';

/** A button whose menu says how the list is shown: columns, density, rows of a page. */
@Component({
  selector: 'app-list-view-menu',
  imports: [Button, Menu, MenuCheck, MenuGroup, MenuRadio, MenuTrigger],
  template: `
    <button spButton small variant="quiet" icon="table" trailing="chevron-down" [spMenuTrigger]="menu">
      {{ i18n.t('links.display.label') }}
    </button>
    <ng-template #menu>
      <sp-menu>
        @if (!viewport.phone()) {
          <sp-menu-group [label]="i18n.t('links.display.columns')">
            @for (column of columns; track column) {
              <button spMenuCheck [checked]="view.columns().has(column)" (triggered)="view.toggleColumn(column)">
                {{ i18n.t('links.column.' + column) }}
              </button>
            }
          </sp-menu-group>
          <sp-menu-group [label]="i18n.t('links.density.label')">
            <button spMenuRadio icon="rows-3" [checked]="!view.compact()" (triggered)="view.setCompact(false)">
              {{ i18n.t('links.density.comfortable') }}
            </button>
            <button spMenuRadio icon="rows-4" [checked]="view.compact()" (triggered)="view.setCompact(true)">
              {{ i18n.t('links.density.compact') }}
            </button>
          </sp-menu-group>
        }
        <sp-menu-group [label]="i18n.t('links.display.rows')">
          @for (size of sizes; track size) {
            <button spMenuRadio [checked]="view.perPage() === size" (triggered)="view.setPerPage(size)">
              {{ i18n.number(size) }}
            </button>
          }
        </sp-menu-group>
      </sp-menu>
    </ng-template>
  `,
})
export class ListViewMenu {
  protected readonly i18n = inject(I18n);
  protected readonly view = inject(ListView);
  protected readonly viewport = inject(Viewport);
  protected readonly columns = COLUMNS;
  protected readonly sizes = PAGE_SIZES;
}
