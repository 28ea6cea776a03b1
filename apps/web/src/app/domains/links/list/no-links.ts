import { httpResource } from '@angular/common/http';
import { Component, inject, output } from '@angular/core';
import type { LinkPage } from '@signpost/contracts';
import { Button, Empty, Skeleton } from '@signpost/ui';
import { Connection } from '../../../platform/requests/connection';
import { I18n } from '../../../platform/words/i18n';
import { kept } from '../../../platform/kept';
import { SessionStore } from '../../../platform/session';
import { LinkActions } from '../page/link-actions';

/** An unfiltered list that is empty: there are no links yet, or all of them are archived. */
@Component({
  selector: 'app-no-links',
  imports: [Button, Empty, Skeleton],
  template: `<div class="card">
    @if (archived()?.total) {
      <sp-empty [heading]="i18n.t('links.empty.archivedHeading')" [text]="i18n.t('links.empty.archivedText')">
        <button spButton icon="archive" (click)="archiveWanted.emit()">
          {{ i18n.t('links.empty.archivedAction') }}
        </button>
      </sp-empty>
    } @else if (!archived() && resource.isLoading()) {
      <div class="card-pad"><sp-skeleton shape="row" [count]="8" /></div>
    } @else if (session.can('links.manage')) {
      <sp-empty [heading]="i18n.t('links.empty.heading')" [text]="i18n.t('links.empty.text')">
        <button spButton variant="primary" icon="plus" (click)="actions.create()">{{ i18n.t('links.create') }}</button>
      </sp-empty>
    } @else {
      <sp-empty [heading]="i18n.t('links.empty.viewerHeading')" [text]="i18n.t('links.empty.viewerText')" />
    }
  </div>`,
})
export class NoLinks {
  readonly archiveWanted = output();
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly actions = inject(LinkActions);
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<LinkPage>(() => {
    this.actions.changed();
    this.connection.recovered();
    return { url: '/api/links', params: { archived: 'true', perPage: 1 } };
  });
  protected readonly archived = kept(this.resource);
}
