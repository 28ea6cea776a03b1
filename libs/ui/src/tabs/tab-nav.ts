import { afterRenderEffect, Component, DestroyRef, ElementRef, inject, input, signal, viewChild } from '@angular/core';
import { IsActiveMatchOptions, RouterLink, RouterLinkActive } from '@angular/router';

/** One tab that is a page of its own. */
export interface TabLink {
  readonly path: string;
  readonly label: string;
  readonly exact?: boolean;
}

const WHOLE: IsActiveMatchOptions = {
  paths: 'exact',
  queryParams: 'ignored',
  fragment: 'ignored',
  matrixParams: 'ignored',
};
const PART: IsActiveMatchOptions = { ...WHOLE, paths: 'subset' };

/** Navigation between the pages of one thing; each tab is a link with its own address, so Back and Forward work. */
@Component({
  selector: 'sp-tab-nav',
  imports: [RouterLink, RouterLinkActive],
  template: `<nav
    #row
    [attr.aria-label]="label()"
    [class.more-left]="isMoreLeft()"
    [class.more-right]="isMoreRight()"
    (scroll)="updateFade()"
  >
    @for (tab of tabs(); track tab.path) {
      <a
        [routerLink]="tab.path"
        routerLinkActive="on"
        #link
        (isActiveChange)="$event && show(link)"
        ariaCurrentWhenActive="page"
        queryParamsHandling="preserve"
        [routerLinkActiveOptions]="tab.exact ? whole : part"
        >{{ tab.label }}</a
      >
    }
  </nav>`,
  styles: `
    :host {
      display: block;
    }
    nav {
      display: flex;
      gap: clamp(10px, 3.4vw, 16px);
      /* Not a border, which the tabs would have to hang over: that scrolls by a pixel. */
      box-shadow: inset 0 -1px var(--line);
      overflow-x: auto;
      /* What the keyboard comes to stands clear of the edges that fade. */
      scroll-padding-inline: 40px;
      margin-block-end: 16px;
    }
    /* Where tabs are out of sight the row fades away: a mask, which forced colours leave as it is. */
    nav:is(.more-left, .more-right) {
      mask-image: linear-gradient(
        to right,
        transparent,
        black var(--left, 0px) calc(100% - var(--right, 0px)),
        transparent
      );
    }
    .more-left {
      --left: 40px;
    }
    .more-right {
      --right: 40px;
    }
    a {
      padding: 8px 0;
      border-block-end: 2px solid transparent;
      color: var(--ink-2);
      font-weight: 550;
      text-decoration: none;
      white-space: nowrap;
    }
    @media (pointer: coarse) {
      a {
        padding-block: 10px;
      }
    }
    a:hover {
      color: var(--ink);
    }
    a.on {
      color: var(--ink);
      border-color: var(--ink);
      box-shadow: inset 0 -2px 0 var(--signal);
    }
  `,
})
export class TabNav {
  protected readonly whole = WHOLE;
  protected readonly part = PART;
  readonly label = input.required<string>();
  readonly tabs = input.required<readonly TabLink[]>();
  private readonly row = viewChild.required<ElementRef<HTMLElement>>('row');
  protected readonly isMoreLeft = signal(false);
  protected readonly isMoreRight = signal(false);

  constructor() {
    afterRenderEffect(() => {
      this.tabs();
      this.updateFade();
    });
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    if (typeof ResizeObserver !== 'function') return;
    const observer = new ResizeObserver(() => this.updateFade());
    observer.observe(host);
    inject(DestroyRef).onDestroy(() => observer.disconnect());
  }

  /** Scrolls the tabs only: the page must not move when it opens in a low window. */
  protected show(tab: HTMLElement): void {
    const row = this.row().nativeElement;
    const edges = row.getBoundingClientRect();
    const { left, right } = tab.getBoundingClientRect();
    row.scrollLeft += Math.min(0, left - edges.left) + Math.max(0, right - edges.right);
  }

  /** Finds the sides on which tabs are scrolled out of view, in both writing directions. */
  protected updateFade(): void {
    const row = this.row().nativeElement;
    const edges = row.getBoundingClientRect();
    const tabs = [...row.children].map((tab) => tab.getBoundingClientRect());
    this.isMoreLeft.set(tabs.some(({ left }) => left < edges.left - 1));
    this.isMoreRight.set(tabs.some(({ right }) => right > edges.right + 1));
  }
}
