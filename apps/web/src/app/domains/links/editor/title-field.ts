import { Component, computed, ElementRef, inject, input, model, viewChild } from '@angular/core';
import { Button } from '@signpost/ui';
import { Field, Input } from '@signpost/ui/forms';
import { I18n } from '../../../platform/words/i18n';
import { suggestedTitle } from './suggested-title';

/** The title of a link; while it is empty, a title from the destination is suggested. */
@Component({
  selector: 'app-title-field',
  imports: [Button, Field, Input],
  template: `
    <sp-field [label]="i18n.t('links.field.title')" [optional]="true" [error]="error()">
      <div class="line">
        <input
          spInput
          #box
          name="title"
          dir="auto"
          autocomplete="off"
          [placeholder]="suggestion() ?? ''"
          [(value)]="value"
        />
        @if (suggestion(); as title) {
          <button
            spButton
            type="button"
            [attr.aria-label]="i18n.t('links.suggested.useNamed', { title })"
            (click)="take(title)"
          >
            {{ i18n.t('links.suggested.use') }}
          </button>
        }
      </div>
    </sp-field>
  `,
  styles: `
    .line {
      display: flex;
      gap: 8px;
    }
    input {
      flex: 1;
      min-inline-size: 0;
    }
  `,
})
export class TitleField {
  readonly destination = input.required<string>();
  readonly error = input<string | null>(null);
  readonly value = model.required<string>();
  protected readonly i18n = inject(I18n);
  private readonly box = viewChild.required<ElementRef<HTMLInputElement>>('box');
  protected readonly suggestion = computed(() => (this.value() === '' ? suggestedTitle(this.destination()) : null));

  /** The button disappears on click: the field gets the focus for further editing. */
  protected take(title: string): void {
    this.value.set(title);
    this.box().nativeElement.focus();
  }
}
