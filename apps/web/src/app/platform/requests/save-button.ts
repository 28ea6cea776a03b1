import { Component, inject, input } from '@angular/core';
import { Button } from '@signpost/ui';
import { I18n } from '../words/i18n';

/** Submits a form; resting while there is nothing to save. */
@Component({
  selector: 'app-save-button',
  imports: [Button],
  template: `<button
    spButton
    type="submit"
    [variant]="fit() ? 'primary' : 'secondary'"
    [disabled]="!fit()"
    [busy]="busy()"
  >
    {{ i18n.t('ui.save') }}
  </button>`,
})
export class SaveButton {
  /** Whether there is something to save. */
  readonly fit = input.required<boolean>();
  readonly busy = input.required<boolean>();
  protected readonly i18n = inject(I18n);
}
