import { HttpResourceRef } from '@angular/common/http';
import { Component, computed, inject, input, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { IdentityList } from '@signpost/contracts';
import { Button, keepFocus, Section } from '@signpost/ui';
import { FormModel } from '@signpost/ui/forms';
import { Toasts } from '@signpost/ui/toasts';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { errorRevealer } from '../../platform/reveal-error';
import { SessionStore } from '../../platform/session';
import { PasswordField } from '../auth/password-field';
import { AccountApi } from './account-api';
import { SessionsVersion } from './sessions-version';

/** Changes the password, or sets a first one for an account that signs in with a provider. */
@Component({
  selector: 'app-password-section',
  imports: [Button, FormFailure, PasswordField, RouterLink, Section],
  template: `<sp-section
    id="password"
    [heading]="i18n.t('account.password.heading')"
    [text]="i18n.t(hasPassword() ? 'account.password.text' : 'account.password.firstText')"
  >
    <form class="stack card-pad" (submit)="$event.preventDefault(); save()">
      <app-form-failure [text]="form.failure()" />
      <input
        class="sr-only"
        type="email"
        autocomplete="username"
        tabindex="-1"
        aria-hidden="true"
        readonly
        [value]="email()"
      />
      @if (hasPassword()) {
        <app-password-field
          [label]="i18n.t('account.password.current')"
          [error]="form.error('currentPassword')"
          [(value)]="form.f.currentPassword"
        >
          <a fieldAside class="forgot small" routerLink="/forgot-password">{{ i18n.t('auth.login.forgot') }}</a>
        </app-password-field>
      }
      <app-password-field
        #newPassword
        validated
        [label]="i18n.t('account.password.new')"
        [email]="email()"
        [error]="form.error('newPassword')"
        [(value)]="form.f.newPassword"
      />
      <div class="row">
        <button
          spButton
          type="submit"
          [variant]="form.f.newPassword() ? 'primary' : 'secondary'"
          [disabled]="!form.f.newPassword()"
          [busy]="form.busy()"
        >
          {{ i18n.t(hasPassword() ? 'account.password.action' : 'account.password.firstAction') }}
        </button>
      </div>
    </form>
  </sp-section>`,
  styles: `
    .forgot {
      margin-inline-start: auto;
      color: var(--ink-2);
    }
  `,
})
export class PasswordSection {
  readonly identities = input.required<HttpResourceRef<IdentityList | undefined>>();
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AccountApi);
  private readonly session = inject(SessionStore);
  private readonly sessions = inject(SessionsVersion);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly revealError = errorRevealer();
  protected readonly form = new FormModel({ currentPassword: '', newPassword: '' });
  /** The current password does not count: browsers fill it in automatically. */
  readonly unsaved = computed(() => this.form.f.newPassword() !== '' && !this.form.busy());
  protected readonly email = computed(() => this.session.user()?.email ?? '');
  /** Assumed until the list has loaded: nearly every account has one. */
  protected readonly hasPassword = computed(() => {
    const list = this.identities();
    return !list.hasValue() || list.value().items.some(({ provider }) => provider === 'password');
  });
  private readonly newPassword = viewChild<PasswordField>('newPassword');

  protected async save(): Promise<void> {
    if (this.form.busy()) return;
    const weak = this.newPassword()?.refusal();
    if (weak) {
      this.form.fail({ newPassword: weak });
      this.revealError();
      return;
    }
    await this.form.send(
      async () => {
        const { currentPassword, newPassword } = this.form.value();
        await this.api.changePassword(this.hasPassword() ? { currentPassword, newPassword } : { newPassword });
        this.form.reset({ currentPassword: '', newPassword: '' });
        // Without a new password the button is disabled, and so loses the focus.
        keepFocus('app-password-section app-password-field input');
        this.toasts.done(this.i18n.t('account.password.done'));
        this.identities().reload();
        this.sessions.touch();
      },
      (error) => {
        this.problems.intoForm(error, this.form, {
          invalid_credentials: 'currentPassword',
          wrong_password: 'currentPassword',
        });
        this.revealError();
      },
    );
  }
}
