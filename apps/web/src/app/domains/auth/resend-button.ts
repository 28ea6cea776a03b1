import { Component, inject, input, signal } from '@angular/core';
import { Button } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { I18n } from '../../platform/i18n';
import { Problems, toProblem } from '../../platform/problem';
import { AuthApi } from './auth-api';

/** Sends the verification mail once more and says so in its place. */
@Component({
  selector: 'app-resend-button',
  imports: [Button],
  template: `
    <button
      spButton
      type="button"
      [icon]="sent() ? 'check' : 'refresh-cw'"
      [busy]="busy()"
      [disabled]="sent()"
      (click)="send()"
    >
      {{ i18n.t(sent() ? 'auth.resend.done' : 'auth.resend.action') }}
    </button>
    <p class="small stop" role="status">{{ failure() }}</p>
  `,
  styles: `
    :host {
      display: grid;
      gap: 4px;
    }
    p:empty {
      display: none;
    }
    .stop {
      color: var(--stop);
    }
  `,
})
export class ResendButton {
  /** Null: the account that is signed in. */
  readonly email = input<string | null>(null);
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AuthApi);
  private readonly problems = inject(Problems);
  protected readonly busy = signal(false);
  protected readonly sent = signal(false);
  protected readonly failure = signal('');

  protected async send(): Promise<void> {
    this.busy.set(true);
    this.failure.set('');
    try {
      const email = this.email();
      await firstValueFrom(this.api.resend(email ? { email } : {}));
      this.sent.set(true);
    } catch (error) {
      this.failure.set(this.problems.text(toProblem(error)));
    } finally {
      this.busy.set(false);
    }
  }
}
