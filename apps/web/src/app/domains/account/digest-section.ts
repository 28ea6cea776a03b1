import { Component, inject } from '@angular/core';
import { Section } from '@signpost/ui';
import { I18n } from '../../platform/words/i18n';
import { SavedSwitch } from '../../platform/requests/saved-switch';
import { SessionStore } from '../../platform/session';
import { AccountApi } from './account-api';

/** Whether a weekly mail is sent for each workspace. The mail's own link opens this section. */
@Component({
  selector: 'app-digest-section',
  imports: [SavedSwitch, Section],
  template: `<sp-section
    id="weekly-digest"
    [heading]="i18n.t('account.digest.heading')"
    [text]="i18n.t('account.digest.text')"
  >
    <div class="stack card-pad">
      <app-saved-switch
        [label]="i18n.t('account.digest.label')"
        [hint]="i18n.t(isMailed() ? 'account.digest.hint' : 'account.digest.noMail')"
        [value]="session.user()?.weeklyDigest ?? false"
        [send]="send"
      />
    </div>
  </sp-section>`,
})
export class DigestSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AccountApi);
  protected readonly session = inject(SessionStore);
  protected readonly isMailed = this.session.mails;
  protected readonly send = (weeklyDigest: boolean): Promise<unknown> => this.api.update({ weeklyDigest });
}
