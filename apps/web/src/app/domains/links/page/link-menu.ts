import { Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { Link } from '@signpost/contracts';
import { IconButton, Menu, MenuItem, MenuTrigger } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { SessionStore } from '../../../platform/session';
import { LinkActions } from './link-actions';

/** The "more" button of a link with a menu of its actions. */
@Component({
  selector: 'app-link-menu',
  imports: [IconButton, Menu, MenuItem, MenuTrigger, RouterLink],
  template: `
    <button
      spIconButton
      icon="ellipsis"
      [label]="i18n.t('links.actionsFor', { slug: link().slug })"
      [describes]="false"
      [spMenuTrigger]="menu"
    ></button>
    <ng-template #menu>
      <sp-menu>
        <a spMenuItem icon="external-link" target="_blank" rel="noopener" [href]="link().shortUrl">{{
          i18n.t('links.action.visit')
        }}</a>
        @if (leadsToPage()) {
          <a spMenuItem icon="chart-line" [routerLink]="['/links', link().id]">{{ i18n.t('links.action.page') }}</a>
        }
        <button spMenuItem icon="qr-code" (triggered)="actions.qr(link())">{{ i18n.t('links.action.qr') }}</button>
        @if (session.can('links.manage')) {
          <button spMenuItem icon="pencil" (triggered)="actions.edit(link())">{{ i18n.t('links.action.edit') }}</button>
          <button spMenuItem icon="copy" (triggered)="actions.duplicate(link())">
            {{ i18n.t('links.action.duplicate') }}
          </button>
          @if (link().isEnabled) {
            <button spMenuItem icon="pause" (triggered)="actions.pause(link())">
              {{ i18n.t('links.action.pause') }}
            </button>
          } @else {
            <button spMenuItem icon="play" (triggered)="actions.resume(link())">
              {{ i18n.t('links.action.resume') }}
            </button>
          }
          @if (link().archived) {
            <button spMenuItem icon="archive-restore" (triggered)="actions.unarchive(link())">
              {{ i18n.t('links.action.unarchive') }}
            </button>
          } @else {
            <button spMenuItem icon="archive" (triggered)="actions.archive(link())">
              {{ i18n.t('links.action.archive') }}
            </button>
          }
          <button spMenuItem icon="trash-2" [danger]="true" (triggered)="actions.remove(link())">
            {{ i18n.t('links.action.delete') }}
          </button>
        }
      </sp-menu>
    </ng-template>
  `,
})
export class LinkMenu {
  readonly link = input.required<Link>();
  /** Whether to offer the link's own page. */
  readonly leadsToPage = input(true);
  protected readonly i18n = inject(I18n);
  protected readonly actions = inject(LinkActions);
  protected readonly session = inject(SessionStore);
}
