import { Component, inject, input } from '@angular/core';
import { Button } from '@signpost/ui';
import type { FormModel } from '@signpost/ui/forms';
import { I18n } from '../words/i18n';

/** Submits a form that differs from what is stored, and sleeps while it does not. */
@Component({
  selector: 'app-save-button',
  imports: [Button],
  template: `<button
    spButton
    type="submit"
    [variant]="form().dirty() ? 'primary' : 'secondary'"
    [disabled]="!form().dirty()"
    [busy]="form().busy()"
  >
    {{ i18n.t('ui.save') }}
  </button>`,
})
export class SaveButton {
  readonly form = input.required<Pick<FormModel<object>, 'busy' | 'dirty'>>();
  protected readonly i18n = inject(I18n);
}
