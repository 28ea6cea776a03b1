import { Component, computed, inject } from '@angular/core';
import { LIMITS } from '@signpost/contracts';
import { Section } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { I18n } from '../../platform/words/i18n';
import { SaveForm } from '../../platform/requests/save-form';
import { SessionStore } from '../../platform/session';
import { WorkspaceApi } from './workspace-api';

/** The name that members and visitors see. */
@Component({
  selector: 'app-name-section',
  imports: [Field, Input, SaveForm, Section],
  template: `<sp-section id="name" [heading]="i18n.t('settings.name.heading')" [text]="i18n.t('settings.name.text')">
    <app-save-form [model]="form" [send]="save" [done]="i18n.t('settings.name.saved')">
      <sp-field [label]="i18n.t('settings.name.label')" [error]="form.error('name')">
        <input
          spInput
          dir="auto"
          name="name"
          autocomplete="organization"
          required
          [attr.maxlength]="limits.workspaceNameLength"
          [(value)]="form.f.name"
        />
      </sp-field>
    </app-save-form>
  </sp-section>`,
})
export class NameSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  private readonly session = inject(SessionStore);
  protected readonly limits = LIMITS;
  protected readonly form = new FormModel({ name: this.session.workspace()?.name ?? '' });
  readonly unsaved = computed(() => this.form.dirty() && !this.form.busy());

  protected readonly save = async (): Promise<{ name: string }> => {
    const { name } = await this.api.update(this.form.value());
    return { name };
  };
}
