import { httpResource } from '@angular/common/http';
import { Component, effect, inject, input, untracked } from '@angular/core';
import type { HistoryList } from '@signpost/contracts';
import { Empty, Failed, Skeleton } from '@signpost/ui';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { Lookups } from '../links/editor/lookups';
import { HistoryEntries } from '../links/page/history-entries';
import { Desk, HISTORY_OF } from './desk-api';

/** The history of a reported link, next to the report. */
@Component({
  selector: 'app-report-history',
  imports: [Empty, Failed, HistoryEntries, Skeleton],
  template: `
    @if (history(); as list) {
      @if (list.items.length) {
        <app-history-entries [items]="list.items" />
      } @else {
        <sp-empty [heading]="i18n.t('links.history.empty')" />
      }
    } @else if (resource.error()) {
      <sp-failed (retry)="resource.reload()" />
    } @else {
      <sp-skeleton shape="row" [count]="2" />
    }
  `,
})
export class ReportHistory {
  readonly desk = input.required<Desk>();
  readonly linkId = input.required<string>();

  protected readonly i18n = inject(I18n);
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<HistoryList>(() => {
    this.connection.recovered();
    return `${HISTORY_OF[this.desk()]}/${this.linkId()}/history`;
  });
  protected readonly history = kept(this.resource);

  constructor() {
    const lookups = inject(Lookups);
    // Names of campaigns and members of other workspaces cannot be loaded here.
    effect(() => {
      if (this.desk() === 'workspace') untracked(() => lookups.ensureLoaded());
    });
  }

  /** Reloads after a decision about the link. */
  reload(): void {
    this.resource.reload();
  }
}
