import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { LIMITS, type Actor } from '@signpost/contracts';
import { Button } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { DialogFrame, GuardsClosing } from '@signpost/ui/overlay';
import { FormFailure } from '../../platform/requests/form-failure';
import { formGuard } from '../../platform/requests/form-guard';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Desk, DeskApi } from './desk-api';

/** The report that a mail is about, and its recipient. */
export interface MessageSubject {
  readonly desk: Desk;
  readonly reportId: string;
  readonly slug: string;
  readonly creator: Actor;
}

/** Writes a mail to the creator of a reported link; closes with true once it is sent. */
@Component({
  selector: 'app-message-dialog',
  imports: [Button, DialogFrame, Field, FormFailure, Input],
  template: `<form (submit)="$event.preventDefault(); send()">
    <sp-dialog [heading]="i18n.t('desk.message.heading', { slug: subject.slug })" (closed)="ref.close()">
      <div class="stack">
        <p class="small muted">
          {{ i18n.t(mails() ? 'desk.message.text' : 'desk.message.textNoMail', { email: subject.creator.email }) }}
        </p>
        <app-form-failure [text]="form.failure()" />
        <sp-field [label]="i18n.t('desk.message.label')" [error]="form.error('message')">
          <textarea
            spInput
            dir="auto"
            name="message"
            rows="5"
            required
            [attr.maxlength]="messageLength"
            [(value)]="form.f.message"
          ></textarea>
        </sp-field>
      </div>
      <ng-container dialogActions>
        <button spButton type="button" (click)="ref.close()">{{ i18n.t('ui.cancel') }}</button>
        <button spButton variant="primary" type="submit" [busy]="form.busy()">
          {{ i18n.t('desk.message.send') }}
        </button>
      </ng-container>
    </sp-dialog>
  </form>`,
})
export class MessageDialog implements GuardsClosing {
  protected readonly i18n = inject(I18n);
  protected readonly ref = inject<DialogRef<boolean>>(DialogRef);
  protected readonly subject = inject<MessageSubject>(DIALOG_DATA);
  protected readonly mails = inject(SessionStore).mails;
  private readonly api = inject(DeskApi);
  private readonly problems = inject(Problems);
  protected readonly messageLength = LIMITS.messageLength;
  protected readonly form = new FormModel({ message: '' });
  readonly mayClose = formGuard(this.form, {
    question: () => ({
      heading: this.i18n.t('desk.message.discard.heading'),
      text: this.i18n.t('desk.message.discard.text'),
      action: this.i18n.t('desk.message.discard.action'),
      cancel: this.i18n.t('desk.message.discard.stay'),
      danger: true,
    }),
  });

  protected async send(): Promise<void> {
    if (this.form.busy()) return;
    this.form.clearErrors();
    const message = this.form.f.message().trim();
    if (message === '') {
      this.form.fail({ message: this.i18n.t('ui.required') });
      return;
    }
    await this.form.send(
      async () => {
        await this.api.write(this.subject.desk, this.subject.reportId, message);
        this.ref.close(true);
      },
      (error) => this.problems.intoForm(error, this.form),
    );
  }
}
