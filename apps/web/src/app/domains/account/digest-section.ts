import { Component, inject, linkedSignal } from '@angular/core';
import { Section, Switch } from '@signpost/ui';
import { firstValueFrom } from 'rxjs';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { AccountApi } from './account-api';

/** Whether a weekly mail is sent for each workspace. The mail's own link opens this section. */
@Component({
  selector: 'app-digest-section',
  imports: [Section, Switch],
  template: `<sp-section
    id="weekly-digest"
    [heading]="i18n.t('account.digest.heading')"
    [text]="i18n.t('account.digest.text')"
  >
    <div class="stack card-pad">
      <sp-switch
        [label]="i18n.t('account.digest.label')"
        [hint]="i18n.t(isMailed() ? 'account.digest.hint' : 'account.digest.noMail')"
        [checked]="isOn()"
        (checkedChange)="save($event)"
      />
    </div>
  </sp-section>`,
})
export class DigestSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AccountApi);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  protected readonly isMailed = this.session.mails;
  protected readonly isOn = linkedSignal(() => this.session.user()?.weeklyDigest ?? false);

  protected async save(weeklyDigest: boolean): Promise<void> {
    this.isOn.set(weeklyDigest);
    try {
      await firstValueFrom(this.api.update({ weeklyDigest }));
      await this.session.load();
    } catch (error) {
      this.isOn.set(!weeklyDigest);
      this.problems.toast(error);
    }
  }
}
