import { Component, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { Link } from '@signpost/contracts';
import { Checkbox, CopyButton } from '@signpost/ui';
import { I18n } from '../../platform/i18n';
import { LinkMenu } from './link-menu';
import { LinkStatusBadge } from './link-status';
import { readable, ShortAddress } from './short-address';

/** Links one under the other, for phones. */
@Component({
  selector: 'app-link-cards',
  imports: [Checkbox, CopyButton, LinkMenu, LinkStatusBadge, RouterLink, ShortAddress],
  template: `<ul>
    @for (link of links(); track link.id) {
      <li class="card" [class.selected]="selected().has(link.id)">
        <div class="top">
          @if (selectable()) {
            <sp-checkbox
              [label]="i18n.t('links.selectNamed', { slug: link.slug })"
              [hideLabel]="true"
              [checked]="selected().has(link.id)"
              (checkedChange)="toggled.emit(link)"
            />
          }
          <a [routerLink]="['/links', link.id]"><app-short-address [link]="link" /></a>
          <app-link-menu [link]="link" />
        </div>
        @if (link.title) {
          <p class="clamp">{{ link.title }}</p>
        }
        <p class="muted small clamp" dir="ltr">{{ readable(link.destinationUrl) }}</p>
        <div class="foot">
          <app-link-status [link]="link" />
          <span class="num muted small grow">{{ i18n.tn('links.clicks', link.lifetimeClicks) }}</span>
          <sp-copy-button [text]="link.shortUrl" [name]="link.shortUrl" />
        </div>
      </li>
    }
  </ul>`,
  styles: `
    ul {
      display: grid;
      gap: 8px;
    }
    li {
      display: grid;
      gap: 4px;
      padding: 8px 8px 12px 12px;
    }
    li.selected {
      background: var(--signal-soft);
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
      margin-block-start: 4px;
      padding-inline-end: 4px;
    }
    .clamp {
      display: -webkit-box;
      -webkit-line-clamp: 2;
      -webkit-box-orient: vertical;
      overflow: hidden;
      text-align: start;
    }
  `,
})
export class LinkCards {
  readonly links = input.required<readonly Link[]>();
  readonly selected = input.required<ReadonlySet<string>>();
  readonly selectable = input(true);
  readonly toggled = output<Link>();
  protected readonly i18n = inject(I18n);
  protected readonly readable = readable;
}
