import { Component, computed, inject } from '@angular/core';
import { Badge, keepFocusFrom, Section } from '@signpost/ui';
import { I18n } from '../../platform/i18n';
import { SessionStore } from '../../platform/session';
import { ResendButton } from '../auth/resend-button';

/** The address of the account, and the mail that verifies it. */
@Component({
  selector: 'app-address-section',
  imports: [Badge, ResendButton, Section],
  template: `<sp-section [heading]="i18n.t('account.address.heading')" [text]="i18n.t('account.address.text')">
    @if (session.user(); as user) {
      <div class="row card-pad">
        <span class="email">{{ user.email }}</span>
        <sp-badge [tone]="user.verified ? 'go' : 'wait'">
          {{ i18n.t(user.verified ? 'account.address.verified' : 'account.address.unverified') }}
        </sp-badge>
      </div>
      @if (!user.verified) {
        <div class="note card-pad">
          <p class="small muted">
            {{ i18n.t(mails() ? 'account.address.unverifiedText' : 'account.address.unverifiedTextNoMail') }}
          </p>
          <app-resend-button />
        </div>
      }
    }
  </sp-section>`,
  styles: `
    .email {
      font-weight: 550;
    }
    .note {
      display: grid;
      gap: 8px;
      justify-items: start;
      border-block-start: 1px solid var(--line);
    }
  `,
})
export class AddressSection {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly mails = computed(() => this.session.session().mailDelivery === 'smtp');

  constructor() {
    // Once the address is verified, nothing is left to press.
    keepFocusFrom('app-resend-button', () => this.session.user()?.verified);
  }
}
