import { HttpResourceRef } from '@angular/common/http';
import { Component, computed, inject, input, signal } from '@angular/core';
import type { Identity, IdentityList } from '@signpost/contracts';
import { Button, Failed, Icon, Section, Skeleton } from '@signpost/ui';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { firstValueFrom } from 'rxjs';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { rememberReturn } from '../../platform/return-to';
import { AuthApi } from '../auth/auth-api';
import { ProviderMark } from '../auth/provider-mark';
import { AccountApi } from './account-api';

/** Ways to sign in: which there are, removing one, connecting another. The last one stays. */
@Component({
  selector: 'app-methods-section',
  imports: [Button, Failed, Icon, ProviderMark, Section, Skeleton],
  template: `<sp-section [heading]="i18n.t('account.methods.heading')" [text]="i18n.t('account.methods.text')">
    @if (identities().hasValue()) {
      <ul>
        @for (identity of items(); track identity.id) {
          <li>
            @if (identity.provider === 'password') {
              <sp-icon name="key" />
            } @else {
              <app-provider-mark [provider]="identity.provider" />
            }
            <span class="grow">
              <strong>{{ i18n.t('account.methods.' + identity.provider) }}</strong>
              <span class="small muted">
                {{ i18n.t('account.methods.since', { email: identity.email, date: i18n.date(identity.createdAt) }) }}
              </span>
            </span>
            @if (items().length > 1) {
              <button spButton small variant="danger" [busy]="removing() === identity.id" (click)="remove(identity)">
                {{ i18n.t('account.methods.remove') }}
                <span class="sr-only">: {{ i18n.t('account.methods.' + identity.provider) }}</span>
              </button>
            }
          </li>
        }
        @for (provider of missing(); track provider) {
          <li>
            <app-provider-mark [provider]="provider" />
            <span class="grow muted">{{ i18n.t('account.methods.' + provider) }}</span>
            <a spButton small [href]="'/api/auth/' + provider" (click)="remember()">
              {{ i18n.t('account.methods.connect') }}
              <span class="sr-only">: {{ i18n.t('account.methods.' + provider) }}</span>
            </a>
          </li>
        }
      </ul>
      @if (items().length === 1) {
        <p class="small muted last">{{ i18n.t('account.methods.last') }}</p>
      }
    } @else if (identities().error()) {
      <sp-failed (retry)="identities().reload()" />
    } @else {
      <div class="card-pad"><sp-skeleton [count]="2" /></div>
    }
  </sp-section>`,
  styleUrl: './rows.css',
})
export class MethodsSection {
  readonly identities = input.required<HttpResourceRef<IdentityList | undefined>>();
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AccountApi);
  private readonly auth = inject(AuthApi);
  private readonly confirm = inject(Confirm);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly removing = signal<string | null>(null);
  protected readonly items = computed(() => {
    const list = this.identities();
    return list.hasValue() ? list.value().items : [];
  });
  /** Providers of this instance that the account has not connected. */
  protected readonly missing = computed(() => {
    const ways = this.auth.providers.hasValue() ? this.auth.providers.value() : null;
    return (['google', 'microsoft'] as const).filter(
      (provider) => ways?.[provider] && !this.items().some((identity) => identity.provider === provider),
    );
  });

  /** The provider sends people back to the start; from there they come back here. */
  protected remember(): void {
    rememberReturn('/account');
  }

  protected async remove(identity: Identity): Promise<void> {
    const name = this.i18n.t(`account.methods.${identity.provider}`);
    const sure = await this.confirm.ask({
      heading: this.i18n.t('account.methods.sureHeading', { name }),
      text: this.i18n.t('account.methods.sureText'),
      action: this.i18n.t('account.methods.remove'),
      danger: true,
    });
    if (!sure) return;
    this.removing.set(identity.id);
    try {
      await firstValueFrom(this.api.removeIdentity(identity.id));
      this.toasts.done(this.i18n.t('account.methods.removed', { name }));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.removing.set(null);
      this.identities().reload();
    }
  }
}
