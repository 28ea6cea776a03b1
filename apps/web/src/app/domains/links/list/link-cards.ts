import { Component, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { Link } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';
import { Badge, Checkbox, CopyButton, Icon, Tooltip } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { LinkMenu } from '../page/link-menu';
import { LinkStatusBadge } from '../page/link-status';
import { readable, ShortAddress } from '../page/short-address';
import { utmText } from '../page/utm-text';

/** Links as cards, for phones. */
@Component({
  selector: 'app-link-cards',
  imports: [Badge, Checkbox, CopyButton, Icon, LinkMenu, LinkStatusBadge, RouterLink, ShortAddress, Tooltip],
  template: `<ul>
    @for (link of links(); track link.id) {
      <li class="card" [class.selected]="selected().has(link.id)" [class.fresh]="fresh().has(link.id)">
        <div class="top">
          @if (selectable()) {
            <sp-checkbox
              [label]="i18n.t('links.selectNamed', { slug: link.slug })"
              [hideLabel]="true"
              [checked]="selected().has(link.id)"
              (checkedChange)="toggled.emit(link)"
            />
          }
          <a data-row-link [routerLink]="['/links', link.id]"><app-short-address [link]="link" /></a>
          <app-link-menu [link]="link" />
        </div>
        @if (link.title) {
          <p class="clamp" dir="auto">{{ link.title }}</p>
        }
        <p class="muted small clamp" dir="ltr" [title]="link.destinationUrl">{{ readable(link.destinationUrl) }}</p>
        @if (utm(link); as text) {
          <p class="small mono clamp">{{ text }}</p>
        }
        @if (link.isProtected) {
          <p class="muted small lock"><sp-icon name="lock" [size]="12" />{{ i18n.t('links.protected') }}</p>
        }
        @if (link.tags.length) {
          <p class="tags">
            @for (tag of link.tags.slice(0, 2); track tag) {
              <button
                type="button"
                [attr.aria-label]="i18n.t('links.onlyTag', { name: tag })"
                (click)="tagged.emit(tag)"
              >
                <sp-badge dir="auto">{{ tag }}</sp-badge>
              </button>
            }
            @if (link.tags.length > 2) {
              <button
                type="button"
                [attr.aria-label]="'+' + (link.tags.length - 2) + ': ' + link.tags.slice(2).join(', ')"
                [spTooltip]="link.tags.slice(2).join(', ')"
                [describes]="false"
              >
                <sp-badge>+{{ link.tags.length - 2 }}</sp-badge>
              </button>
            }
          </p>
        }
        <div class="foot">
          <app-link-status [link]="link" [isOneOfMany]="true" />
          <span class="num muted small grow facts">
            <span>{{ i18n.tn('links.clicks', link.lifetimeClicks) }}</span>
            @if (link.maximumVisits !== null) {
              <span>{{
                i18n.t('links.ofVisits', {
                  used: i18n.number(link.usedVisits),
                  cap: i18n.number(link.maximumVisits),
                })
              }}</span>
            }
          </span>
          <sp-copy-button [text]="readableAddress(link.shortUrl)" [name]="readableAddress(link.shortUrl)" />
        </div>
      </li>
    }
  </ul>`,
  styles: `
    ul {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 8px;
    }
    li {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 4px;
      padding: 8px 8px 12px 12px;
    }
    li.selected {
      background: var(--signal-soft);
    }
    li.fresh {
      border-inline-start: 3px solid var(--signal);
    }
    .top,
    .foot {
      display: flex;
      align-items: center;
      gap: 8px;
    }
    .top a {
      flex: 1;
      min-inline-size: 0;
      text-decoration: none;
    }
    .foot {
      flex-wrap: wrap;
      margin-block-start: 4px;
      padding-inline-end: 4px;
    }
    /* Numbers are whole: what stands beside them moves to the next line. */
    .facts {
      flex: 1 min-content;
      overflow-wrap: normal;
    }
    .lock,
    .tags {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px;
    }
    .tags sp-badge {
      display: block;
      min-inline-size: 0;
      padding-block: 2px;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .tags button {
      display: grid;
      flex: none;
      align-items: center;
      max-inline-size: 100%;
      min-block-size: 24px;
      border-radius: 999px;
    }
    .clamp {
      display: -webkit-box;
      -webkit-line-clamp: 2;
      -webkit-box-orient: vertical;
      overflow: hidden;
      /* Each reads in its own direction, and all begin at the same edge. */
      text-align: match-parent;
    }
  `,
})
export class LinkCards {
  readonly links = input.required<readonly Link[]>();
  readonly selected = input.required<ReadonlySet<string>>();
  readonly selectable = input(true);
  /** Ids of links created just now. */
  readonly fresh = input<ReadonlySet<string>>(new Set());
  readonly toggled = output<Link>();
  readonly tagged = output<string>();
  protected readonly i18n = inject(I18n);
  protected readonly readable = readable;
  protected readonly readableAddress = readableAddress;
  protected readonly utm = utmText;
}
