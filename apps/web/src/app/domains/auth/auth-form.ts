import {
  afterNextRender,
  booleanAttribute,
  Component,
  computed,
  contentChild,
  ElementRef,
  inject,
  input,
  signal,
  viewChild,
} from '@angular/core';
import { Button, FormModel } from '@signpost/ui/light';
import { FormFailure } from '../../platform/requests/form-failure';
import { Problems } from '../../platform/requests/problem';
import { errorRevealer } from '../../platform/reveal-error';
import { I18n } from '../../platform/words/i18n';
import { Viewport } from '../../platform/viewport';
import { AuthApi } from './auth-api';
import { AuthPage } from './auth-page';
import { PasswordField } from './password-field';
import { TurnstileBox } from './turnstile-box';

/** Proof of the bot check: part of the request where the operator has configured one. */
export interface PersonCheck {
  readonly turnstileToken?: string;
}

/**
 * The form of a sign-in screen: heading, error, fields (projected), bot check, button. It sends once at a time, does
 * not send a new password that the server would refuse, and shows errors at their fields, which get the focus.
 */
@Component({
  selector: 'app-auth-form',
  imports: [Button, FormFailure, TurnstileBox],
  template: `
    <form #frame class="stack" (submit)="$event.preventDefault(); submit()">
      <div class="stack head">
        <h1>{{ heading() }}</h1>
        @if (text(); as text) {
          <p class="muted">{{ text }}</p>
        }
      </div>
      <app-form-failure [text]="model().failure() ?? refusal()" />
      <ng-content />
      @if (siteKey(); as key) {
        <app-turnstile-box [siteKey]="key" [(token)]="token" />
      }
      <button spButton variant="primary" type="submit" [busy]="model().busy()">
        {{ model().busy() ? i18n.t('auth.working') : action() }}
      </button>
      <p class="sr-only" role="status">{{ model().busy() ? i18n.t('auth.working') : '' }}</p>
    </form>
  `,
  styles: `
    .head {
      gap: 4px;
    }
  `,
})
export class AuthForm<T extends object> {
  readonly model = input.required<FormModel<T>>();
  readonly heading = input.required<string>();
  readonly text = input<string | null>(null);
  /** Label of the button. */
  readonly action = input.required<string>();
  /** An error from before this form was sent. */
  readonly refusal = input<string | null>(null);
  /** Whether the route requires the bot check, where one is configured. */
  readonly forPeople = input(false, { transform: booleanAttribute });
  /** The field that an error without a field belongs to, by its code. */
  readonly fieldOfCode = input<Readonly<Record<string, string>>>({});
  /** Sends the form and continues. What it throws is shown as an error of the form. */
  readonly send = input.required<(check: PersonCheck) => Promise<void>>();

  protected readonly i18n = inject(I18n);
  private readonly page = inject(AuthPage, { optional: true });
  private readonly api = inject(AuthApi);
  private readonly problems = inject(Problems);
  private readonly viewport = inject(Viewport);
  private readonly revealError = errorRevealer();
  private readonly password = contentChild(PasswordField);
  private readonly box = viewChild(TurnstileBox);
  private readonly frame = viewChild.required<ElementRef<HTMLElement>>('frame');
  protected readonly token = signal<string | null>(null);
  protected readonly siteKey = computed(() => (this.forPeople() ? this.api.siteKey() : null));

  constructor() {
    afterNextRender(() => this.begin());
  }

  /**
   * On a newly opened page, focuses the first empty field. Not on phones, whose on-screen keyboard would cover half of
   * the page, and not after a click on the page, where `AuthPage` sets the focus.
   */
  private begin(): void {
    if (this.viewport.phone() || document.activeElement !== document.body || this.page?.wasUsed()) return;
    const fields = [...this.frame().nativeElement.querySelectorAll('input')];
    (fields.find(({ value }) => value === '') ?? fields[0])?.focus({ preventScroll: true });
  }

  protected async submit(): Promise<void> {
    const model = this.model();
    if (model.busy()) return;
    const weak = this.password()?.refusal();
    if (weak) {
      model.fail({ password: weak });
      this.revealError();
      return;
    }
    await model.send(
      async () => {
        const turnstileToken = this.token();
        await this.send()(turnstileToken ? { turnstileToken } : {});
      },
      (error) => {
        this.problems.intoForm(error, model, this.fieldOfCode());
        this.box()?.reset();
        this.revealError();
      },
    );
  }
}
