import { httpResource } from '@angular/common/http';
import { Component, computed, inject, input, signal, viewChild } from '@angular/core';
import type { IdentityList } from '@signpost/contracts';
import { unsavedPageGuard } from '@signpost/ui/overlay';
import { Connection } from '../../platform/requests/connection';
import { discardQuestion } from '../../platform/requests/form-guard';
import { I18n } from '../../platform/words/i18n';
import type { GuardsLeaving } from '../../platform/navigation/leaving';
import { SessionStore } from '../../platform/session';
import { AuthApi } from '../auth/auth-api';
import { AddressSection } from './address-section';
import { AppearanceSection } from './appearance-section';
import { BrowserSection } from './browser-section';
import { DigestSection } from './digest-section';
import { DisplayNameSection } from './display-name-section';
import { MethodsSection } from './methods-section';
import { PasskeysSection } from './passkeys-section';
import { PasswordSection } from './password-section';
import { SecondFactorSection } from './second-factor-section';
import { SessionsSection } from './sessions-section';

/** The user's own account: name, email address, password, sign-in methods, sessions, language and theme. */
@Component({
  selector: 'app-account-page',
  imports: [
    AddressSection,
    AppearanceSection,
    BrowserSection,
    DigestSection,
    DisplayNameSection,
    MethodsSection,
    PasskeysSection,
    PasswordSection,
    SecondFactorSection,
    SessionsSection,
  ],
  template: `<div class="page">
    <header class="page-head">
      <h1>{{ i18n.t('account.title') }}</h1>
    </header>
    @if (demo) {
      <p class="muted demo">{{ i18n.t('account.demo') }}</p>
    } @else {
      <app-display-name-section />
      <app-address-section [identities]="identities" />
      @if (auth.ways()?.passwords !== false) {
        <app-password-section [identities]="identities" />
      }
      <app-methods-section [identities]="identities" [passkeys]="passkeys()" [error]="error()" />
      <app-passkeys-section (counted)="passkeys.set($event)" />
      @if (auth.ways()?.passwords !== false) {
        <app-second-factor-section />
      }
      <app-sessions-section />
      <app-digest-section />
    }
    <app-browser-section />
    <app-appearance-section />
  </div>`,
  styles: `
    .demo {
      margin-block-end: 24px;
    }
  `,
})
export class AccountPage implements GuardsLeaving {
  /** Why a provider could not be connected: a code from the URL. */
  readonly error = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly auth = inject(AuthApi);
  private readonly session = inject(SessionStore);
  /** The account of a demo belongs to no user: there is nothing to administer. */
  protected readonly demo = this.session.isDemo();
  private readonly connection = inject(Connection);
  protected readonly identities = httpResource<IdentityList>(() => {
    this.connection.recovered();
    return this.demo ? undefined : '/api/auth/identities';
  });
  protected readonly passkeys = signal<number | undefined>(undefined);
  private readonly name = viewChild(DisplayNameSection);
  private readonly address = viewChild(AddressSection);
  private readonly password = viewChild(PasswordSection);
  // Unsaved input cannot be saved after signing out.
  private readonly unsaved = computed(
    () =>
      this.session.user() !== null && [this.name(), this.address(), this.password()].some((part) => part?.unsaved()),
  );
  /** Called before another page opens, or before signing out. */
  readonly mayLeave = unsavedPageGuard(this.unsaved, () => discardQuestion(this.i18n));
}
