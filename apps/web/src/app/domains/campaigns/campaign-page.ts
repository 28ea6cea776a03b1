import { httpResource } from '@angular/common/http';
import { Component, computed, effect, inject, input, signal } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import type { Campaign, CampaignReport } from '@signpost/contracts';
import { Button, Empty, Failed, Icon, IconButton, Menu, MenuItem, MenuTrigger, Skeleton, Toasts } from '@signpost/ui';
import { Confirm, Dialogs } from '@signpost/ui/overlay';
import { firstValueFrom } from 'rxjs';
import { ChunkLoadError } from '../../platform/navigation/chunk-load-error';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { RouteTitles } from '../../platform/navigation/navigation';
import { Problems, isMissing } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Viewport } from '../../platform/viewport';
import { NewLinks } from '../links/made/new-links';
import { NewLinksCard } from '../links/made/new-links-card';
import { LinkActions } from '../links/page/link-actions';
import { Lookups } from '../links/editor/lookups';
import { TopLinks } from '../overview/top-links';
import { AnyReport, Report } from '../reports/report';
import { ReportSkeleton } from '../reports/report-skeleton';
import { BatchEditor } from './batch-editor';
import { CampaignEditor } from './campaign-editor';
import { CampaignsApi } from './campaigns-api';

/** One campaign: its report, its top links, and ways to add links. */
@Component({
  selector: 'app-campaign-page',
  imports: [
    Button,
    ChunkLoadError,
    Empty,
    Failed,
    Icon,
    IconButton,
    Menu,
    MenuItem,
    MenuTrigger,
    NewLinksCard,
    Report,
    ReportSkeleton,
    RouterLink,
    Skeleton,
    TopLinks,
  ],
  template: `@let shown = campaign();
    <div class="page">
      <a class="back" routerLink="/campaigns"
        ><sp-icon name="arrow-left" [size]="14" />{{ i18n.t('campaigns.title') }}</a
      >
      @if (missing()) {
        <h1 class="sr-only">{{ i18n.t('notFound.title') }}</h1>
        <div class="card">
          <sp-empty kind="error" [heading]="i18n.t('errors.campaign_not_found')">
            <a spButton routerLink="/campaigns">{{ i18n.t('campaigns.title') }}</a>
          </sp-empty>
        </div>
      } @else {
        <header class="page-head">
          <div class="grow">
            <!-- Rendered before the campaign has loaded: the heading gets the focus on navigation and keeps it. -->
            <h1>
              @if (shown) {
                <span dir="auto">{{ shown.name }}</span>
              } @else {
                <span class="sr-only">{{ i18n.t('campaigns.one') }}</span>
              }
            </h1>
            @if (shown) {
              <p class="muted facts">
                <span class="mono">{{ shown.utmCampaign }}</span>
                @if (shown.utmMedium) {
                  <span class="mono">{{ shown.utmMedium }}</span>
                }
                <a routerLink="/links" [queryParams]="{ campaignId: shown.id }">{{
                  i18n.tn('campaigns.links', shown.linkCount)
                }}</a>
              </p>
            }
          </div>
          @if (shown && session.can('links.manage')) {
            <div class="actions">
              <button spButton [icon]="viewport.phone() ? null : 'plus'" (click)="addLink(shown)">
                {{ i18n.t('campaigns.addLink') }}
              </button>
              <button spButton variant="primary" [icon]="viewport.phone() ? null : 'rows-3'" (click)="batch(shown)">
                {{ i18n.t('campaigns.batch.open') }}
              </button>
            </div>
            <button
              spIconButton
              icon="ellipsis"
              [label]="i18n.t('campaigns.more')"
              [describes]="false"
              [spMenuTrigger]="menu"
            ></button>
            <ng-template #menu>
              <sp-menu>
                <button spMenuItem icon="pencil" (triggered)="edit(shown)">{{ i18n.t('campaigns.edit') }}</button>
                <button spMenuItem icon="trash-2" [danger]="true" (triggered)="remove(shown)">
                  {{ i18n.t('ui.delete') }}
                </button>
              </sp-menu>
            </ng-template>
          }
        </header>
        @defer (when made.shown().length) {
          <app-new-links-card />
        } @error {
          <app-chunk-load-error />
        }
        @if (shown) {
          <app-report
            kind="campaign"
            [subjectId]="shown.id"
            [subjectName]="shown.name"
            [hasLinks]="shown.linkCount > 0"
            [url]="'/api/campaigns/' + shown.id + '/analytics'"
            (loaded)="keep($event)"
          >
            @if (shown.linkCount === 0 && session.can('links.manage')) {
              <button spButton firstStep type="button" icon="rows-3" (click)="batch(shown)">
                {{ i18n.t('campaigns.batch.open') }}
              </button>
            }
            @if (counted(); as numbers) {
              <app-top-links class="card" [links]="numbers.topLinks" />
            }
          </app-report>
        } @else if (resource.error()) {
          <div class="card"><sp-failed (retry)="resource.reload()" /></div>
        } @else {
          <app-report-skeleton><sp-skeleton shape="control" [count]="1" /></app-report-skeleton>
        }
      }
    </div>`,
  styles: `
    /* A long name gives way to what can be done, and takes more lines. */
    .grow {
      flex-basis: 16rem;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
    /* The menu stands beside the name, and what is done most in one row below. */
    @media (max-width: 45em) {
      .page-head {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
      }
      .actions {
        grid-column: 1 / -1;
        order: 1;
      }
    }
  `,
})
export class CampaignPage {
  /** From the URL. */
  readonly id = input.required<string>();

  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  /** On a phone the words of the buttons stand alone, so that both fit into one row. */
  protected readonly viewport = inject(Viewport);
  private readonly actions = inject(LinkActions);
  protected readonly made = inject(NewLinks);
  private readonly lookups = inject(Lookups);
  private readonly api = inject(CampaignsApi);
  private readonly dialogs = inject(Dialogs);
  private readonly confirm = inject(Confirm);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly router = inject(Router);
  private readonly titles = inject(RouteTitles);
  private readonly report = signal<CampaignReport | null>(null);
  /** The report, once it has counted anything. */
  protected readonly counted = computed(() => (this.report()?.meta.earliestEventAt ? this.report() : null));
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<Campaign>(() => {
    this.actions.changed();
    this.connection.recovered();
    return `/api/campaigns/${this.id()}`;
  });
  protected readonly campaign = kept(this.resource, this.id);
  protected readonly missing = computed(() => isMissing(this.resource));

