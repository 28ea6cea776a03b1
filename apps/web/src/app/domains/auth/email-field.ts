import { Component, inject, input, model } from '@angular/core';
import { Field, Input } from '@signpost/ui/light';
import { I18n } from '../../platform/i18n';

/** The address of an account. */
@Component({
  selector: 'app-email-field',
  imports: [Field, Input],
  template: `
    <sp-field [label]="i18n.t('auth.email')" [hint]="hint()" [error]="error()">
      <input
        spInput
        type="email"
        name="email"
        autocomplete="username"
        autocapitalize="none"
        required
        [(value)]="value"
      />
    </sp-field>
  `,
})
export class EmailField {
  readonly hint = input<string | null>(null);
  readonly error = input<string | null>(null);
  readonly value = model('');
  protected readonly i18n = inject(I18n);
}
