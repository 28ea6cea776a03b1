import { Component, inject, input, output } from '@angular/core';
import { IconButton } from '../buttons/icon-button';
import { Menu, MenuItem, MenuTrigger } from '../menus/menu';
import { Words } from '../words/index';
import type { PictureFormat } from './save-picture';

/** Offers a chart as a picture, as SVG or PNG. */
@Component({
  selector: 'sp-picture-button',
  imports: [IconButton, Menu, MenuItem, MenuTrigger],
  template: `
    <button
      spIconButton
      icon="download"
      [label]="words.t('ui.picture.save', { name: name() })"
      [describes]="false"
      [spMenuTrigger]="formats"
    ></button>
    <ng-template #formats>
      <sp-menu>
        <button spMenuItem (triggered)="picked.emit('svg')">{{ words.t('ui.picture.svg') }}</button>
        <button spMenuItem (triggered)="picked.emit('png')">{{ words.t('ui.picture.png') }}</button>
      </sp-menu>
    </ng-template>
  `,
  styles: `
    @media print {
      :host {
        display: none;
      }
    }
  `,
})
export class PictureButton {
  /** Name of the chart. */
  readonly name = input.required<string>();
  readonly picked = output<PictureFormat>();
  protected readonly words = inject(Words);
}
