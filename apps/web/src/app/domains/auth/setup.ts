import { Component, inject, signal } from '@angular/core';
import { Router } from '@angular/router';
import { LIMITS } from '@signpost/contracts';
import { Field, FormModel, Input } from '@signpost/ui/light';
import { Toasts } from '@signpost/ui/toasts';
import { HostStore } from '../../platform/host';
import { I18n } from '../../platform/words/i18n';
import { toProblem } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthForm, PersonCheck } from './auth-form';
import { EmailField } from './email-field';
import { PasswordField } from './password-field';

/** First run: creates the owner's account and the workspace. */
@Component({
  selector: 'app-setup',
  imports: [AuthForm, EmailField, Field, Input, PasswordField],
  template: `
    <app-auth-form
      forPeople
      [model]="form"
      [heading]="i18n.t('auth.setup.heading')"
      [text]="i18n.t('auth.setup.text')"
      [action]="i18n.t(host.isMulti() ? 'auth.setup.submitAccount' : 'auth.setup.submit')"
      [fieldOfCode]="{ setup_code_required: 'setupCode' }"
      [send]="create"
    >
      @if (!host.isMulti()) {
        <sp-field [label]="i18n.t('auth.setup.workspaceName')" [error]="form.error('workspaceName')">
          <input
            spInput
            dir="auto"
            name="workspaceName"
            autocomplete="organization"
            [attr.maxlength]="limits.workspaceNameLength"
            [(value)]="form.f.workspaceName"
          />
        </sp-field>
      }
      <app-email-field [error]="form.error('email')" [(value)]="form.f.email" />
      <app-password-field
        validated
        [label]="i18n.t('auth.password')"
        [email]="form.f.email()"
        [error]="form.error('password')"
        [(value)]="form.f.password"
      />
      @if (needsCode()) {
        <sp-field
          [label]="i18n.t('auth.setup.code')"
          [hint]="i18n.t('auth.setup.codeHint')"
          [error]="form.error('setupCode')"
        >
          <input spInput class="mono" name="setupCode" autocomplete="one-time-code" [(value)]="form.f.setupCode" />
        </sp-field>
      }
    </app-auth-form>
  `,
})
export class Setup {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AuthApi);
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  private readonly toasts = inject(Toasts);
  protected readonly host = inject(HostStore);
  protected readonly limits = LIMITS;
  protected readonly form = new FormModel({ workspaceName: '', email: '', password: '', setupCode: '' });
  /** A server that also accepts remote connections refuses the first attempt and requires the code from its log. */
  protected readonly needsCode = signal(false);

  constructor() {
    void this.host.load();
  }

  protected readonly create = async (check: PersonCheck): Promise<void> => {
    const { setupCode, workspaceName, ...account } = this.form.value();
    try {
      await this.api.register({
        ...account,
        ...(this.host.isMulti() ? {} : { workspaceName }),
        ...(setupCode ? { setupCode } : {}),
        ...check,
      });
    } catch (error) {
      const { code, status } = toProblem(error);
      if (code === 'invitation_required' || status === 404) {
        await this.leave();
        return;
      }
      if (code === 'setup_code_required') this.needsCode.set(true);
      throw error;
    }
    await this.session.load();
    await this.router.navigateByUrl('/', { replaceUrl: true });
  };

  /** The set-up was completed by another user, or in another tab: the user signs in. */
  private async leave(): Promise<void> {
    await this.session.load();
    this.api.providers.reload();
    this.toasts.error(this.i18n.t('auth.setup.taken'));
    await this.router.navigateByUrl(this.session.user() ? '/' : '/login', { replaceUrl: true });
  }
}
