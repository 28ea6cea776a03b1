import { inject, Injectable, signal, WritableSignal } from '@angular/core';
import { Dialogs } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { firstValueFrom } from 'rxjs';
import { SessionStore } from '../../platform/session';
import { I18n } from '../../platform/words/i18n';
import { InviteDialog } from './invite-dialog';
import { PeopleVersion } from './people-version';

/** Inviting users, from the members page and from the palette. */
@Injectable({ providedIn: 'root' })
export class InvitePeople {
  private readonly i18n = inject(I18n);
  private readonly session = inject(SessionStore);
  private readonly version = inject(PeopleVersion);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);

  /** Asks for addresses and reports how many were invited. To be opened on the members page, which shows the links. */
  async open(): Promise<void> {
    const sent = signal(0);
    const ref = this.dialogs.open<void, WritableSignal<number>, InviteDialog>(InviteDialog, sent);
    await firstValueFrom(ref.closed, { defaultValue: undefined });
    this.version.touch();
    if (sent() === 0) return;
    const key = this.session.mails() ? 'people.invite.sent' : 'people.invite.made';
    this.toasts.done(this.i18n.tn(key, sent()));
  }
}
