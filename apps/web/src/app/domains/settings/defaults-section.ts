import { Component, computed, inject } from '@angular/core';
import type { UpdateWorkspaceInput, Workspace } from '@signpost/contracts';
import { Section } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { I18n } from '../../platform/words/i18n';
import { SaveForm } from '../../platform/requests/save-form';
import { SessionStore } from '../../platform/session';
import { DestinationBox } from '../links/editor/destination-box';
import { WorkspaceApi } from './workspace-api';

/** Default destinations, with the API's names. */
const FIELDS = ['notFoundDestination', 'expirationDestination', 'rootDestination'] as const;
type Defaults = Record<(typeof FIELDS)[number], string>;

/** Destinations for unknown short URLs, expired links without a fallback, and the home page of the short domain. */
@Component({
  selector: 'app-defaults-section',
  imports: [DestinationBox, Field, Input, SaveForm, Section],
  template: `<sp-section
    id="defaults"
    [heading]="i18n.t('settings.defaults.heading')"
    [text]="i18n.t('settings.defaults.text')"
  >
    <app-save-form [model]="form" [send]="save" [done]="i18n.t('settings.defaults.saved')">
      @for (field of fields; track field) {
        <sp-field
          [label]="i18n.t('settings.defaults.' + field)"
          [hint]="i18n.t('settings.defaults.hint.' + field)"
          [optional]="true"
          [error]="form.error(field)"
        >
          <input
            spInput
            appDestinationBox
            inputmode="url"
            autocomplete="off"
            spellcheck="false"
            [name]="field"
            [placeholder]="i18n.t('settings.defaults.none')"
            [(value)]="form.f[field]"
          />
        </sp-field>
      }
    </app-save-form>
  </sp-section>`,
})
export class DefaultsSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  private readonly session = inject(SessionStore);
  protected readonly fields = FIELDS;
  protected readonly form = new FormModel(valuesOf(this.session.workspace()));
  readonly unsaved = computed(() => this.form.dirty() && !this.form.busy());

  protected readonly save = async (): Promise<Defaults> => {
    const changes: UpdateWorkspaceInput = {};
    for (const field of FIELDS) {
      const text = this.form.changes()[field];
      if (text !== undefined) changes[field] = text.trim() || null;
    }
    return valuesOf(await this.api.update(changes));
  };
}

function valuesOf(workspace: Workspace | null): Defaults {
  return {
    notFoundDestination: workspace?.notFoundDestination ?? '',
    expirationDestination: workspace?.expirationDestination ?? '',
    rootDestination: workspace?.rootDestination ?? '',
  };
}
