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
import { AccountApi } from './account-api';

/** The display name that colleagues see next to the email address. */
@Component({
  selector: 'app-display-name-section',
  imports: [Field, FormFailure, Input, SaveButton, Section],
  template: `<sp-section id="name" [heading]="i18n.t('account.name.heading')" [text]="i18n.t('account.name.text')">
    <form class="stack card-pad" (submit)="$event.preventDefault(); save()">
      <app-form-failure [text]="form.failure()" />
      <sp-field
        [label]="i18n.t('account.name.label')"
        [hint]="i18n.t('account.name.hint')"
        [optional]="true"
        [error]="form.error('displayName')"
      >
        <input
          spInput
          name="name"
          autocomplete="name"
          [attr.maxlength]="limits.displayNameLength"
          [(value)]="form.f.displayName"
        />
      </sp-field>
      <div class="row">
        <app-save-button [fit]="form.dirty()" [busy]="form.busy()" />
      </div>
    </form>
  </sp-section>`,
})
export class DisplayNameSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AccountApi);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly limits = LIMITS;
  protected readonly form = new FormModel({ displayName: this.session.user()?.displayName ?? '' });
  readonly unsaved = computed(() => this.form.dirty() && !this.form.busy());

  protected async save(): Promise<void> {
    if (!this.form.dirty()) return;
    await this.form.send(
      async () => {
        const { displayName } = await firstValueFrom(
          this.api.update({ displayName: this.form.f.displayName() || null }),
        );
        this.form.reset({ displayName: displayName ?? '' });
        // Without a change the button is disabled, and so loses the focus.
        keepFocus('app-display-name-section input');
        await this.session.load();
        this.toasts.done(this.i18n.t('account.name.saved'));
      },
      (error) => this.problems.intoForm(error, this.form),
    );
  }
}
