import { Component, inject, signal, viewChild } from '@angular/core';
import { Router } from '@angular/router';
import { LIMITS } from '@signpost/contracts';
import { Button, Field, FormModel, Input } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems, toProblem } from '../../platform/problem';
import { HostStore } from '../../platform/host';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { PasswordField } from './password-field';
import { TurnstileBox } from './turnstile-box';

/** First run: the account of the owner and the name of the workspace. */
@Component({
  selector: 'app-setup',
  imports: [Button, Field, FormFailure, Input, PasswordField, TurnstileBox],
  template: `
    <form class="stack" (submit)="$event.preventDefault(); submit()">
      <div>
        <h1>{{ i18n.t('auth.setup.heading') }}</h1>
        <p class="muted">{{ i18n.t('auth.setup.text') }}</p>
      </div>
      <app-form-failure [text]="form.failure()" />
      @if (!host.isMulti()) {
        <sp-field [label]="i18n.t('auth.setup.workspaceName')" [error]="form.error('workspaceName')">
          <input
            spInput
            name="workspaceName"
            autocomplete="organization"
            [attr.maxlength]="limits.workspaceNameLength"
            [(value)]="form.f.workspaceName"
          />
        </sp-field>
      }
      <sp-field [label]="i18n.t('auth.email')" [error]="form.error('email')">
        <input spInput type="email" name="email" autocomplete="username" required [(value)]="form.f.email" />
      </sp-field>
      <app-password-field
        judged
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
      @if (siteKey(); as key) {
        <app-turnstile-box [siteKey]="key" [(token)]="turnstileToken" />
      }
      <button spButton variant="primary" type="submit" [busy]="form.busy()">
        {{ i18n.t(host.isMulti() ? 'auth.setup.submitAccount' : 'auth.setup.submit') }}
      </button>
    </form>
  `,
})
export class Setup {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AuthApi);
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  private readonly problems = inject(Problems);
  protected readonly host = inject(HostStore);
  protected readonly limits = LIMITS;
  protected readonly form = new FormModel({ workspaceName: '', email: '', password: '', setupCode: '' });
  /** The server tells by its first refusal that it listens to others too and wants the code from its log. */
  protected readonly needsCode = signal(false);

  protected readonly turnstileToken = signal<string | null>(null);
  private readonly password = viewChild(PasswordField);
  private readonly check = viewChild(TurnstileBox);
  protected readonly siteKey = this.api.siteKey;

  constructor() {
    void this.host.load();
  }

  protected async submit(): Promise<void> {
    if (this.form.busy()) return;
    const weak = this.password()?.refusal();
    if (weak) {
      this.form.fail({ password: weak });
      return;
    }
    this.form.busy.set(true);
    this.form.clearErrors();
    try {
      const { setupCode, workspaceName, ...account } = this.form.value();
      const turnstileToken = this.turnstileToken();
      await firstValueFrom(
        this.api.register({
          ...account,
          ...(this.host.isMulti() ? {} : { workspaceName }),
          ...(setupCode ? { setupCode } : {}),
          ...(turnstileToken ? { turnstileToken } : {}),
        }),
      );
      await this.session.load();
      await this.router.navigateByUrl('/');
    } catch (error) {
      const asked = this.needsCode();
      if (toProblem(error).code === 'setup_code_required') this.needsCode.set(true);
      this.problems.intoForm(error, this.form, asked ? { setup_code_required: 'setupCode' } : {});
      this.check()?.reset();
    } finally {
      this.form.busy.set(false);
    }
  }
}
