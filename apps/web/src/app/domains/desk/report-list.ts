import { httpResource } from '@angular/common/http';
import { Component, computed, DestroyRef, inject, Injector, input, output, signal, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { AbuseReport, OperatorAbuseReport } from '@signpost/contracts';
import { Badge, Button, Empty, Failed, keepFocusInRows, Segmented, Skeleton, Tone } from '@signpost/ui';
import { Toasts } from '@signpost/ui/toasts';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { DialogLoader } from '../../platform/navigation/dialog-loader';
import { kept } from '../../platform/kept';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Decision, Desk, DeskApi, REPORTS_OF } from './desk-api';
import type { MessageSubject } from './message-dialog';
import { ReportHistory } from './report-history';

const TONES: Record<AbuseReport['state'], Tone> = { open: 'wait', dismissed: 'info', quarantined: 'stop' };

/** Reports of visitors in their own words, with the link's destination and the possible decisions. */
@Component({
  selector: 'app-report-list',
  imports: [Badge, Button, Empty, Failed, ReportHistory, RouterLink, Segmented, Skeleton],
  template: `
    @if (list(); as all) {
      <sp-segmented [label]="i18n.t('desk.show')" [options]="choices()" [(value)]="shown" />
      <ul class="card">
        @for (report of reports(); track report.id) {
          <li>
            <div class="head">
              @if (desk() === 'workspace') {
                <a class="mono" [routerLink]="['/links', report.link.id]">{{ report.shortUrl }}</a>
              } @else {
                <span class="mono">{{ report.shortUrl }}</span>
                <span class="muted small">{{ workspaceOf(report) }}</span>
              }
              <sp-badge [tone]="tones[report.state]">{{ i18n.t('desk.state.' + report.state) }}</sp-badge>
              <time class="muted small" [attr.datetime]="report.createdAt">{{ i18n.moment(report.createdAt) }}</time>
            </div>
            <blockquote dir="auto">{{ report.reason }}</blockquote>
            <p class="small">
              <span class="muted">{{ i18n.t('desk.leadsTo') }}</span>&ngsp;
              <!-- Text instead of a link: nobody should open a destination by accident that a visitor reports as
                   dangerous. -->
              <span class="mono url" dir="ltr">{{ report.destinationUrl }}</span>
            </p>
            @if (report.creator; as creator) {
              <p class="small">
                <span class="muted">{{ i18n.t('desk.madeBy') }}</span>&ngsp;{{ creator.email }}
              </p>
            }
            @if (report.quarantinedBy === 'operator' && desk() === 'workspace') {
              <p class="small muted">{{ i18n.t('desk.byOperator') }}</p>
            }
            <div class="row">
              @if (desk() === 'operator' || report.quarantinedBy !== 'operator') {
                @if (report.quarantinedBy === null || report.state === 'open') {
                  <button
                    spButton
                    small
                    variant="danger"
                    icon="circle-slash"
                    [busy]="busy() === report.id"
                    (click)="decide(report, 'quarantine')"
                  >
                    {{ i18n.t('desk.quarantine') }}
                  </button>
                }
                @if (report.quarantinedBy !== null || report.state === 'open') {
                  <button spButton small [busy]="busy() === report.id" (click)="decide(report, 'dismiss')">
                    {{ i18n.t(report.quarantinedBy === null ? 'desk.dismiss' : 'desk.lift') }}
                  </button>
                }
              }
              @if (report.creator !== null && report.creator.id !== me()) {
                <button spButton small (click)="write(report)">{{ i18n.t('desk.write') }}</button>
              }
              <button
                spButton
                small
                icon="history"
                [attr.aria-expanded]="opened() === report.id"
                [attr.aria-label]="i18n.t('desk.historyNamed', { slug: report.link.slug })"
                (click)="opened.set(opened() === report.id ? null : report.id)"
              >
                {{ i18n.t('desk.history') }}
              </button>
            </div>
            @if (opened() === report.id) {
              <app-report-history [desk]="desk()" [linkId]="report.link.id" />
            }
          </li>
        } @empty {
          <li><sp-empty [heading]="i18n.t('desk.none.' + shown())" [text]="i18n.t('desk.noneText')" /></li>
        }
      </ul>
    } @else if (resource.error()) {
      <div class="card"><sp-failed (retry)="resource.reload()" /></div>
    } @else {
      <div class="card card-pad"><sp-skeleton shape="row" [count]="3" /></div>
    }
  `,
  styles: `
    ul {
      margin-block-start: 12px;
    }
    li {
      display: grid;
      gap: 8px;
      padding: 12px 16px;
    }
    li + li {
      border-block-start: 1px solid var(--line);
    }
    .head {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 12px;
    }
    .head time {
      margin-inline-start: auto;
    }
    blockquote {
      margin: 0;
      padding-inline-start: 12px;
      border-inline-start: 3px solid var(--line);
      white-space: pre-line;
      overflow-wrap: anywhere;
    }
    .mono {
      overflow-wrap: anywhere;
    }
  `,
})
export class ReportList {
  readonly desk = input.required<Desk>();
  /** Emits after a decision: the state of links in other lists may have changed. */
  readonly decided = output();

