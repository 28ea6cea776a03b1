import { Component, computed, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { LISTED } from '@signpost/contracts';
import { IconButton, Menu, MenuGroup, MenuItem, MenuRadio, MenuTrigger } from '@signpost/ui';
import { I18n } from '../platform/words/i18n';
import { SessionStore } from '../platform/session';
import { Workspaces } from './workspaces';

/** Maximum number of workspaces in the menu; their page has the others. */
const SHOWN = 12;

/**
 * Next to the workspace's name: the other workspaces of the account, each one click away. Shown only where an instance
 * has several.
 */
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
      (menuOpened)="workspaces.ensureLoaded()"
    ></button>
    <ng-template #menu>
      <sp-menu>
        @if (items().length) {
          <sp-menu-group [label]="i18n.t('nav.switch')">
            @for (workspace of items(); track workspace.id) {
              <button
                spMenuRadio
                [checked]="workspace.id === session.workspace()?.id"
                (triggered)="workspaces.enter(workspace.id, workspace.url)"
              >
                <span dir="auto">{{ workspaces.labelOf()(workspace) }}</span>
              </button>
            }
          </sp-menu-group>
        }
        <sp-menu-group>
          <a spMenuItem icon="building-2" routerLink="/workspaces">{{ all() }}</a>
        </sp-menu-group>
      </sp-menu>
    </ng-template>
  `,
})
export class WorkspaceSwitch {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly workspaces = inject(Workspaces);
  /** The first ones, and the current one wherever it stands. */
  protected readonly items = computed(() => {
    const all = this.workspaces.items();
    const current = all.findIndex(({ id }) => id === this.session.workspace()?.id);
    return current < SHOWN ? all.slice(0, SHOWN) : [...all.slice(0, SHOWN - 1), ...all.slice(current, current + 1)];
  });
  protected readonly all = computed(() => {
    const text = this.i18n.t('nav.allWorkspaces');
    const count = this.workspaces.items().length;
    // Beyond those listed their number is not known.
    return count > SHOWN && count < LISTED.workspaces ? `${text} (${this.i18n.number(count)})` : text;
  });
}
