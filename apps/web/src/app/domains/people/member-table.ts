import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, input, signal } from '@angular/core';
import type { Member, Role, UpdateMemberInput } from '@signpost/contracts';
import { Badge, IconButton, Menu, MenuItem, MenuTrigger } from '@signpost/ui';
import { Select } from '@signpost/ui/forms';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Viewport } from '../../platform/viewport';
import { PeopleApi } from './people-api';
import { PeopleVersion } from './people-version';

/** Members with their role and state; changes take effect at once and can be undone, removal asks first. */
@Component({
  selector: 'app-member-table',
  imports: [Badge, IconButton, Menu, MenuItem, MenuTrigger, NgTemplateOutlet, Select],
  templateUrl: './member-table.html',
  styleUrl: './people-table.css',
})
export class MemberTable {
  readonly members = input.required<readonly Member[]>();
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly viewport = inject(Viewport);
  private readonly api = inject(PeopleApi);
  private readonly version = inject(PeopleVersion);
  private readonly confirm = inject(Confirm);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  /** The member whose change is being saved. */
  protected readonly busy = signal<string | null>(null);
  protected readonly roles = computed(() =>
    (['MEMBER', 'VIEWER'] as const).map((role) => ({ value: role, label: this.i18n.t(`people.role.${role}`) })),
  );

  /** @param choice shows the chosen role by itself; reset when the change is refused. */
  protected async changeRole(member: Member, value: string, choice: Select): Promise<void> {
    const role: Role = value === 'VIEWER' ? 'VIEWER' : 'MEMBER';
    if (role === member.role) return;
    if (this.busy() === member.userId) {
      choice.value.set(member.role);
      return;
    }
    const text = this.i18n.t('people.done.role', { email: member.email, role: this.i18n.t(`people.role.${role}`) });
    if (!(await this.change(member, { role }, { role: member.role }, text))) choice.value.set(member.role);
  }

  protected async changeActivity(member: Member): Promise<void> {
    if (this.busy() === member.userId) return;
    const isActive = !member.isActive;
    const text = this.i18n.t(isActive ? 'people.done.activated' : 'people.done.deactivated', { email: member.email });
    await this.change(member, { isActive }, { isActive: !isActive }, text);
  }

  protected async remove(member: Member): Promise<void> {
    const sure = await this.confirm.ask({
      heading: this.i18n.t('people.remove.heading', { email: member.email }),
      text: this.i18n.t('people.remove.text'),
      action: this.i18n.t('people.action.remove'),
      danger: true,
    });
    if (!sure) return;
    await this.run(member, async () => {
      await this.api.remove(member.userId);
      this.toasts.done(this.i18n.t('people.done.removed', { email: member.email }));
    });
  }

  private change(member: Member, to: UpdateMemberInput, back: UpdateMemberInput, text: string): Promise<boolean> {
    return this.run(member, async () => {
      await this.api.update(member.userId, to);
      this.toasts.done(text, () => void this.takeBack(member, back));
    });
  }

  private takeBack(member: Member, back: UpdateMemberInput): Promise<boolean> {
    return this.run(member, async () => {
      await this.api.update(member.userId, back);
      this.toasts.done(this.i18n.t('ui.undone'));
    });
  }

  /** Runs a change and shows its error; returns whether it succeeded. */
  private async run(member: Member, task: () => Promise<unknown>): Promise<boolean> {
    this.busy.set(member.userId);
    try {
      await task();
      return true;
    } catch (error) {
      this.problems.toast(error);
      return false;
    } finally {
      this.busy.set(null);
      this.version.touch();
    }
  }
}
