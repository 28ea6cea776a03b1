import { Component, input } from '@angular/core';

/** The Signpost mark: a post with two boards, drawn with four rectangles. */
@Component({
  selector: 'sp-logo',
  template: `<svg
    viewBox="0 0 16 16"
    [attr.width]="size()"
    [attr.height]="size()"
    fill="currentColor"
    aria-hidden="true"
  >
    <rect x="7" y="1" width="2" height="13" />
    <rect x="5" y="2" width="10" height="4" class="board" />
    <rect x="1" y="7" width="9" height="4" />
    <rect x="4" y="14" width="8" height="1" />
  </svg>`,
  styles: `
    :host {
      display: inline-flex;
    }
    .board {
      fill: var(--signal);
    }
  `,
})
export class Logo {
  readonly size = input(24);
}
