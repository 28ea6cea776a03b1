import { Component, inject, input, signal } from '@angular/core';
import type { Invitation } from '@signpost/contracts';
import { IconButton, Menu, MenuItem, MenuTrigger } from '@signpost/ui';
import { Toasts } from '@signpost/ui/toasts';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { InviteLinks } from './invite-links';
import { PeopleApi } from './people-api';
import { PeopleVersion } from './people-version';

/** Open invitations: send again, or revoke (undone by a new invitation). */
@Component({
  selector: 'app-invitation-table',
  imports: [IconButton, Menu, MenuItem, MenuTrigger],
  template: `
    <div class="sp-table-wrap">
      <table class="sp-table">
        <caption class="sr-only">
          {{
            i18n.t('people.invitations.heading')
          }}
        </caption>
        <thead>
          <tr>
            <th scope="col">{{ i18n.t('people.column.person') }}</th>
            <th scope="col" class="role wide">{{ i18n.t('people.column.role') }}</th>
            <th scope="col" class="wide">{{ i18n.t('people.column.until') }}</th>
            <th scope="col" class="end">
              <span class="sr-only">{{ i18n.t('people.column.actions') }}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          @for (invitation of invitations(); track invitation.id) {
            <tr>
              <th scope="row">
                {{ invitation.email }}
                <span class="narrow small muted facts">
                  <span>{{ i18n.t('people.role.' + invitation.role) }}</span><span
                    >{{ i18n.t('people.column.until') }} {{ i18n.relative(invitation.expiresAt) }}</span
                  >
                </span>
              </th>
              <td class="role wide fixed">{{ i18n.t('people.role.' + invitation.role) }}</td>
              <td class="muted wide">{{ i18n.relative(invitation.expiresAt) }}</td>
              <td class="end">
                <button
                  spIconButton
                  icon="ellipsis"
                  [label]="i18n.t('people.actionsFor', { email: invitation.email })"
                  [describes]="false"
                  [attr.aria-disabled]="busy() === invitation.id || null"
                  [spMenuTrigger]="actions"
                  [menuData]="{ $implicit: invitation }"
                ></button>
              </td>
            </tr>
          }
        </tbody>
      </table>
    </div>
    <ng-template #actions let-invitation>
      <sp-menu>
        <button spMenuItem icon="send" (triggered)="resend(invitation)">
          {{ i18n.t(mails() ? 'people.action.resend' : 'people.action.renew') }}
        </button>
        <button spMenuItem icon="x" [danger]="true" (triggered)="revoke(invitation)">
          {{ i18n.t('people.action.revoke') }}
        </button>
      </sp-menu>
    </ng-template>
  `,
  styleUrl: './people-table.css',
})
export class InvitationTable {
  readonly invitations = input.required<readonly Invitation[]>();
  protected readonly i18n = inject(I18n);
  protected readonly mails = inject(SessionStore).mails;
  private readonly api = inject(PeopleApi);
  private readonly links = inject(InviteLinks);
  private readonly version = inject(PeopleVersion);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly busy = signal<string | null>(null);

  protected resend(invitation: Invitation): Promise<void> {
    return this.run(invitation, async () => {
      this.reportSent(await this.api.resend(invitation.id));
    });
  }

  protected revoke(invitation: Invitation): Promise<void> {
    return this.run(invitation, async () => {
      await this.api.revoke(invitation.id);
      this.links.forget(invitation.email);
      const again = () => void this.run(invitation, () => this.inviteAgain(invitation));
      const text = this.i18n.t('people.done.revoked', { email: invitation.email });
      this.toasts.done(text, again, this.i18n.t('people.action.inviteAgain'));
    });
  }

  private async inviteAgain({ email, role }: Invitation): Promise<void> {
    this.reportSent(await this.api.invite({ email, role: role === 'VIEWER' ? 'VIEWER' : 'MEMBER' }));
  }

  /** Reports that the mail was sent, or shows the link to pass on. */
  private reportSent(invitation: Invitation): void {
    this.links.keep(invitation);
    const key = invitation.inviteUrl === undefined ? 'people.done.resent' : 'people.done.renewed';
    this.toasts.done(this.i18n.t(key, { email: invitation.email }));
  }

  private async run(invitation: Invitation, task: () => Promise<void>): Promise<void> {
    if (this.busy() === invitation.id) return;
    this.busy.set(invitation.id);
    try {
      await task();
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(null);
      this.version.touch();
    }
  }
}
