import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { LinkStatus, LinkWithCreator } from '@signpost/contracts';
import { Button, keepFocusFrom } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { SessionStore } from '../../../platform/session';
import { LinkActions } from './link-actions';
import { readable } from './short-address';

/** Why a link does not redirect to its destination, what its visitors get instead, and how to resolve it. */
@Component({
  selector: 'app-link-stopped',
  imports: [Button, RouterLink],
  template: `@if (reason(); as text) {
    <p class="row small">
      <span>{{ text }} {{ instead() }}</span>
      @if (link().status === 'quarantined') {
        @if (session.can('workspace.manage')) {
          <a routerLink="/workspace/reports">{{ i18n.t('link.stopped.reports') }}</a>
        } @else {
          <span>{{ i18n.t('link.stopped.askOwner') }}</span>
        }
      } @else if (session.can('links.manage')) {
        @if (link().status === 'disabled') {
          <button spButton small (click)="actions.resume(link())">{{ i18n.t('links.action.resume') }}</button>
        } @else {
          <button spButton small (click)="actions.edit(link())">{{ i18n.t('link.stopped.change') }}</button>
        }
      }
    </p>
  }`,
})
export class LinkStopped {
  readonly link = input.required<LinkWithCreator>();

  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly actions = inject(LinkActions);

  /** What has stopped the link, with the time or the click limit that did; null for an active link. */
  protected readonly reason = computed(() => {
    const { status, startsAt, expiresAt, maximumVisits } = this.link();
    if (status === 'active') return null;
    const moment = status === 'scheduled' ? startsAt : expiresAt;
    return this.i18n.t(`link.stopped.${status}`, {
      time: moment === null ? '' : this.i18n.moment(moment),
      count: this.i18n.number(maximumVisits ?? 0),
    });
  });

  /** What visitors get: the link's fallback destination, for an expired link else the workspace's, or an error page. */
  protected readonly instead = computed(() => {
    const { status } = this.link();
    const address = this.fallbackFor(status);
    if (address !== null) return this.i18n.t('link.stopped.fallback', { address: readable(address) });
    return this.i18n.t(status === 'quarantined' ? 'link.stopped.warning' : 'link.stopped.page');
  });

  constructor() {
    // Buttons here disappear with the problem that they resolve.
    keepFocusFrom('app-link-stopped', () => this.link().status);
  }

  private fallbackFor(status: LinkStatus): string | null {
    const { scheduledDestination, expirationDestination, limitDestination } = this.link();
    if (status === 'scheduled') return scheduledDestination;
    if (status === 'limit_reached') return limitDestination;
    if (status !== 'expired') return null;
    return expirationDestination ?? this.session.workspace()?.expirationDestination ?? null;
  }
}
