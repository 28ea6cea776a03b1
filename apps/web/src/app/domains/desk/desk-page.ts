import { Component, computed, inject, input, viewChild } from '@angular/core';
import { Forbidden } from '@signpost/ui';
import { I18n } from '../../platform/words/i18n';
import { SessionStore } from '../../platform/session';
import { Desk } from './desk-api';
import { HostSearch } from './host-search';
import { ReportList } from './report-list';

/** The desk where reported links are decided: that of the workspace, or the operator's over all of them. */
@Component({
  selector: 'app-desk-page',
  imports: [Forbidden, HostSearch, ReportList],
  template: `<div class="page">
    <header class="page-head">
      <h1>{{ i18n.t(desk() === 'workspace' ? 'desk.title' : 'desk.operatorTitle') }}</h1>
    </header>
    @if (!allowed()) {
      <div class="card">
        <sp-forbidden [text]="i18n.t(desk() === 'workspace' ? 'desk.forbidden' : 'desk.operatorForbidden')" />
      </div>
    } @else {
      <p class="muted intro">{{ i18n.t('desk.text') }}</p>
      <app-report-list [desk]="desk()" (decided)="search()?.reload()" />
      @if (desk() === 'operator') {
        <h2>{{ i18n.t('desk.host.heading') }}</h2>
        <app-host-search />
      }
    }
  </div>`,
  styles: `
    .intro {
      margin-block-end: 16px;
    }
    h2 {
      margin-block: 32px 12px;
    }
  `,
})
export class DeskPage {
  /** From the route data. */
  readonly desk = input.required<Desk>();

  protected readonly i18n = inject(I18n);
  protected readonly search = viewChild(HostSearch);
  private readonly session = inject(SessionStore);
  protected readonly allowed = computed(() =>
    this.desk() === 'workspace' ? this.session.can('workspace.manage') : this.session.user()?.isOperator === true,
  );
}
