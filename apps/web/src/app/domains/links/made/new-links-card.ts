import { Component, computed, DestroyRef, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { readableAddress } from '@signpost/domain';
import { CopyButton, IconButton, keepFocus } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { LinkActions } from '../page/link-actions';
import { readable, ShortAddress } from '../page/short-address';
import { utmText } from '../page/utm-text';
import { NewLinks } from './new-links';

/** Maximum rows of the card; copying includes the addresses of all links. */
const MOST_ROWS = 8;

/** Links created just now, with likely next actions: copy, QR code, open, edit. Disappears with its page. */
@Component({
  selector: 'app-new-links-card',
  imports: [CopyButton, IconButton, RouterLink, ShortAddress],
  template: `@if (links().length) {
    <section class="card" aria-labelledby="new-links">
      <header>
        <h2 id="new-links">{{ i18n.tn('links.made.heading', links().length) }}</h2>
        @if (links().length > 1) {
          <sp-copy-button
            [text]="all()"
            [label]="i18n.t('links.made.copyAll')"
            [name]="i18n.tn('links.made.heading', links().length)"
          />
        }
        <button spIconButton icon="x" [label]="i18n.t('ui.dismiss')" [describes]="false" (click)="close()"></button>
      </header>
      <ul>
        @for (link of rows(); track link.id) {
          <li>
            <a class="about" [routerLink]="['/links', link.id]">
              <app-short-address [link]="link" [oneLine]="true" />
              <span class="small muted truncate" dir="auto">{{
                utm(link) || link.title || readable(link.destinationUrl)
              }}</span>
            </a>
            <sp-copy-button [text]="readableAddress(link.shortUrl)" [name]="readableAddress(link.shortUrl)" />
            <button
              spIconButton
              icon="qr-code"
              [label]="i18n.t('links.made.qr', { slug: link.slug })"
              [describes]="false"
              (click)="actions.qr(link)"
            ></button>
            <a
              spIconButton
              icon="external-link"
              target="_blank"
              rel="noopener"
              [href]="link.shortUrl"
              [label]="i18n.t('links.made.open', { slug: link.slug })"
              [describes]="false"
            ></a>
            <button
              spIconButton
              icon="pencil"
              [label]="i18n.t('links.made.edit', { slug: link.slug })"
              [describes]="false"
              (click)="actions.edit(link)"
            ></button>
          </li>
        }
      </ul>
      @if (links().length > rows().length) {
        <p class="rest small muted">{{ i18n.tn('links.made.more', links().length - rows().length) }}</p>
      }
    </section>
  }`,
  styles: `
    section {
      margin-block-end: 16px;
      border-inline-start: 3px solid var(--signal);
    }
    header,
    li {
      display: flex;
      align-items: center;
      gap: 4px;
      padding: 4px 8px 4px 16px;
    }
    h2 {
      flex: 1;
      font-size: 0.875rem;
    }
    li {
      min-block-size: 44px;
      border-block-start: 1px solid var(--line);
    }
    .about {
      display: grid;
      flex: 1;
      min-inline-size: 0;
      text-decoration: none;
    }
    @media (max-width: 45em) {
      li {
        flex-wrap: wrap;
        padding-block: 8px;
      }
      .about {
        flex-basis: 100%;
      }
    }
    .rest {
      padding: 4px 16px 8px;
    }
  `,
})
export class NewLinksCard {
  protected readonly i18n = inject(I18n);
  protected readonly actions = inject(LinkActions);
  private readonly made = inject(NewLinks);
  protected readonly links = this.made.shown;
  protected readonly rows = computed(() => this.links().slice(0, MOST_ROWS));
  protected readonly all = computed(() =>
    this.links()
      .map(({ shortUrl }) => readableAddress(shortUrl))
      .join('\n'),
  );
  protected readonly readable = readable;
  protected readonly readableAddress = readableAddress;
  protected readonly utm = utmText;

  constructor() {
    inject(DestroyRef).onDestroy(() => this.made.closeCard());
  }

  protected close(): void {
    this.made.closeCard();
    keepFocus();
  }
}
