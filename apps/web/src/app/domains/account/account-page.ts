import { httpResource } from '@angular/common/http';
import { Component, inject } from '@angular/core';
import type { IdentityList } from '@signpost/contracts';
import { Connection } from '../../platform/connection';
import { I18n } from '../../platform/i18n';
import { AddressSection } from './address-section';
import { AppearanceSection } from './appearance-section';
import { MethodsSection } from './methods-section';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';

/** One's own account: address, password, ways to sign in, sessions, language and theme. */
@Component({
  selector: 'app-account-page',
  imports: [AddressSection, AppearanceSection, MethodsSection, PasswordSection, SessionsSection],
  template: `<div class="page">
    <header class="page-head">
      <h1>{{ i18n.t('account.title') }}</h1>
    </header>
    <app-address-section />
    <app-password-section [identities]="identities" />
    <app-methods-section [identities]="identities" />
    <app-sessions-section />
    <app-appearance-section />
  </div>`,
})
export class AccountPage {
  protected readonly i18n = inject(I18n);
  private readonly connection = inject(Connection);
  protected readonly identities = httpResource<IdentityList>(() => {
    this.connection.recovered();
    return '/api/auth/identities';
  });
}
