import { Component, computed, input } from '@angular/core';
import type { Link } from '@signpost/contracts';

/** A short address for reading: without the scheme, the slug in full strength. */
@Component({
  selector: 'app-short-address',
  template: `<span class="base">{{ base() }}</span
    ><span class="slug">{{ link().slug }}</span>`,
  styles: `
    :host {
      font-family: var(--mono);
      font-size: 13px;
      letter-spacing: -0.01em;
      overflow-wrap: anywhere;
    }
    .base {
      color: var(--ink-2);
    }
    .slug {
      font-weight: 650;
    }
  `,
})
export class ShortAddress {
  readonly link = input.required<Pick<Link, 'shortUrl' | 'slug'>>();
  protected readonly base = computed(() => {
    const shown = readable(this.link().shortUrl);
    return shown.endsWith(this.link().slug) ? shown.slice(0, -this.link().slug.length) : '';
  });
}

/** An address for reading: no scheme, no trailing slash. */
export function readable(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
