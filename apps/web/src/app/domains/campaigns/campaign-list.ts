import { httpResource } from '@angular/common/http';
import { Component, computed, inject } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import { LISTED, type Campaign, type CampaignList as Campaigns } from '@signpost/contracts';
import { Button, Empty, Failed, Skeleton, someInTurns } from '@signpost/ui';
import { Dialogs } from '@signpost/ui/overlay';
import { firstValueFrom } from 'rxjs';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { ListEnd } from '../../platform/list-end';
import { nameSearch, NameSearchBox } from '../../platform/name-search';
import { recentLines } from '../../platform/recent-clicks';
import { SessionStore } from '../../platform/session';
import { Viewport } from '../../platform/viewport';
import { CampaignEditor } from './campaign-editor';
import { CAMPAIGN_SORTS, type CampaignSort, inOrder } from './campaign-order';
import { CampaignTable } from './campaign-table';

/** Rows rendered per step: thousands at once would block the page for a second. */
const ROWS_IN_TURN = 500;

/** All campaigns with their links and clicks. */
@Component({
  selector: 'app-campaign-list',
  imports: [Button, CampaignTable, Empty, Failed, ListEnd, NameSearchBox, Skeleton],
  template: `<div class="page">
    <header class="page-head">
      <h1>{{ i18n.t('campaigns.title') }}</h1>
      @if (session.can('links.manage')) {
        <button spButton variant="primary" icon="plus" (click)="create()">{{ i18n.t('campaigns.create') }}</button>
      }
    </header>
    @if (list(); as found) {
      @if (found.items.length) {
        <app-name-search [search]="search" [label]="i18n.t('campaigns.search')" />
        <app-list-end text="campaigns.end" [count]="found.items.length" [most]="most" />
        @if (shown().length === 0) {
          <div class="card"><sp-empty [heading]="i18n.t('ui.nothingFound')" /></div>
        } @else if (drawn().length) {
          <app-campaign-table [campaigns]="drawn()" [lines]="lines" [sort]="sort()" (sorted)="sortBy($event)" />
        }
      } @else {
        <div class="card">
          <sp-empty [heading]="i18n.t('campaigns.empty.heading')" [text]="i18n.t('campaigns.empty.text')">
            @if (session.can('links.manage')) {
              <button spButton variant="primary" icon="plus" (click)="create()">
                {{ i18n.t('campaigns.create') }}
              </button>
            }
          </sp-empty>
        </div>
      }
    } @else if (resource.error()) {
      <div class="card"><sp-failed (retry)="resource.reload()" /></div>
    } @else {
      <div class="card card-pad"><sp-skeleton shape="row" [count]="5" /></div>
    }
  </div>`,
})
export class CampaignList {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly dialogs = inject(Dialogs);
  private readonly router = inject(Router);
  private readonly connection = inject(Connection);
  private readonly route = inject(ActivatedRoute);
  private readonly params = toSignal(this.route.queryParamMap);
  /** In the URL, as the search text. Empty: newest first, the order of the response. */
  protected readonly sort = computed(() => CAMPAIGN_SORTS.find((known) => known === this.params()?.get('sort')) ?? '');
  protected readonly resource = httpResource<Campaigns>(() => {
    this.connection.recovered();
    return '/api/campaigns';
  });
  protected readonly list = kept(this.resource);
  private readonly viewport = inject(Viewport);
  protected readonly lines = recentLines(
    'campaigns',
    computed(() => (this.viewport.phone() ? [] : (this.list()?.items ?? []))),
  );
  protected readonly most = LISTED.campaigns;
  protected readonly search = nameSearch(computed(() => this.list()?.items.length ?? 0));
  protected readonly shown = computed(() => {
    const found = (this.list()?.items ?? []).filter(({ name, utmCampaign }) =>
      this.search.matches(`${name} ${utmCampaign}`),
    );
    const sort = this.sort();
    return sort ? inOrder(found, sort, this.i18n) : found;
  });
  protected readonly drawn = someInTurns(this.shown, ROWS_IN_TURN);

  protected sortBy(sort: CampaignSort): void {
    void this.router.navigate([], { relativeTo: this.route, queryParamsHandling: 'merge', queryParams: { sort } });
  }

  protected async create(): Promise<void> {
    const ref = this.dialogs.open<Campaign, null, CampaignEditor>(CampaignEditor, null);
    const made = await firstValueFrom(ref.closed, { defaultValue: undefined });
    if (made) await this.router.navigate(['/campaigns', made.id]);
  }
}
