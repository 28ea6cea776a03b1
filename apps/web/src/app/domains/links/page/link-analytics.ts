import { Component, computed, inject } from '@angular/core';
import { readableAddress } from '@signpost/domain';
import { Button } from '@signpost/ui';
import { Stat } from '@signpost/ui/charts';
import { I18n } from '../../../platform/words/i18n';
import { Report } from '../../reports/report';
import { LinkContext } from './link-context';

/** The analytics tab; with a click limit it shows how many clicks remain. */
@Component({
  selector: 'app-link-analytics',
  imports: [Button, Report, Stat],
  template: `@if (context.id(); as id) {
    <app-report kind="link" [subjectId]="id" [subjectName]="name()" [url]="'/api/links/' + id + '/analytics'">
      @if (context.link(); as link) {
        <a spButton firstStep icon="external-link" target="_blank" rel="noopener" [href]="link.shortUrl">{{
          i18n.t('reports.untouched.open')
        }}</a>
      }
      @if (capped(); as link) {
        <section class="card caps">
          <sp-stat [label]="i18n.t('links.visits.used')" [value]="link.usedVisits" />
          <sp-stat [label]="i18n.t('links.visits.remaining')" [value]="link.remainingVisits" />
          <sp-stat [label]="i18n.t('links.visits.cap')" [value]="link.maximumVisits" />
        </section>
      }
    </app-report>
  }`,
  styles: `
    .caps {
      display: grid;
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    .caps sp-stat + sp-stat {
      border-inline-start: 1px solid var(--line);
    }
    @media (max-width: 35em) {
      .caps {
        grid-template-columns: repeat(2, minmax(0, 1fr));
      }
      .caps sp-stat:last-child {
        grid-column: 1 / -1;
        border-inline-start: 0;
        border-block-start: 1px solid var(--line);
      }
    }
  `,
})
export class LinkAnalytics {
  protected readonly i18n = inject(I18n);
  protected readonly context = inject(LinkContext);
  protected readonly name = computed(() => readableAddress(this.context.link()?.shortUrl ?? ''));
  protected readonly capped = computed(() => {
    const link = this.context.link();
    return link && link.maximumVisits !== null ? link : null;
  });
}
