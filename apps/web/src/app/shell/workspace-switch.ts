import { httpResource } from '@angular/common/http';
import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { WorkspaceList } from '@signpost/contracts';
import { IconButton, Menu, MenuGroup, MenuItem, MenuRadio, MenuTrigger } from '@signpost/ui';
import { Connection } from '../platform/requests/connection';
import { I18n } from '../platform/words/i18n';
import { SessionStore } from '../platform/session';
import { Visits } from '../platform/navigation/visits';

/** More of them are chosen on their own page, which can be searched by the browser. */
const SHOWN = 12;

/** Beside the workspace's name: the others of the account, each one press away. Where an instance has several only. */
@Component({
  selector: 'app-workspace-switch',
  imports: [IconButton, Menu, MenuGroup, MenuItem, MenuRadio, MenuTrigger, RouterLink],
  template: `
    <button
      spIconButton
      icon="chevron-down"
      [describes]="false"
      [label]="i18n.t('nav.switchFrom', { name: session.workspace()?.name ?? '' })"
      [spMenuTrigger]="menu"
      (menuOpened)="wanted.set(true)"
    ></button>
    <ng-template #menu>
      <sp-menu>
        @if (items().length) {
          <sp-menu-group [label]="i18n.t('nav.switch')">
            @for (workspace of items(); track workspace.id) {
              <button
                spMenuRadio
                [checked]="workspace.id === session.workspace()?.id"
                (triggered)="enter(workspace.id, workspace.url)"
              >
                {{ workspace.name }}
              </button>
            }
          </sp-menu-group>
        }
        <sp-menu-group>
          <a spMenuItem icon="building-2" routerLink="/workspaces">{{ i18n.t('nav.allWorkspaces') }}</a>
        </sp-menu-group>
      </sp-menu>
    </ng-template>
  `,
})
export class WorkspaceSwitch {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly visits = inject(Visits);
  protected readonly wanted = signal(false);
  private readonly connection = inject(Connection);
  private readonly list = httpResource<WorkspaceList>(() => {
    this.connection.recovered();
    return this.wanted() ? '/api/workspaces' : undefined;
  });
  protected readonly items = computed(() => (this.list.hasValue() ? this.list.value().items.slice(0, SHOWN) : []));

  protected enter(id: string, url: string): void {
    if (id !== this.session.workspace()?.id) void this.visits.to(url);
  }
}
