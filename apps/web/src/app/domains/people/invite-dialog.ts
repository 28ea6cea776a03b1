import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, viewChild, WritableSignal } from '@angular/core';
import type { InvitationRole } from '@signpost/contracts';
import { Button, Segmented } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { DialogFrame, GuardsClosing } from '@signpost/ui/overlay';
import { FormFailure } from '../../platform/requests/form-failure';
import { formGuard } from '../../platform/requests/form-guard';
import { I18n } from '../../platform/words/i18n';
import { Problems, toProblem } from '../../platform/requests/problem';
import { errorRevealer } from '../../platform/reveal-error';
import { SessionStore } from '../../platform/session';
import { AddressList } from './address-list';
import { addressesIn } from './addresses';
import { InviteLinks } from './invite-links';
import { PeopleApi } from './people-api';

/** Invites one or several users. Addresses that could not be invited stay in the field, with the reason. */
@Component({
  selector: 'app-invite-dialog',
  imports: [AddressList, Button, DialogFrame, Field, FormFailure, Input, Segmented],
  template: `
    <form (submit)="$event.preventDefault(); send()">
      <sp-dialog [heading]="i18n.t('people.invite.heading')" (closed)="ref.close()">
        <div class="stack">
          <app-form-failure [text]="form.failure()" />
          <div>
            <sp-field
              [label]="i18n.t('people.invite.addresses')"
              [hint]="i18n.t(mails() ? 'people.invite.hint' : 'people.invite.hintNoMail')"
              [error]="form.error('emails')"
            >
              <textarea
                spInput
                appAddressList
                rows="3"
                name="emails"
                required
                autocapitalize="none"
                spellcheck="false"
                [(value)]="form.f.emails"
              ></textarea>
            </sp-field>
            <p class="small" role="status">
              {{ sent() ? i18n.tn(mails() ? 'people.invite.sent' : 'people.invite.made', sent()) : '' }}
            </p>
          </div>
          <div class="stack tight">
            <sp-segmented [label]="i18n.t('people.column.role')" [options]="roles()" [(value)]="form.f.role" />
            <p class="small muted">{{ i18n.t('people.roleText.' + form.f.role()) }}</p>
          </div>
        </div>
        <ng-container dialogActions>
          <button spButton type="button" (click)="ref.close()">{{ i18n.t('ui.cancel') }}</button>
          <button spButton variant="primary" type="submit" [busy]="form.busy()">
            {{ i18n.t(mails() ? 'people.invite.submit' : 'people.invite.submitNoMail') }}
          </button>
        </ng-container>
      </sp-dialog>
    </form>
  `,
  styles: `
    .tight {
      gap: 8px;
      justify-items: start;
    }
    [role='status']:not(:empty) {
      margin-block-start: 8px;
    }
  `,
})
export class InviteDialog implements GuardsClosing {
  protected readonly i18n = inject(I18n);
  protected readonly ref = inject<DialogRef<void>>(DialogRef);
  /** Number of sent invitations, including earlier attempts; the caller reads it however the dialog is closed. */
  protected readonly sent = inject<WritableSignal<number>>(DIALOG_DATA);
  private readonly api = inject(PeopleApi);
  private readonly links = inject(InviteLinks);
  private readonly problems = inject(Problems);
  private readonly list = viewChild.required(AddressList);
  private readonly revealError = errorRevealer();
  /** Whether invitations are sent by mail; without a mail server the user passes on each link. */
  protected readonly mails = inject(SessionStore).mails;
  protected readonly form = new FormModel({ emails: '', role: 'MEMBER' });
  readonly mayClose = formGuard(this.form, {
    question: () => ({
      heading: this.i18n.t('people.invite.discard.heading'),
      text: this.i18n.t('people.invite.discard.text'),
      action: this.i18n.t('people.invite.discard.action'),
      cancel: this.i18n.t('people.invite.discard.stay'),
      danger: true,
    }),
    dirty: computed(() => this.form.f.emails().trim() !== ''),
  });
  protected readonly roles = computed(() =>
    (['MEMBER', 'VIEWER'] as const).map((role) => ({ value: role, label: this.i18n.t(`people.role.${role}`) })),
  );

  protected async send(): Promise<void> {
    if (this.form.busy()) return;
    this.form.clearErrors();
    const objection = this.list().objection(this.form.f.emails());
    if (objection) {
      this.form.fail({ emails: objection });
      this.revealError();
      return;
    }
    await this.form.send(
      () => this.sendEach(),
      () => undefined,
    );
    if (this.form.isSaved()) this.ref.close();
    else this.revealError();
  }

  /** Sends one invitation after the other; false where some failed, whose addresses stay with their errors. */
  private async sendEach(): Promise<boolean> {
    const failed: { email: string; reason: string }[] = [];
    const role: InvitationRole = this.form.f.role() === 'VIEWER' ? 'VIEWER' : 'MEMBER';
    for (const email of addressesIn(this.form.f.emails())) {
      try {
        this.links.keep(await this.api.invite({ email, role }));
        this.sent.update((n) => n + 1);
      } catch (error) {
        failed.push({ email, reason: this.problems.text(toProblem(error)) });
      }
    }
    this.form.f.emails.set(failed.map(({ email }) => email).join('\n'));
    if (failed.length > 0) {
      this.form.fail({ emails: failed.map(({ email, reason }) => `${email}: ${reason}`).join(' ') });
    }
    return failed.length === 0;
  }
}