  protected readonly i18n = inject(I18n);
  private readonly api = inject(DeskApi);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly connection = inject(Connection);
  protected readonly tones = TONES;
  protected readonly shown = signal<'open' | 'all'>('open');
  protected readonly busy = signal<string | null>(null);
  /** Id of the report whose link history is shown. */
  protected readonly opened = signal<string | null>(null);
  private readonly history = viewChild(ReportHistory);
  private readonly injector = inject(Injector);
  private readonly destroyRef = inject(DestroyRef);
  private readonly loader = inject(DialogLoader);
  private readonly session = inject(SessionStore);
  protected readonly me = computed(() => this.session.user()?.id);
  protected readonly resource = httpResource<{ items: readonly (AbuseReport | OperatorAbuseReport)[] }>(() => {
    this.connection.recovered();
    return REPORTS_OF[this.desk()];
  });
  protected readonly list = kept(this.resource);
  protected readonly choices = computed(() =>
    (['open', 'all'] as const).map((value) => ({ value, label: this.i18n.t(`desk.${value}`) })),
  );
  protected readonly reports = computed(() => {
    const items = this.list()?.items ?? [];
    return this.shown() === 'all' ? items : items.filter(({ state }) => state === 'open');
  });

  constructor() {
    // A decided report leaves the list, or its buttons change.
    keepFocusInRows('app-report-list ul.card > li', 'button', this.reports);
  }

  protected workspaceOf(report: AbuseReport | OperatorAbuseReport): string {
    return 'workspace' in report ? report.workspace.name : '';
  }

  protected async write({ id, link, creator }: AbuseReport): Promise<void> {
    if (creator === null) return;
    const part = await this.loader.fetch(() =>
      Promise.all([import('../../platform/dialogs'), import('./message-dialog')]),
    );
    if (!part) return;
    const [{ Dialogs }, { MessageDialog }] = part;
    const subject = { desk: this.desk(), reportId: id, slug: link.slug, creator };
    this.injector
      .get(Dialogs)
      .open<boolean, MessageSubject, InstanceType<typeof MessageDialog>>(MessageDialog, subject)
      .closed.subscribe((isSent) => {
        if (isSent !== true) return;
        const key = this.session.mails() ? 'desk.message.done' : 'desk.message.doneNoMail';
        this.toasts.done(this.i18n.t(key, { email: creator.email }));
        this.history()?.reload();
      });
  }

  protected decide(report: AbuseReport, decision: Decision): Promise<void> {
    return this.run(report, decision, `desk.done.${decision}`, this.wayBack(report, decision));
  }

  /** How to undo a decision, if possible: a dismissed report cannot be reopened. */
  private wayBack(report: AbuseReport, decision: Decision): (() => void) | undefined {
    const { state, quarantinedBy } = report;
    if (decision === 'quarantine') {
      // A link that was quarantined before stays quarantined.
      return quarantinedBy === null ? () => void this.run(report, 'dismiss', 'desk.done.freed') : undefined;
    }
    const wasStoppedHere = state === 'quarantined' && quarantinedBy === this.desk();
    return wasStoppedHere ? () => void this.run(report, 'quarantine', 'desk.done.quarantine') : undefined;
  }

  private async run(report: AbuseReport, decision: Decision, message: string, undo?: () => void): Promise<void> {
    if (this.busy() !== null) return;
    this.busy.set(report.id);
    try {
      await this.api.decide(this.desk(), report.id, decision);
      this.toasts.done(this.i18n.t(message, { slug: report.link.slug }), undo);
      // Undone from another page.
      if (this.destroyRef.destroyed) return;
      this.resource.reload();
      this.history()?.reload();
      this.decided.emit();
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(null);
    }
  }
}
