import { httpResource } from '@angular/common/http';
import { Component, computed, inject, signal } from '@angular/core';
import type { AbuseReportList, LinkPage, WorkspaceReport } from '@signpost/contracts';
import { Button, Empty, Failed, Skeleton } from '@signpost/ui';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { FRESH_MS, readOnReturn } from '../../platform/navigation/read-on-return';
import { SessionStore } from '../../platform/session';
import { ChunkLoadError } from '../../platform/navigation/chunk-load-error';
import { REPORTS_OF } from '../desk/desk-api';
import { NewLinks } from '../links/made/new-links';
import { NewLinksCard } from '../links/made/new-links-card';
import { LinkActions } from '../links/page/link-actions';
import { AnyReport, Report } from '../reports/report';
import { ReportSkeleton } from '../reports/report-skeleton';
import { AttentionLists } from './attention-lists';
import { FirstSteps } from './first-steps';
import { TopLinks } from './top-links';

/** From this number of links on, a workspace does not count as new. */
const MANY = 4;

/** The start page: the report of the workspace and what needs attention; for an empty workspace the first steps. */
@Component({
  selector: 'app-overview',
  imports: [
    AttentionLists,
    Button,
    Empty,
    Failed,
    FirstSteps,
    Report,
    ReportSkeleton,
    Skeleton,
    TopLinks,
    ChunkLoadError,
    NewLinksCard,
  ],
  template: `<div class="page">
    <header class="page-head">
      <h1>{{ i18n.t('overview.title') }}</h1>
      @if (session.can('links.manage')) {
        <button spButton variant="primary" icon="plus" (click)="actions.create()">
          {{ i18n.t('overview.create') }}
        </button>
      }
    </header>
    @defer (when made.shown().length) {
      <app-new-links-card />
    } @error {
      <app-chunk-load-error />
    }
    @if (links()?.total === 0) {
      @if (session.can('links.manage')) {
        <app-first-steps always />
      } @else {
        <div class="card">
          <sp-empty [heading]="i18n.t('overview.nothing.heading')" [text]="i18n.t('overview.nothing.text')" />
        </div>
      }
    } @else if (!links() && resource.error()) {
      <div class="card"><sp-failed (retry)="resource.reload()" /></div>
    } @else {
      @if (hasFewLinks() && session.can('links.manage')) {
        <app-first-steps class="above" (visited)="visits.set(visits() + 1)" />
      }
      <!-- One skeleton for both waiting times: for the response, and for the code that shows it. -->
      @defer (when links()) {
        <app-report
          kind="workspace"
          url="/api/workspaces/analytics"
          [subjectName]="session.workspace()?.name ?? ''"
          [version]="visits()"
          [waiting]="!shown()"
          (loaded)="keep($event)"
        >
          @if (shown(); as shown) {
            <div class="two">
              <app-top-links class="card" [links]="shown.topLinks" />
              <app-attention-lists class="card" [attention]="shown.attention" [reports]="openReports()" />
            </div>
          }
        </app-report>
      } @placeholder {
        <app-report-skeleton><sp-skeleton shape="control" [count]="1" /></app-report-skeleton>
      } @error {
        <div class="card"><app-chunk-load-error /></div>
      }
    }
  </div>`,
  styles: `
    .two {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 16px;
    }
    .above {
      display: block;
      margin-block-end: 16px;
    }
    @media (max-width: 51.25em) {
      .two {
        grid-template-columns: minmax(0, 1fr);
      }
    }
  `,
})
export class Overview {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly actions = inject(LinkActions);
  protected readonly made = inject(NewLinks);
  protected readonly report = signal<WorkspaceReport | null>(null);
  /** Incremented by the first visit that the first steps have seen, so that the report reloads. */
  protected readonly visits = signal(0);
  /** Only whether there are any links: decides between first steps and report. */
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<LinkPage>(() => {
    this.actions.changed();
    this.connection.recovered();
    return { url: '/api/links', params: { perPage: 1, archived: 'all' } };
  });
  protected readonly links = kept(this.resource);
  /** Reports of visitors, for users who may answer them. */
  private readonly reports = httpResource<AbuseReportList>(() => {
    this.connection.recovered();
    return this.session.can('workspace.manage') ? REPORTS_OF.workspace : undefined;
  });
  private readonly reported = kept(this.reports);
  protected readonly openReports = computed(() => this.reported()?.items.filter(({ state }) => state === 'open') ?? []);
  /** Waits for both responses, so that nothing moves; a list that fails to load hides nothing else. */
  protected readonly shown = computed(() =>
    this.reports.status() === 'loading' && !this.reported() ? null : this.report(),
  );
  /** Whether the first steps are still shown above the report. */
  protected readonly hasFewLinks = computed(() => (this.links()?.total ?? MANY) < MANY);

  constructor() {
    readOnReturn(this.resource, FRESH_MS.figures);
    readOnReturn(this.reports, FRESH_MS.figures);
  }

  protected keep(report: AnyReport): void {
    if ('attention' in report) this.report.set(report);
  }
}
