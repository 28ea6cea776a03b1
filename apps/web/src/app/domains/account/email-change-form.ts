import { Component, computed, inject, input, output } from '@angular/core';
import type { EmailChange } from '@signpost/contracts';
import { Autofocus, Button } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { errorRevealer } from '../../platform/reveal-error';
import { PasswordField } from '../auth/password-field';
import { AccountApi } from './account-api';

/** Requests another email address for the account; mails then go to both addresses. */
@Component({
  selector: 'app-email-change-form',
  imports: [Autofocus, Button, Field, FormFailure, Input, PasswordField],
  template: `<form class="stack card-pad" (submit)="$event.preventDefault(); send()">
    <app-form-failure [text]="form.failure()" />
    <p class="small muted">
      {{ i18n.t(mails() ? 'account.address.change.hint' : 'account.address.change.hintNoMail') }}
    </p>
    <sp-field [label]="i18n.t('account.address.change.email')" [error]="form.error('email')">
      <input spInput spAutofocus type="email" autocomplete="email" required [(value)]="form.f.email" />
    </sp-field>
    @if (hasPassword()) {
      <app-password-field
        [label]="i18n.t('account.address.change.password')"
        [error]="form.error('currentPassword')"
        [(value)]="form.f.currentPassword"
      />
    } @else {
      <p class="small muted">{{ i18n.t('account.address.change.proof') }}</p>
    }
    <div class="row">
      <button spButton type="submit" variant="primary" [busy]="form.busy()">
        {{ i18n.t(mails() ? 'account.address.change.submit' : 'account.address.change.submitNoMail') }}
      </button>
      <button spButton type="button" variant="quiet" (click)="closed.emit(null)">
        {{ i18n.t('account.address.change.cancelForm') }}
      </button>
    </div>
  </form>`,
})
export class EmailChangeForm {
  /** Whether the account has a password, which then must be entered. */
  readonly hasPassword = input.required<boolean>();
  /** Whether this instance sends mail. */
  readonly mails = input.required<boolean>();
  /** The requested change, or null when the user cancelled. */
  readonly closed = output<EmailChange | null>();
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AccountApi);
  private readonly problems = inject(Problems);
  private readonly revealError = errorRevealer();
  protected readonly form = new FormModel({ email: '', currentPassword: '' });
  readonly unsaved = computed(() => this.form.f.email() !== '' && !this.form.busy());

  protected async send(): Promise<void> {
    await this.form.send(
      async () => {
        const { email, currentPassword } = this.form.value();
        const change = this.hasPassword() ? { email, currentPassword } : { email };
        this.closed.emit(await this.api.changeEmail(change));
      },
      (error) => {
        this.problems.intoForm(error, this.form);
        this.revealError();
      },
    );
  }
}
