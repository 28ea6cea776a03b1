import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Section } from '@signpost/ui';
import { I18n } from '../../platform/words/i18n';
import { SavedSwitch } from '../../platform/requests/saved-switch';
import { SessionStore } from '../../platform/session';
import { WorkspaceApi } from './workspace-api';

/** Whether members need a second factor; the list of members shows who has one. */
@Component({
  selector: 'app-second-factor-setting',
  imports: [RouterLink, SavedSwitch, Section],
  template: `<sp-section
    id="second"
    [heading]="i18n.t('settings.second.heading')"
    [text]="i18n.t('settings.second.text')"
  >
    <div class="stack card-pad">
      <app-saved-switch
        [label]="i18n.t('settings.second.label')"
        [hint]="i18n.t('settings.second.hint')"
        [value]="session.workspace()?.requireSecondFactor ?? false"
        [send]="send"
      />
      <p class="small">
        <a routerLink="/members">{{ i18n.t('settings.second.who') }}</a>
      </p>
    </div>
  </sp-section>`,
})
export class SecondFactorSetting {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  protected readonly session = inject(SessionStore);
  protected readonly send = (requireSecondFactor: boolean): Promise<unknown> =>
    this.api.update({ requireSecondFactor });
}
