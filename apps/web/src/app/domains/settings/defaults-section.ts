import { Component, computed, inject } from '@angular/core';
import type { UpdateWorkspaceInput, Workspace } from '@signpost/contracts';
import { keepFocus, Section } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { Toasts } from '@signpost/ui/toasts';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { SaveButton } from '../../platform/requests/save-button';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { DestinationBox } from '../links/editor/destination-box';
import { WorkspaceApi } from './workspace-api';

/** Default destinations, with the API's names. */
const FIELDS = ['notFoundDestination', 'expirationDestination', 'rootDestination'] as const;

/** Destinations for unknown short URLs, expired links without a fallback, and the home page of the short domain. */
@Component({
  selector: 'app-defaults-section',
  imports: [DestinationBox, Field, FormFailure, Input, SaveButton, Section],
  template: `<sp-section
    id="defaults"
    [heading]="i18n.t('settings.defaults.heading')"
    [text]="i18n.t('settings.defaults.text')"
  >
    <form class="stack card-pad" (submit)="$event.preventDefault(); save()">
      <app-form-failure [text]="form.failure()" />
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
      <div class="row">
        <app-save-button [fit]="form.dirty()" [busy]="form.busy()" />
      </div>
    </form>
  </sp-section>`,
})
export class DefaultsSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly fields = FIELDS;
  protected readonly form = new FormModel(valuesOf(this.session.workspace()));
  readonly unsaved = computed(() => this.form.dirty() && !this.form.busy());

  protected async save(): Promise<void> {
    if (!this.form.dirty()) return;
    const changes: UpdateWorkspaceInput = {};
    for (const field of FIELDS) {
      const text = this.form.changes()[field];
      if (text !== undefined) changes[field] = text.trim() || null;
    }
    await this.form.send(
      async () => {
        const workspace = await firstValueFrom(this.api.update(changes));
        this.form.reset(valuesOf(workspace));
        // Without a change the button is disabled, and so loses the focus.
        keepFocus('app-defaults-section input');
        await this.session.load();
        this.toasts.done(this.i18n.t('settings.defaults.saved'));
      },
      (error) => this.problems.intoForm(error, this.form),
    );
  }
}

function valuesOf(workspace: Workspace | null): Record<(typeof FIELDS)[number], string> {
  return {
    notFoundDestination: workspace?.notFoundDestination ?? '',
    expirationDestination: workspace?.expirationDestination ?? '',
    rootDestination: workspace?.rootDestination ?? '',
  };
}
