import { httpResource, HttpResourceRef } from '@angular/common/http';
import { Component, computed, inject, input, signal, viewChild } from '@angular/core';
import type { EmailChange, IdentityList, PendingEmailChange } from '@signpost/contracts';
import { Badge, Button, Icon, keepFocus, keepFocusFrom, Section } from '@signpost/ui';
import { Toasts } from '@signpost/ui/toasts';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { AuthApi } from '../auth/auth-api';
import { ResendButton } from '../auth/resend-button';
import { AccountApi } from './account-api';
import { EmailChangeForm } from './email-change-form';

/** The email address of the account, its verification mail, and how to change it. */
@Component({
  selector: 'app-address-section',
  imports: [Badge, Button, EmailChangeForm, Icon, ResendButton, Section],
  template: `<sp-section
    id="address"
    [heading]="i18n.t('account.address.heading')"
    [text]="i18n.t('account.address.text')"
  >
    @if (session.user(); as user) {
      <div class="row card-pad">
        <span class="email">{{ user.email }}</span>
        <sp-badge [tone]="user.verified ? 'go' : 'wait'">
          {{ i18n.t(user.verified ? 'account.address.verified' : 'account.address.unverified') }}
        </sp-badge>
        @if (user.verified && !isFormOpen() && !change()) {
          <button spButton small type="button" class="begin" (click)="isFormOpen.set(true)">
            {{ i18n.t('account.address.change.begin') }}
          </button>
        }
      </div>
      @if (!user.verified) {
        <div class="note card-pad">
          <p class="small muted">
            {{ i18n.t(mails() ? 'account.address.unverifiedText' : 'account.address.unverifiedTextNoMail') }}
          </p>
          <app-resend-button />
        </div>
      } @else if (isFormOpen()) {
        <app-email-change-form
          class="part"
          [mails]="mails()"
          [hasPassword]="hasPassword()"
          (closed)="changeRequested($event)"
        />
      } @else if (change(); as change) {
        <div class="note card-pad pending">
          <p>
            {{
              i18n.t('account.address.change.pending', { email: change.email, date: i18n.dateTime(change.expiresAt) })
            }}
          </p>
          <ul class="small">
            @for (side of sides(change); track side.key) {
              <li [class.muted]="!side.confirmed">
                <sp-icon [name]="side.confirmed ? 'circle-check' : 'clock'" />
                {{ i18n.t('account.address.change.' + side.key) }}:
                {{ i18n.t('account.address.change.' + (side.confirmed ? 'confirmed' : 'waiting')) }}
              </li>
            }
          </ul>
          <button spButton small type="button" [busy]="stopping()" (click)="stop()">
            {{ i18n.t('account.address.change.stop') }}
          </button>
        </div>
      }
    }
  </sp-section>`,
  styles: `
    .email {
      font-weight: 550;
      overflow-wrap: anywhere;
    }
    .begin {
      margin-inline-start: auto;
    }
    .note,
    .part {
      display: grid;
      gap: 8px;
      border-block-start: 1px solid var(--line);
    }
    .note {
      justify-items: start;
    }
    .pending p {
      overflow-wrap: anywhere;
    }
    li {
      display: flex;
      align-items: center;
      gap: 8px;
    }
  `,
})
export class AddressSection {
  readonly identities = input.required<HttpResourceRef<IdentityList | undefined>>();
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(AccountApi);
  private readonly auth = inject(AuthApi);
  private readonly connection = inject(Connection);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly mails = this.session.mails;
  private readonly pending = httpResource<PendingEmailChange>(() => {
    this.connection.recovered();
    return '/api/auth/email-change';
  });
  protected readonly change = computed(() => (this.pending.hasValue() ? this.pending.value().change : null));
  protected readonly isFormOpen = signal(false);
  protected readonly stopping = signal(false);
  private readonly form = viewChild(EmailChangeForm);
  readonly unsaved = computed(() => this.form()?.unsaved() ?? false);
  /** Assumed until the list has loaded: nearly every account has one. */
  protected readonly hasPassword = computed(() => {
    const list = this.identities();
    const has = !list.hasValue() || list.value().items.some(({ provider }) => provider === 'password');
    return has && this.auth.ways()?.passwords !== false;
  });

  constructor() {
    // Once the address is verified, the resend button disappears.
    keepFocusFrom('app-resend-button', () => this.session.user()?.verified);
  }

  protected sides({ oldConfirmed, newConfirmed }: EmailChange) {
    return [
      { key: 'old', confirmed: oldConfirmed },
      { key: 'new', confirmed: newConfirmed },
    ] as const;
  }

  protected changeRequested(change: EmailChange | null): void {
    this.isFormOpen.set(false);
    if (change) {
      this.pending.set({ change });
      this.toasts.done(
        this.i18n.t(this.mails() ? 'account.address.change.asked' : 'account.address.change.askedNoMail'),
      );
    }
    keepFocus('app-address-section button');
  }

  protected async stop(): Promise<void> {
    this.stopping.set(true);
    try {
      await this.api.cancelEmailChange();
      this.pending.set({ change: null });
      this.toasts.done(this.i18n.t('account.address.change.stopped'));
      keepFocus('app-address-section button');
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.stopping.set(false);
    }
  }
}
