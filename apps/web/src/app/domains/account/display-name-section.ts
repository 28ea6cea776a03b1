import { Component, computed, inject } from '@angular/core';
import { LIMITS } from '@signpost/contracts';
import { Section } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { I18n } from '../../platform/words/i18n';
import { SaveForm } from '../../platform/requests/save-form';
import { SessionStore } from '../../platform/session';
import { AccountApi } from './account-api';

/** The display name that colleagues see next to the email address. */
@Component({
  selector: 'app-display-name-section',
  imports: [Field, Input, SaveForm, Section],
  template: `<sp-section id="name" [heading]="i18n.t('account.name.heading')" [text]="i18n.t('account.name.text')">
    <app-save-form [model]="form" [send]="save" [done]="i18n.t('account.name.saved')">
      <sp-field
        [label]="i18n.t('account.name.label')"
        [hint]="i18n.t('account.name.hint')"
        [optional]="true"
        [error]="form.error('displayName')"
      >
        <input
          spInput
          dir="auto"
          name="name"
          autocomplete="name"
          [attr.maxlength]="limits.displayNameLength"
          [(value)]="form.f.displayName"
        />
      </sp-field>
    </app-save-form>
  </sp-section>`,
})
export class DisplayNameSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AccountApi);
  private readonly session = inject(SessionStore);
  protected readonly limits = LIMITS;
  protected readonly form = new FormModel({ displayName: this.session.user()?.displayName ?? '' });
  readonly unsaved = computed(() => this.form.dirty() && !this.form.busy());

  protected readonly save = async (): Promise<{ displayName: string }> => {
    const { displayName } = await this.api.update({ displayName: this.form.f.displayName() || null });
    return { displayName: displayName ?? '' };
  };
}
