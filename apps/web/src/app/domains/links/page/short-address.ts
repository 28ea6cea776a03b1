import { Component, computed, input } from '@angular/core';
import type { Link } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';

/** A short URL for display: without the scheme, the slug emphasised. */
@Component({
  selector: 'app-short-address',
  host: { '[class.one-line]': 'oneLine()' },
  template: `<span class="base">{{ base() }}</span
    ><span class="slug">{{ link().slug }}</span>`,
  styles: `
    :host {
      font-family: var(--mono);
      font-size: 0.8125rem;
      letter-spacing: -0.01em;
      overflow-wrap: anywhere;
      /* An address reads from left to right in every language. */
      direction: ltr;
      unicode-bidi: isolate;
    }
    .base {
      color: var(--ink-2);
    }
    .slug {
      /* Moves to the next line as a whole; breaks inside only when it is longer than a line. */
      display: inline-block;
      max-inline-size: 100%;
      font-weight: 650;
    }
    /* Where there is little room the server's name gives way first: the slug is what tells links apart. */
    :host(.one-line) {
      display: flex;
      min-inline-size: 0;
    }
    :host(.one-line) .base,
    :host(.one-line) .slug {
      flex: 0 1 auto;
      min-inline-size: 0;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    :host(.one-line) .base {
      flex-shrink: 9999;
    }
  `,
})
export class ShortAddress {
  /** Cut off the end instead of wrapping. */
  readonly oneLine = input(false);
  readonly link = input.required<Pick<Link, 'shortUrl' | 'slug'>>();
  protected readonly base = computed(() => {
    const shown = readable(this.link().shortUrl);
    return shown.endsWith(this.link().slug) ? shown.slice(0, -this.link().slug.length) : '';
  });
}

/** A URL for display: no scheme, no trailing slash, decoded. */
export function readable(url: string): string {
  return readableAddress(url)
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}

/** A typed destination as it is saved: `https://` is added to a missing scheme. Empty when nothing is typed. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  return text === '' || text.includes('://') ? text : `https://${text}`;
}
