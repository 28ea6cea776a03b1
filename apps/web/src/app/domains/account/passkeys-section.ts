import { httpResource } from '@angular/common/http';
import { Component, effect, inject, output, signal } from '@angular/core';
import type { Ok, Passkey, PasskeyList } from '@signpost/contracts';
import { Button, Failed, Icon, keepFocusFrom, Section, Skeleton } from '@signpost/ui';
import { Input } from '@signpost/ui/forms';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { ApiClient } from '../../platform/requests/api-client';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { isDeclined, isHeld, Passkeys } from '../auth/passkeys';

/** Passkeys of the account: adding one of this device, renaming and removing. */
@Component({
  selector: 'app-passkeys-section',
  imports: [Button, Failed, Icon, Input, Section, Skeleton],
  template: `<sp-section
    id="passkeys"
    [heading]="i18n.t('account.passkeys.heading')"
    [text]="i18n.t('account.passkeys.text')"
  >
    @if (list(); as list) {
      <ul [class.none]="!list.items.length">
        @for (passkey of list.items; track passkey.id) {
          <li>
            <sp-icon name="key" />
            <span class="grow">
              <input
                spInput
                #name
                [attr.aria-label]="i18n.t('account.passkeys.name')"
                maxlength="60"
                [value]="passkey.name"
                (change)="rename(passkey, name)"
              />
              <span class="small muted" [id]="'passkey-' + passkey.id">{{ facts(passkey) }}</span>
            </span>
            <button
              spButton
              small
              variant="danger"
              [attr.aria-describedby]="'passkey-' + passkey.id"
              (click)="remove(passkey)"
            >
              {{ i18n.t('account.methods.remove') }}<span class="sr-only">: {{ passkey.name }}</span>
            </button>
          </li>
        }
      </ul>
      <div class="below">
        @if (passkeys.supported) {
          <button spButton icon="plus" [busy]="busy()" (click)="add()">{{ i18n.t('account.passkeys.add') }}</button>
        } @else {
          <p class="small muted">{{ i18n.t('account.passkeys.unsupported') }}</p>
        }
      </div>
    } @else if (resource.error()) {
      <sp-failed (retry)="resource.reload()" />
    } @else {
      <div class="card-pad"><sp-skeleton [count]="1" /></div>
    }
  </sp-section>`,
  styleUrl: './rows.css',
})
export class PasskeysSection {
  /** Number of passkeys, after each loading of the list. */
  readonly counted = output<number>();
  protected readonly i18n = inject(I18n);
  protected readonly passkeys = inject(Passkeys);
  private readonly client = inject(ApiClient);
  private readonly session = inject(SessionStore);
  private readonly confirm = inject(Confirm);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly busy = signal(false);
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<PasskeyList>(() => {
    this.connection.recovered();
    return '/api/auth/passkeys';
  });
  protected readonly list = kept(this.resource);

  constructor() {
    effect(() => {
      const list = this.list();
      if (list) this.counted.emit(list.items.length);
    });
    // A removed passkey disappears together with its button.
    keepFocusFrom('app-passkeys-section', this.list);
  }

  protected async add(): Promise<void> {
    this.busy.set(true);
    try {
      const { name } = await this.passkeys.add();
      this.toasts.done(this.i18n.t('account.passkeys.added', { name }));
      await this.session.load();
    } catch (error) {
      if (isHeld(error)) this.toasts.error(this.i18n.t('account.passkeys.held'));
      else if (!isDeclined(error)) this.problems.toast(error);
    } finally {
      this.busy.set(false);
      this.resource.reload();
    }
  }

  protected async rename({ id, name: former }: Passkey, box: HTMLInputElement): Promise<void> {
    const name = box.value.trim();
    // A passkey without a name keeps the one it had.
    if (name === '') box.value = former;
    else if (name !== former)
      await this.run(this.client.patch<Passkey>(`/api/auth/passkeys/${id}`, { name }), 'renamed', name);
  }

  /** What tells it from another one of the same name. */
  protected facts({ lastUsedAt, createdAt }: Passkey): string {
    return lastUsedAt
      ? this.i18n.t('account.passkeys.used', { when: this.i18n.moment(lastUsedAt) })
      : this.i18n.t('account.passkeys.since', { date: this.i18n.dateTime(createdAt) });
  }

  protected async remove(passkey: Passkey): Promise<void> {
    const { id, name } = passkey;
    const sure = await this.confirm.ask({
      heading: this.i18n.t('account.passkeys.sureHeading', { name }),
      text: this.i18n.t('account.passkeys.sureText', { facts: this.facts(passkey) }),
      action: this.i18n.t('account.methods.remove'),
      danger: true,
    });
    if (sure) await this.run(this.client.delete<Ok>(`/api/auth/passkeys/${id}`), 'removed', name);
  }

  private async run(change: Promise<unknown>, done: 'renamed' | 'removed', name: string): Promise<void> {
    try {
      await change;
      this.toasts.done(this.i18n.t(`account.passkeys.${done}`, { name }));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.resource.reload();
    }
  }
}
