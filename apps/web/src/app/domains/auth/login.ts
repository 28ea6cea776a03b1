import { Component, computed, inject, input, linkedSignal, OnDestroy, OnInit, signal } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { Button, Field, FormModel, Input } from '@signpost/ui/light';
import { I18n } from '../../platform/words/i18n';
import { Problems, toProblem } from '../../platform/requests/problem';
import { returnTo, SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthForm, PersonCheck } from './auth-form';
import { EmailField } from './email-field';
import { isDeclined, Passkeys } from './passkeys';
import { PasswordField } from './password-field';
import { ProviderButtons } from './provider-buttons';
import { refusalText } from './refusal-text';

/**
 * Signs in with the company's provider, a passkey, email and password, or another provider, then opens the requested
 * page. An account with a second factor must enter its code next.
 */
@Component({
  selector: 'app-login',
  imports: [AuthForm, Button, EmailField, Field, Input, PasswordField, ProviderButtons, RouterLink],
  template: `
    @if (pendingMethods(); as methods) {
      @if (methods.includes('totp')) {
        <app-auth-form
          [model]="codeForm"
          [heading]="i18n.t('auth.second.heading')"
          [text]="i18n.t('auth.second.text')"
          [refusal]="passkeyRefusal()"
          [action]="i18n.t('auth.login.submit')"
          [fieldOfCode]="{ wrong_code: 'code' }"
          [send]="finish"
        >
          <sp-field
            [label]="i18n.t('auth.second.code')"
            [hint]="i18n.t('auth.second.hint')"
            [error]="codeForm.error('code')"
          >
            <input spInput class="mono" name="code" autocomplete="one-time-code" required [(value)]="codeForm.f.code" />
          </sp-field>
        </app-auth-form>
      } @else {
        <h1>{{ i18n.t('auth.second.heading') }}</h1>
        <p class="muted">{{ i18n.t('auth.second.passkeyText') }}</p>
      }
      @if (methods.includes('passkey') && passkeys.supported) {
        <button
          spButton
          type="button"
          icon="key"
          [variant]="methods.includes('totp') ? 'secondary' : 'primary'"
          (click)="usePasskey()"
        >
          {{ i18n.t('auth.login.passkey') }}
        </button>
      }
      <button spButton type="button" variant="quiet" (click)="pendingMethods.set(null)">
        {{ i18n.t('auth.toLogin') }}
      </button>
    } @else {
      @if (company()) {
        <h1>{{ i18n.t('auth.login.heading') }}</h1>
        @if (refusal(); as text) {
          <p class="refusal" role="alert">{{ text }}</p>
        }
        <app-provider-buttons first [returnTo]="returnTo()" />
      }
      @if (passwords()) {
        @if (company() && !unfolded()) {
          <button spButton type="button" variant="quiet" (click)="unfolded.set(true)">
            {{ i18n.t('auth.login.withPassword') }}
          </button>
        } @else {
          <app-auth-form
            forPeople
            [model]="form"
            [heading]="i18n.t(company() ? 'auth.login.withPassword' : 'auth.login.heading')"
            [refusal]="company() ? null : refusal()"
            [action]="i18n.t('auth.login.submit')"
            [send]="signIn"
          >
            <app-email-field passkeys [error]="form.error('email')" [(value)]="form.f.email" />
            <app-password-field
              [label]="i18n.t('auth.password')"
              [error]="form.error('password')"
              [(value)]="form.f.password"
            >
              <a
                fieldAside
                class="forgot small"
                routerLink="/forgot-password"
                (click)="api.address.set(form.f.email())"
                >{{ i18n.t('auth.login.forgot') }}</a
              >
            </app-password-field>
          </app-auth-form>
        }
      } @else if (!company()) {
        <h1>{{ i18n.t('auth.login.heading') }}</h1>
        @if (refusal(); as text) {
          <p class="refusal" role="alert">{{ text }}</p>
        }
      }
      @if (passkeys.supported) {
        <button spButton type="button" icon="key" (click)="usePasskey()">{{ i18n.t('auth.login.passkey') }}</button>
        @if (passkeyRefusal(); as text) {
          <p class="refusal" role="alert">{{ text }}</p>
        }
      }
      <app-provider-buttons [returnTo]="returnTo()" />
      @if (passwords()) {
        @switch (api.ways()?.registration) {
          @case ('open') {
            <p class="foot">
              {{ i18n.t('auth.login.newHere') }}
              <a
                routerLink="/register"
                [queryParams]="{ returnTo: returnTo() }"
                (click)="api.address.set(form.f.email())"
                >{{ i18n.t('auth.login.register') }}</a
              >
            </p>
          }
          @case ('invite') {
            <p class="foot">{{ i18n.t('auth.login.byInvitation') }}</p>
          }
        }
      }
    }
  `,
  styleUrl: './auth-screen.css',
})
export class Login implements OnInit, OnDestroy {
  /** Path to open afterwards, from the URL. */
  readonly returnTo = input<string>();
  /** Why sign-in with an external provider failed: a code from the URL. */
  readonly error = input<string>();
  /** Set in the URL when the session has ended. */
  readonly ended = input<string>();

