import {
  booleanAttribute,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  model,
  resource,
  signal,
} from '@angular/core';
import { isRefused, passwordVerdict, type PasswordVerdict } from '@signpost/domain';
import { Field, IconButton, Input } from '@signpost/ui/light';
import { I18n } from '../../platform/words/i18n';
import { barsOf } from './strength-bars';

/** A password, hidden or shown; a new one (`validated`) with its strength while typing, by the server's rule. */
@Component({
  selector: 'app-password-field',
  imports: [Field, IconButton, Input],
  template: `
    <sp-field [label]="label()" [hint]="validated() && !value() ? i18n.t('auth.passwordHint') : null" [error]="error()">
      <ng-content select="[fieldAside]" ngProjectAs="[fieldAside]" />
      <div class="wrap">
        <input
          spInput
          required
          [type]="shown() ? 'text' : 'password'"
          [attr.name]="validated() ? 'new-password' : 'password'"
          [attr.autocomplete]="validated() ? 'new-password' : 'current-password'"
          spellcheck="false"
          autocapitalize="none"
          [(value)]="value"
        />
        <button
          spIconButton
          [icon]="shown() ? 'eye-off' : 'eye'"
          [label]="i18n.t(shown() ? 'auth.hidePassword' : 'auth.showPassword', { name: label() })"
          [describes]="false"
          (click)="shown.set(!shown())"
        ></button>
      </div>
      @if (validated()) {
        <div fieldAfter class="strength" [class]="tone()">
          @if (lastVerdict()) {
            <span class="bars" aria-hidden="true">
              @for (bar of [1, 2, 3, 4]; track bar) {
                <span [class.on]="bar <= bars()"></span>
              }
            </span>
          }
          <span class="word" role="status">{{
            lastVerdict() && !error() ? i18n.t('auth.strength.' + lastVerdict()) : ''
          }}</span>
        </div>
      }
    </sp-field>
  `,
  styles: `
    .wrap {
      position: relative;
    }
    input {
      padding-inline-end: calc(var(--control) + 4px);
    }
    button {
      position: absolute;
      inset-block: 0;
      inset-inline-end: 0;
    }
    .strength {
      display: flex;
      align-items: center;
      gap: 8px;
      font-size: 0.75rem;
      line-height: 1rem;
      color: var(--ink-2);
    }
    .strength:not(:has(.bars)) {
      display: none;
    }
    .bars {
      display: grid;
      grid-template-columns: repeat(4, 24px);
      gap: 3px;
      flex: none;
    }
    .bars span {
      block-size: 4px;
      border-radius: 2px;
      background: var(--line);
    }
    .stop .bars .on {
      background: var(--stop);
    }
    .wait .bars .on {
      background: var(--wait);
    }
    .go .bars .on {
      background: var(--go);
    }
  `,
})
export class PasswordField {
  readonly label = input.required<string>();
  readonly error = input<string | null>(null);
  readonly value = model('');
  /** A new password, whose strength is checked. */
  readonly validated = input(false, { transform: booleanAttribute });
  /** Email address of the account, which the password must not contain. */
  readonly email = input('');

  protected readonly i18n = inject(I18n);
  protected readonly shown = signal(false);
  private readonly score = resource({
    params: () => (this.validated() && this.value() ? { password: this.value(), email: this.email() } : undefined),
    loader: async ({ params }) => ({
      ...params,
      score: (await import('./password-score')).passwordScore(params.password, params.email),
    }),
  });
  protected readonly verdict = computed<PasswordVerdict | null>(() => {
    if (!this.validated() || !this.value() || !this.score.hasValue()) return null;
    return passwordVerdict(this.value(), this.email(), this.score.value().score);
  });
  /** Stays while the next verdict is computed, so that it is announced when it changes and not at each key. */
  protected readonly lastVerdict = linkedSignal<PasswordVerdict | null, PasswordVerdict | null>({
    source: this.verdict,
    computation: (verdict, before) => verdict ?? (this.value() ? (before?.value ?? null) : null),
  });
  protected readonly bars = computed(() => {
    const verdict = this.lastVerdict();
    return verdict ? barsOf(verdict) : 0;
  });
  protected readonly tone = computed(() => (this.bars() > 2 ? 'go' : this.bars() === 2 ? 'wait' : 'stop'));
  /** Why the server would refuse this password, as text; null when it is valid or not checked yet. */
  readonly refusal = computed(() => {
    const verdict = this.verdict();
    return verdict && isRefused(verdict) ? this.i18n.t(`auth.strength.${verdict}`) : null;
  });
}
