import { HttpResourceRef } from '@angular/common/http';
import { Component, computed, inject, input, signal } from '@angular/core';
import type { Identity, IdentityList } from '@signpost/contracts';
import { Button, Failed, Icon, keepFocusFrom, Section, Skeleton } from '@signpost/ui';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { AuthApi } from '../auth/auth-api';
import { ProviderMark } from '../auth/provider-mark';
import { providerUrl } from '../auth/provider-url';
import { refusalText } from '../auth/refusal-text';
import { AccountApi } from './account-api';

/** Sign-in methods: the connected ones, removing one, connecting another. The last one cannot be removed. */
@Component({
  selector: 'app-methods-section',
  imports: [Button, Failed, Icon, ProviderMark, Section, Skeleton],
  template: `<sp-section
    id="methods"
    [heading]="i18n.t('account.methods.heading')"
    [text]="i18n.t('account.methods.text')"
  >
    @if (refusal(); as text) {
      <p class="refusal" role="alert"><sp-icon name="circle-alert" />{{ text }}</p>
    }
    @if (identities().hasValue()) {
      <ul>
        @for (identity of items(); track identity.id) {
          <li>
            @if (identity.provider === 'password' || identity.provider === 'oidc') {
              <sp-icon name="key" />
            } @else {
              <app-provider-mark [provider]="identity.provider" />
            }
            <span class="grow">
              <strong>{{ nameOf(identity.provider) }}</strong>
              <span class="small muted">
                {{ i18n.t('account.methods.since', { email: identity.email, date: i18n.date(identity.createdAt) }) }}
              </span>
            </span>
            @if (ways() > 1) {
              <button spButton small variant="danger" [busy]="removing() === identity.id" (click)="remove(identity)">
                {{ i18n.t('account.methods.remove') }}
                <span class="sr-only">: {{ nameOf(identity.provider) }}</span>
              </button>
            }
          </li>
        }
        @for (provider of missing(); track provider) {
          <li>
            @if (provider === 'oidc') {
              <sp-icon name="key" />
            } @else {
              <app-provider-mark [provider]="provider" />
            }
            <span class="grow muted">{{ nameOf(provider) }}</span>
            <a spButton small [href]="providerUrl(provider, '/account')">
              {{ i18n.t('account.methods.connect') }}
              <span class="sr-only">: {{ nameOf(provider) }}</span>
            </a>
          </li>
        }
      </ul>
      @if (ways() === 1 && passkeys() !== undefined) {
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
  /** Number of passkeys, which are sign-in methods too; undefined until it is known. */
  readonly passkeys = input<number>();
  /** Why a provider could not be connected: a code from the URL. */
  readonly error = input<string>();
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AccountApi);
  private readonly auth = inject(AuthApi);
  private readonly confirm = inject(Confirm);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly providerUrl = providerUrl;
  protected readonly removing = signal<string | null>(null);
  protected readonly items = computed(() => {
    const list = this.identities();
    return list.hasValue() ? list.value().items : [];
  });
  /** Number of all known sign-in methods. */
  protected readonly ways = computed(() => this.items().length + (this.passkeys() ?? 0));
  protected readonly refusal = computed(() => {
    const code = this.error();
    return code ? refusalText(code, this.i18n) : null;
  });
  /** Providers of this instance that the account has not connected. */
  protected readonly missing = computed(() => {
    const ways = this.auth.ways();
    return (['oidc', 'google', 'microsoft'] as const).filter(
      (provider) => ways?.[provider] && !this.items().some((identity) => identity.provider === provider),
    );
  });

  constructor() {
    // A removed method disappears together with its button.
    keepFocusFrom('app-methods-section li', this.items);
  }

  /** The company's own provider has the name of its sign-in button. */
  protected nameOf(provider: Identity['provider']): string {
    const company = provider === 'oidc' ? this.auth.ways()?.oidc?.name : undefined;
    return company ?? this.i18n.t(`account.methods.${provider}`);
  }

  protected async remove(identity: Identity): Promise<void> {
    const name = this.nameOf(identity.provider);
    const sure = await this.confirm.ask({
      heading: this.i18n.t('account.methods.sureHeading', { name }),
      text: this.i18n.t('account.methods.sureText'),
      action: this.i18n.t('account.methods.remove'),
      danger: true,
    });
    if (!sure) return;
    this.removing.set(identity.id);
    try {
      await this.api.removeIdentity(identity.id);
      this.toasts.done(this.i18n.t('account.methods.removed', { name }));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.removing.set(null);
      this.identities().reload();
    }
  }
}