  protected readonly i18n = inject(I18n);
  protected readonly api = inject(AuthApi);
  protected readonly passkeys = inject(Passkeys);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly router = inject(Router);
  protected readonly form = new FormModel({ email: this.api.address(), password: '' });
  protected readonly codeForm = new FormModel({ code: '' });
  /** Methods that can complete a sign-in whose password was correct; null before that. */
  protected readonly pendingMethods = signal<readonly string[] | null>(null);
  protected readonly passkeyRefusal = signal<string | null>(null);
  protected readonly company = computed(() => this.api.ways()?.oidc ?? null);
  protected readonly passwords = computed(() => this.api.ways()?.passwords ?? true);
  /** Where the company has a provider of its own, the password form is collapsed. */
  protected readonly unfolded = linkedSignal(() => this.form.f.email() !== '');
  protected readonly refusal = computed(() => {
    const code = this.error();
    if (this.form.dirty()) return null;
    if (code) return refusalText(code, this.i18n);
    return this.ended() ? this.i18n.t('auth.login.ended') : null;
  });

  ngOnInit(): void {
    if (this.passkeys.supported) void this.offerPasskeys();
  }

  ngOnDestroy(): void {
    if (this.passkeys.supported) void this.passkeys.cancel();
  }

  protected readonly signIn = async (check: PersonCheck): Promise<void> => {
    try {
      await this.api.login({ ...this.form.value(), ...check });
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code !== 'second_factor_required') throw error;
      this.passkeyRefusal.set(null);
      this.pendingMethods.set(problem.body.methods ?? ['totp']);
      return;
    }
    await this.enter();
  };

  protected readonly finish = async (): Promise<void> => {
    await this.api.finishLogin(this.codeForm.value());
    await this.enter();
  };

  protected async usePasskey(): Promise<void> {
    this.passkeyRefusal.set(null);
    try {
      if (await this.passkeys.signIn({ autofill: false })) await this.enter();
    } catch (error) {
      if (!isDeclined(error)) this.passkeyRefusal.set(this.problems.message(error));
    }
  }

  /** Offers passkeys among the browser's suggestions for the email field, without any dialog. */
  private async offerPasskeys(): Promise<void> {
    try {
      if (await this.passkeys.signIn({ autofill: true })) await this.enter();
    } catch (error) {
      if (toProblem(error).code === 'passkey_refused') this.passkeyRefusal.set(this.problems.message(error));
    }
  }

  private async enter(): Promise<void> {
    await this.session.load();
    // Replaces the history entry: Back must not return to a completed form.
    await this.router.navigateByUrl(returnTo(this.returnTo() ?? null), { replaceUrl: true });
  }
}
