import { Component, input } from '@angular/core';
import { IsActiveMatchOptions, RouterLink, RouterLinkActive } from '@angular/router';

/** One place of a row of tabs that are pages of their own. */
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

/** Navigation between the parts of one thing; each tab is a link with its own address, so back and forward work. */
@Component({
  selector: 'sp-tab-nav',
  imports: [RouterLink, RouterLinkActive],
  template: `<nav [attr.aria-label]="label()">
    @for (tab of tabs(); track tab.path) {
      <a
        [routerLink]="tab.path"
        routerLinkActive="on"
        #link
        (isActiveChange)="$event && link.scrollIntoView({ block: 'nearest', inline: 'nearest' })"
        ariaCurrentWhenActive="page"
        queryParamsHandling="preserve"
        [routerLinkActiveOptions]="tab.exact ? whole : part"
        >{{ tab.label }}</a
      >
    }
  </nav>`,
  styles: `
    nav {
      display: flex;
      gap: 16px;
      /* Not a border, which the tabs would have to hang over: that scrolls by a pixel. */
      box-shadow: inset 0 -1px var(--line);
      overflow-x: auto;
      margin-block-end: 16px;
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
}
