import { booleanAttribute, Component, inject, input, model } from '@angular/core';
import { Field, Input } from '@signpost/ui/light';
import { I18n } from '../../platform/words/i18n';

/** The email address of an account. */
@Component({
  selector: 'app-email-field',
  imports: [Field, Input],
  template: `
    <sp-field [label]="i18n.t('auth.email')" [hint]="hint()" [error]="error()">
      <input
        spInput
        type="email"
        name="email"
        [attr.autocomplete]="passkeys() ? 'username webauthn' : 'username'"
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
  /** Whether the browser may offer passkeys here. */
  readonly passkeys = input(false, { transform: booleanAttribute });
  readonly value = model('');
  protected readonly i18n = inject(I18n);
}
