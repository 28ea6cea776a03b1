import { Component, inject, signal } from '@angular/core';
import { Router } from '@angular/router';
import { LIMITS } from '@signpost/contracts';
import { Button } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems, toProblem } from '../../platform/problem';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';

/** First run: the account of the owner and the name of the workspace. */
@Component({
  selector: 'app-setup',
  imports: [Button, Field, FormFailure, Input],
  template: `
    <form class="stack" (submit)="$event.preventDefault(); submit()">
      <div>
        <h1>{{ i18n.t('auth.setup.heading') }}</h1>
        <p class="muted">{{ i18n.t('auth.setup.text') }}</p>
      </div>
      <app-form-failure [text]="form.failure()" />
      <sp-field [label]="i18n.t('auth.setup.workspaceName')" [error]="form.error('workspaceName')">
        <input
          spInput
          name="workspaceName"
          autocomplete="organization"
          autofocus
          [attr.maxlength]="limits.workspaceNameLength"
          [(value)]="form.f.workspaceName"
        />
      </sp-field>
      <sp-field [label]="i18n.t('auth.email')" [error]="form.error('email')">
        <input spInput type="email" name="email" autocomplete="username" required [(value)]="form.f.email" />
      </sp-field>
      <sp-field [label]="i18n.t('auth.password')" [hint]="i18n.t('auth.passwordHint')" [error]="form.error('password')">
        <input
          spInput
          type="password"
          name="password"
          autocomplete="new-password"
          required
          [(value)]="form.f.password"
        />
      </sp-field>
      @if (needsCode()) {
        <sp-field
          [label]="i18n.t('auth.setup.code')"
          [hint]="i18n.t('auth.setup.codeHint')"
          [error]="form.error('setupCode')"
        >
          <input spInput class="mono" name="setupCode" autocomplete="one-time-code" [(value)]="form.f.setupCode" />
        </sp-field>
      }
      <button spButton variant="primary" type="submit" [busy]="form.busy()">{{ i18n.t('auth.setup.submit') }}</button>
    </form>
  `,
})
export class Setup {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AuthApi);
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  private readonly problems = inject(Problems);
  protected readonly limits = LIMITS;
  protected readonly form = new FormModel({ workspaceName: '', email: '', password: '', setupCode: '' });
  /** The server tells by its first refusal that it listens to others too and wants the code from its log. */
  protected readonly needsCode = signal(false);

  protected async submit(): Promise<void> {
    this.form.busy.set(true);
    this.form.clearErrors();
    try {
      const { setupCode, ...account } = this.form.value();
      await firstValueFrom(this.api.register(setupCode ? { ...account, setupCode } : account));
      await this.session.load();
      await this.router.navigateByUrl('/');
    } catch (error) {
      const asked = this.needsCode();
      if (toProblem(error).code === 'setup_code_required') this.needsCode.set(true);
      this.problems.intoForm(error, this.form, asked ? { setup_code_required: 'setupCode' } : {});
    } finally {
      this.form.busy.set(false);
    }
  }
}