  constructor() {
    effect(() => {
      const campaign = this.campaign();
      if (this.missing()) this.titles.set(this.i18n.t('notFound.title'));
      else if (campaign) this.titles.set(campaign.name);
    });
  }

  protected keep(report: AnyReport): void {
    if ('source' in report.breakdowns && 'topLinks' in report) this.report.set(report as CampaignReport);
  }

  protected async addLink(campaign: Campaign): Promise<void> {
    await this.actions.create({ campaignId: campaign.id });
  }

  protected batch(campaign: Campaign): void {
    this.dialogs.openPanel(BatchEditor, campaign);
  }

  protected async edit(campaign: Campaign): Promise<void> {
    const ref = this.dialogs.open<Campaign, Campaign, CampaignEditor>(CampaignEditor, campaign);
    const saved = await firstValueFrom(ref.closed, { defaultValue: undefined });
    if (!saved) return;
    this.toasts.done(this.i18n.t('campaigns.saved', { name: saved.name }));
    this.actions.touched();
  }

  protected async remove(campaign: Campaign): Promise<void> {
    const sure = await this.confirm.ask({
      heading: this.i18n.t('campaigns.delete.heading', { name: campaign.name }),
      text: this.i18n.t('campaigns.delete.text'),
      action: this.i18n.t('campaigns.delete.action'),
      danger: true,
    });
    if (!sure) return;
    try {
      await this.api.remove(campaign.id);
      this.lookups.refresh();
      this.toasts.done(this.i18n.t('campaigns.delete.done', { name: campaign.name }));
      // Back must not return to a deleted campaign.
      await this.router.navigateByUrl('/campaigns', { replaceUrl: true });
    } catch (error) {
      this.problems.toast(error);
    }
  }
}
