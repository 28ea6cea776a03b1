import { httpResource } from '@angular/common/http';
import { Component, computed, inject, signal } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import type { MemberList } from '@signpost/contracts';
import { Button, Failed, Section, Skeleton } from '@signpost/ui';
import { Combobox, Field } from '@signpost/ui/forms';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { WorkspaceApi } from './workspace-api';

/** Transfers the workspace to another active member. */
@Component({
  selector: 'app-ownership-section',
  imports: [Button, Combobox, Failed, Field, RouterLink, Section, Skeleton],
  template: `<sp-section
    id="ownership"
    [heading]="i18n.t('settings.ownership.heading')"
    [text]="i18n.t('settings.ownership.text')"
  >
    @if (resource.hasValue()) {
      <div class="stack card-pad">
        @if (candidates().length) {
          <sp-field [label]="i18n.t('settings.ownership.label')" [hint]="i18n.t('settings.ownership.hint')">
            <sp-combobox [options]="candidates()" [none]="i18n.t('settings.ownership.nobody')" [(value)]="chosen" />
          </sp-field>
          <div class="row">
            <button spButton variant="danger" [disabled]="!chosen()" [busy]="busy()" (click)="transfer()">
              {{ i18n.t('settings.ownership.action') }}
            </button>
          </div>
        } @else {
          <p class="muted">
            {{ i18n.t('settings.ownership.alone') }}
            @if (!session.isDemo()) {
              <a routerLink="/members">{{ i18n.t('settings.ownership.invite') }}</a>
            }
          </p>
        }
      </div>
    } @else if (resource.error()) {
      <sp-failed (retry)="resource.reload()" />
    } @else {
      <div class="card-pad"><sp-skeleton [count]="2" /></div>
    }
  </sp-section>`,
})
export class OwnershipSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  protected readonly session = inject(SessionStore);
  private readonly confirm = inject(Confirm);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly router = inject(Router);
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<MemberList>(() => {
    this.connection.recovered();
    return '/api/workspaces/members';
  });
  protected readonly chosen = signal('');
  protected readonly busy = signal(false);
  protected readonly candidates = computed(() =>
    (this.resource.hasValue() ? this.resource.value().items : [])
      .filter((member) => member.isActive && member.role !== 'OWNER')
      .map((member) => ({ value: member.userId, label: member.email })),
  );

  protected async transfer(): Promise<void> {
    const email = this.candidates().find(({ value }) => value === this.chosen())?.label ?? '';
    const sure = await this.confirm.ask({
      heading: this.i18n.t('settings.ownership.sureHeading'),
      text: this.i18n.t('settings.ownership.sureText', { email }),
      action: this.i18n.t('settings.ownership.action'),
      danger: true,
      typed: { name: email, label: this.i18n.t('settings.ownership.typeAddress', { email }) },
    });
    if (!sure) return;
    this.busy.set(true);
    try {
      await this.api.transferOwnership({ userId: this.chosen() });
      await this.session.load();
      this.toasts.done(this.i18n.t('settings.ownership.done', { email }));
      await this.router.navigateByUrl('/');
    } catch (error) {
      this.problems.toast(error);
      this.resource.reload();
    } finally {
      this.busy.set(false);
    }
  }
}
