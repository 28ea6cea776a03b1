import { Component, computed, inject, input } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Params, RouterLink } from '@angular/router';
import type { TopLink } from '@signpost/contracts';
import { I18n } from '../../platform/words/i18n';
import { utmText } from '../links/page/utm-text';
import { carried } from '../reports/filters';

/** The links of a report with the most clicks, as bars that link to them. */
@Component({
  selector: 'app-top-links',
  imports: [RouterLink],
  template: `
    <h2>{{ i18n.t('overview.top.heading') }}</h2>
    @if (links().length) {
      <ol>
        @for (link of links(); track link.id) {
          <li>
            <a [routerLink]="['/links', link.id]" [queryParams]="query()">
              <span class="named">
                <span class="bar" [style.inline-size.%]="(100 * link.clicks) / most()"></span>
                <span class="mono slug truncate">{{ link.slug }}</span>
                <span class="title truncate" dir="auto">{{ link.title }}</span>
                @if (utm(link); as text) {
                  <span class="utm mono truncate">{{ text }}</span>
                }
              </span>
              <span class="num" [style.--length]="longest()">{{ i18n.number(link.clicks) }}</span>
            </a>
          </li>
        }
      </ol>
    } @else {
      <p class="muted">{{ i18n.t('overview.top.none') }}</p>
    }
  `,
  styles: `
    :host {
      display: block;
      padding: 8px 16px 16px;
    }
    h2 {
      margin-block-end: 4px;
      font-size: 0.875rem;
      line-height: 2rem;
    }
    a {
      display: flex;
      align-items: center;
      min-block-size: 34px;
      text-decoration: none;
    }
    .named {
      position: relative;
      display: flex;
      flex: 1;
      align-items: center;
      align-self: stretch;
      gap: 12px;
      min-inline-size: 0;
      padding-inline: 8px;
    }
    @media (pointer: coarse) {
      a {
        min-block-size: var(--control);
      }
    }
    a:hover .slug {
      text-decoration: underline;
    }
    .bar {
      position: absolute;
      inset-block: 3px;
      inset-inline-start: 0;
      min-inline-size: 2px;
      border-radius: 4px;
      background: var(--signal-fill);
    }
    .slug {
      position: relative;
      flex: none;
      max-inline-size: 45%;
      font-weight: 650;
    }
    .title,
    .utm {
      position: relative;
    }
    .utm {
      font-size: 0.75rem;
    }
    @media (max-width: 30em) {
      .named {
        flex-wrap: wrap;
        align-content: center;
        gap: 0 12px;
        padding-block: 4px;
      }
      .slug {
        max-inline-size: 100%;
      }
    }
    /* The title gives way, not what tells links apart nor the number. As wide in every row: bars are compared. */
    .num {
      flex: none;
      inline-size: max(48px, var(--length) * 1ch + 8px);
      font-weight: 550;
      text-align: end;
      white-space: nowrap;
    }
  `,
})
export class TopLinks {
  readonly links = input.required<readonly TopLink[]>();
  protected readonly i18n = inject(I18n);
  private readonly params = toSignal<Params>(inject(ActivatedRoute).queryParams, { requireSync: true });
  /** A link's report opens with the same range and filters. */
  protected readonly query = computed(() => carried(this.params()));
  protected readonly utm = utmText;
  protected readonly most = computed(() => Math.max(1, ...this.links().map(({ clicks }) => clicks)));
  /** Length of the longest formatted number, in characters. */
  protected readonly longest = computed(() => this.i18n.number(this.most()).length);
}
