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

/** What shows that a person sends a form: part of the request where the operator has configured a bot check. */
export interface PersonCheck {
  readonly turnstileToken?: string;
}

/**
 * The form of a screen around signing in: heading, refusal, fields (projected), bot check, button. It sends once at a
 * time, keeps back a new password that the server would refuse, and puts refusals where they belong and the focus on them.
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
  /** What the button says. */
  readonly action = input.required<string>();
  /** A refusal from before this form was sent. */
  readonly refusal = input<string | null>(null);
  /** Whether the server wants to know that a person sends this, where it has a bot check. */
  readonly forPeople = input(false, { transform: booleanAttribute });
  /** The field that a refusal without a field belongs to, by its code. */
  readonly fieldOfCode = input<Readonly<Record<string, string>>>({});
  /** Sends the form and goes on from there. What it throws is shown as a refusal of the form. */
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
   * On a page that has just opened, the first empty field has the keyboard. Not on a phone, whose keyboard would cover half the
   * page; and where something was pressed before, the keyboard's place is what came of that (`AuthPage`).
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
