import { Component, computed, inject } from '@angular/core';
import { LIMITS } from '@signpost/contracts';
import { keepFocus, Section } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { Toasts } from '@signpost/ui/toasts';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { SaveButton } from '../../platform/requests/save-button';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { WorkspaceApi } from './workspace-api';

/** The name that members and visitors see. */
@Component({
  selector: 'app-name-section',
  imports: [Field, FormFailure, Input, SaveButton, Section],
  template: `<sp-section id="name" [heading]="i18n.t('settings.name.heading')" [text]="i18n.t('settings.name.text')">
    <form class="stack card-pad" (submit)="$event.preventDefault(); save()">
      <app-form-failure [text]="form.failure()" />
      <sp-field [label]="i18n.t('settings.name.label')" [error]="form.error('name')">
        <input
          spInput
          name="name"
          autocomplete="organization"
          required
          [attr.maxlength]="limits.workspaceNameLength"
          [(value)]="form.f.name"
        />
      </sp-field>
      <div class="row">
        <app-save-button [fit]="form.dirty()" [busy]="form.busy()" />
      </div>
    </form>
  </sp-section>`,
})
export class NameSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly limits = LIMITS;
  protected readonly form = new FormModel({ name: this.session.workspace()?.name ?? '' });
  readonly unsaved = computed(() => this.form.dirty() && !this.form.busy());

  protected async save(): Promise<void> {
    if (!this.form.dirty()) return;
    await this.form.send(
      async () => {
        const workspace = await firstValueFrom(this.api.update({ name: this.form.f.name() }));
        this.form.reset({ name: workspace.name });
        // Without a change the button is disabled, and so loses the focus.
        keepFocus('app-name-section input');
        await this.session.load();
        this.toasts.done(this.i18n.t('settings.name.saved'));
      },
      (error) => this.problems.intoForm(error, this.form),
    );
  }
}
