import { httpResource } from '@angular/common/http';
import { Component, inject, signal } from '@angular/core';
import type { ConfiguredProvider, ProviderFindings, SignInSetup } from '@signpost/contracts';
import { Badge, Button } from '@signpost/ui';
import { ApiClient } from '../../platform/requests/api-client';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { Problems } from '../../platform/requests/problem';

/** The sign-in configuration, and a test of each provider. */
@Component({
  selector: 'app-sign-in-setup',
  imports: [Badge, Button],
  template: `
    @if (setup(); as setup) {
      <h2>{{ i18n.t('operator.signIn.heading') }}</h2>
      <ul class="card">
        <li>
          <span class="grow"
            ><strong>{{ i18n.t('operator.signIn.passwords') }}</strong></span
          >
          <sp-badge>{{ i18n.t(setup.passwords ? 'operator.signIn.on' : 'operator.signIn.off') }}</sp-badge>
        </li>
        @for (provider of setup.providers; track provider.provider) {
          <li class="provider">
            <span class="grow">
              <strong>{{ provider.name }}</strong>
              <span class="small muted">{{ provider.issuer }}</span>
              <span class="small muted">{{
                i18n.t('operator.signIn.redirect', { address: provider.redirectUri })
              }}</span>
              @for (rule of provider.groupRoles; track rule.group) {
                <span class="small muted">{{ rule.group }}: {{ i18n.t('people.role.' + rule.role) }}</span>
              }
              @if (provider.domains.length) {
                <span class="small muted">{{
                  i18n.t('operator.signIn.domains', { domains: provider.domains.join(', ') })
                }}</span>
              }
              @for (finding of findings()[provider.provider] ?? []; track finding.check) {
                <span class="small" lang="en">
                  <sp-badge [tone]="finding.state === 'ok' ? 'go' : finding.state === 'warning' ? 'wait' : 'stop'">{{
                    finding.check
                  }}</sp-badge>
                  {{ finding.detail }}. {{ finding.action }}
                </span>
              }
            </span>
            <button spButton small [busy]="testing() === provider.provider" (click)="test(provider)">
              {{ i18n.t('operator.signIn.test') }}<span class="sr-only">: {{ provider.name }}</span>
            </button>
          </li>
        }
      </ul>
    }
  `,
  styles: `
    h2 {
      margin-block: 28px 12px;
    }
    li {
      display: flex;
      align-items: start;
      gap: 12px;
      padding: 10px 16px;
    }
    li + li {
      border-block-start: 1px solid var(--line);
    }
    .grow {
      display: grid;
      flex: 1;
      gap: 2px;
      overflow-wrap: anywhere;
    }
    strong {
      font-weight: 550;
    }
  `,
})
export class SignInSetupList {
  protected readonly i18n = inject(I18n);
  private readonly client = inject(ApiClient);
  private readonly problems = inject(Problems);
  private readonly connection = inject(Connection);
  protected readonly setup = kept(
    httpResource<SignInSetup>(() => {
      this.connection.recovered();
      return '/api/admin/sign-in';
    }),
  );
  protected readonly testing = signal<string | null>(null);
  protected readonly findings = signal<Readonly<Record<string, ProviderFindings['items']>>>({});

  protected async test({ provider }: ConfiguredProvider): Promise<void> {
    this.testing.set(provider);
    try {
      const { items } = await this.client.post<ProviderFindings>('/api/admin/sign-in/test', { provider });
      this.findings.update((found) => ({ ...found, [provider]: items }));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.testing.set(null);
    }
  }
}
