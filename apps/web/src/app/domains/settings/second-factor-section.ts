import { Component, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Section, Switch } from '@signpost/ui';
import { firstValueFrom } from 'rxjs';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { WorkspaceApi } from './workspace-api';

/** Whether members need a second factor; the list of members shows who has one. */
@Component({
  selector: 'app-second-factor-setting',
  imports: [RouterLink, Section, Switch],
  template: `<sp-section
    id="second"
    [heading]="i18n.t('settings.second.heading')"
    [text]="i18n.t('settings.second.text')"
  >
    <div class="stack card-pad">
      <sp-switch
        [label]="i18n.t('settings.second.label')"
        [hint]="i18n.t('settings.second.hint')"
        [checked]="isOn()"
        (checkedChange)="save($event)"
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
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  protected readonly isOn = signal(this.session.workspace()?.requireSecondFactor ?? false);

  protected async save(requireSecondFactor: boolean): Promise<void> {
    this.isOn.set(requireSecondFactor);
    try {
      await firstValueFrom(this.api.update({ requireSecondFactor }));
      await this.session.load();
    } catch (error) {
      this.isOn.set(!requireSecondFactor);
      this.problems.toast(error);
    }
  }
}
