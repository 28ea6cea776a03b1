import { httpResource } from '@angular/common/http';
import { Component, effect, inject, signal, untracked } from '@angular/core';
import type { HistoryItem, HistoryList } from '@signpost/contracts';
import { Empty, Failed, Skeleton, Toasts } from '@signpost/ui';
import { Connection } from '../../../platform/requests/connection';
import { I18n } from '../../../platform/words/i18n';
import { kept } from '../../../platform/kept';
import { Problems } from '../../../platform/requests/problem';
import { FRESH_MS, readOnReturn } from '../../../platform/navigation/read-on-return';
import { SessionStore } from '../../../platform/session';
import { HistoryEntries } from './history-entries';
import { LinkActions } from './link-actions';
import { LinkContext } from './link-context';
import { LinksApi } from '../links-api';
import { Lookups } from '../editor/lookups';

/** The history of the page's link, with a way to restore values. */
@Component({
  selector: 'app-link-history',
  imports: [Empty, Failed, HistoryEntries, Skeleton],
  template: `
    <h2 class="sr-only">{{ i18n.t('links.tab.history') }}</h2>
    @if (history(); as list) {
      @if (list.items.length) {
        <app-history-entries
          [items]="list.items"
          [mayRestore]="session.can('links.manage')"
          [busy]="restoring()"
          (restore)="restore($event)"
        />
      } @else {
        <div class="card"><sp-empty [heading]="i18n.t('links.history.empty')" /></div>
      }
    } @else if (resource.error()) {
      <div class="card"><sp-failed (retry)="resource.reload()" /></div>
    } @else {
      <div class="card card-pad"><sp-skeleton shape="row" [count]="4" /></div>
    }
  `,
})
export class LinkHistory {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly context = inject(LinkContext);
  private readonly actions = inject(LinkActions);
  private readonly api = inject(LinksApi);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly lookups = inject(Lookups);
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<HistoryList>(() => {
    this.actions.changed();
    this.connection.recovered();
    return this.context.id() ? `/api/links/${this.context.id()}/history` : undefined;
  });
  protected readonly history = kept(this.resource);
  /** Whether values are being restored: one entry at a time, because the next would build on it. */
  protected readonly restoring = signal(false);

  constructor() {
    this.lookups.ensureLoaded();
    readOnReturn(this.resource, FRESH_MS.records);
    // The page above must not contradict the history.
    effect(() => {
      const newest = this.history()?.items[0];
      if (newest) untracked(() => this.context.catchUp(newest.at));
    });
  }

  protected async restore(item: HistoryItem): Promise<void> {
    if (this.restoring()) return;
    this.restoring.set(true);
    try {
      const before = this.context.link()?.updatedAt;
      const { updatedAt } = await this.api.restoreHistory(this.context.id(), item.id);
      this.actions.touched();
      this.toasts.done(this.i18n.t(updatedAt === before ? 'links.history.asBefore' : 'links.history.restored'));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.restoring.set(false);
    }
  }
}
