import { Component, computed, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { Campaign } from '@signpost/contracts';
import { Icon, Sparkline } from '@signpost/ui';
import { I18n } from '../../platform/words/i18n';
import type { RecentLines } from '../../platform/recent-clicks';
import { CampaignSort } from './campaign-order';

/** In display order; the first click on a heading sorts in the more useful direction. */
const COLUMNS: readonly { name: string; first: CampaignSort; then: CampaignSort; isNumber?: true }[] = [
  { name: 'name', first: 'name', then: '-name' },
  { name: 'links', first: '-links', then: 'links', isNumber: true },
  { name: 'clicks', first: '-clicks', then: 'clicks', isNumber: true },
];

/** Campaigns as table rows; a click anywhere on a row opens its campaign. */
@Component({
  selector: 'app-campaign-table',
  imports: [Icon, RouterLink, Sparkline],
  template: `<div class="sp-table-wrap">
    <table
      class="sp-table"
      [style.--links-length]="longest().links"
      [style.--clicks-length]="longest().clicks"
      [style.--recent-length]="longest().recent"
    >
      <caption class="sr-only">
        {{
          i18n.t('campaigns.title')
        }}
      </caption>
      <thead>
        <tr>
          @for (column of columns; track column.name) {
            <th
              scope="col"
              [class]="column.name"
              [class.end]="column.isNumber"
              [attr.aria-sort]="direction(column.name)"
            >
              <button type="button" (click)="sorted.emit(sort() === column.first ? column.then : column.first)">
                {{ i18n.t('campaigns.column.' + column.name) }}
                @if (direction(column.name); as way) {
                  <sp-icon [name]="way === 'ascending' ? 'arrow-up' : 'arrow-down'" [size]="12" />
                }
              </button>
            </th>
          }
          <th scope="col" class="recent end">{{ i18n.t('recent.label') }}</th>
        </tr>
      </thead>
      <tbody>
        @for (campaign of campaigns(); track campaign.id) {
          <tr>
            <th scope="row" class="name">
              <a [routerLink]="['/campaigns', campaign.id]">
                <strong dir="auto">{{ campaign.name }}</strong>
                <span class="mono muted">{{ campaign.utmCampaign }}</span>
              </a>
            </th>
            <td class="end num">{{ i18n.number(campaign.linkCount) }}</td>
            <td class="end num">{{ i18n.number(campaign.clickCount) }}</td>
            <td class="recent num">
              @let line = lines()?.get(campaign.id);
              <div>
                <sp-sparkline [counts]="line?.days" [isLoading]="lines()?.isLoading() ?? false" />
                <span [attr.title]="line && i18n.tn('recent.clicks', line.clicks)">{{
                  line ? i18n.number(line.clicks) : ''
                }}</span>
              </div>
            </td>
          </tr>
        }
      </tbody>
    </table>
  </div>`,
  styles: `
    .sp-table {
      /* Wider for longer numbers, which are never cut: by their length, the widest letter and the cell's padding. */
      --links: max(7rem, var(--links-length) * 0.5625rem + 24px);
      --clicks: max(10rem, var(--clicks-length) * 0.5625rem + 24px);
      --recent: max(11rem, var(--recent-length) * 0.5625rem + 96px);
      table-layout: fixed;
    }
    .links {
      inline-size: var(--links);
    }
    .clicks {
      inline-size: var(--clicks);
    }
    .recent {
      inline-size: var(--recent);
    }
    .recent div {
      display: flex;
      align-items: center;
      justify-content: flex-end;
      gap: 8px;
    }
    .recent span {
      flex: none;
      min-inline-size: 3.5rem;
      text-align: end;
    }
    tbody .name {
      position: relative;
    }
    a {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 12px;
      text-decoration: none;
    }
    a > * {
      min-inline-size: 0;
      overflow-wrap: anywhere;
    }
    /* Over the numbers too. From the cell, not the row, to which not every browser can tie it. */
    a::after {
      content: '';
      position: absolute;
      inset-block: 0;
      inset-inline: 0 calc(-1 * (var(--links) + var(--clicks) + var(--recent)));
    }
    a:focus-visible {
      outline: none;
      box-shadow: none;
    }
    a:focus-visible::after {
      outline: 2px solid var(--ink);
      outline-offset: -2px;
      box-shadow: inset 0 0 0 4px var(--signal);
    }
    @media (max-width: 35em) {
      .sp-table {
        --links: max(4.5rem, var(--links-length) * 0.5625rem + 24px);
        --clicks: max(6rem, var(--clicks-length) * 0.5625rem + 24px);
        --recent: 0px;
      }
      .recent {
        display: none;
      }
      a {
        display: grid;
      }
      thead button {
        white-space: normal;
        text-align: end;
      }
    }
  `,
})
export class CampaignTable {
  readonly campaigns = input.required<readonly Campaign[]>();
  /** Empty for the order of the response. */
  readonly sort = input.required<CampaignSort | ''>();
  /** Clicks of the last 30 days, by campaign at the time of the click. */
  readonly lines = input<RecentLines | null>(null);
  readonly sorted = output<CampaignSort>();
  protected readonly i18n = inject(I18n);
  protected readonly columns = COLUMNS;
  /** Length of the longest formatted number of each column, in characters. */
  protected readonly longest = computed(() => {
    const length = (count: (campaign: Campaign) => number): number =>
      this.i18n.number(Math.max(...this.campaigns().map(count))).length;
    return {
      links: length(({ linkCount }) => linkCount),
      clicks: length(({ clickCount }) => clickCount),
      recent: length(({ id }) => this.lines()?.get(id)?.clicks ?? 0),
    };
  });

  /** Value of `aria-sort` for a column. */
  protected direction(name: string): 'ascending' | 'descending' | null {
    return this.sort() === name ? 'ascending' : this.sort() === `-${name}` ? 'descending' : null;
  }
}
