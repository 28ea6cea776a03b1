import { Component, computed, effect, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { Link, LinkSort } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';
import { Badge, Checkbox, CopyButton, Icon, Sparkline, Tooltip } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import type { RecentLines } from '../../../platform/recent-clicks';
import { LinkMenu } from '../page/link-menu';
import { LinkStatusBadge } from '../page/link-status';
import { readable, ShortAddress } from '../page/short-address';
import { utmText } from '../page/utm-text';
import { Lookups } from '../editor/lookups';
import type { Column } from './list-view';

/** Elements of a row with an action of their own: a click on them is none on the row. */
const CONTROLS = 'a, button, input, label';
/** Overlays that close on a click outside of them. */
const SURFACES = '.cdk-overlay-container :is([role=dialog], [role=menu])';

/**
 * Links as table rows, for wide screens. A click on a row opens its link; with Ctrl or Cmd it selects it, with Shift
 * all rows up to it.
 */
@Component({
  selector: 'app-link-table',
  imports: [Badge, Checkbox, CopyButton, Icon, LinkMenu, LinkStatusBadge, RouterLink, ShortAddress, Sparkline, Tooltip],
  templateUrl: './link-table.html',
  styleUrl: './link-table.css',
})
export class LinkTable {
  readonly links = input.required<readonly Link[]>();
  readonly selected = input.required<ReadonlySet<string>>();
  readonly selectable = input(true);
  readonly sort = input.required<LinkSort>();
  readonly columns = input.required<ReadonlySet<Column>>();
  /** Ids of links created just now. */
  readonly fresh = input<ReadonlySet<string>>(new Set());
  /** Clicks of the last 30 days. */
  readonly lines = input<RecentLines | null>(null);
  readonly opened = output<Link>();
  readonly toggled = output<Link>();
  /** Select all links from the one selected last to this one. */
  readonly extended = output<Link>();
  readonly tagged = output<string>();
  readonly campaignPicked = output<string>();
  readonly toggledAll = output<boolean>();
  readonly sorted = output<LinkSort>();
  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  protected readonly readable = readable;
  protected readonly readableAddress = readableAddress;
  protected readonly utm = utmText;
  /** Length of the longest number of clicks, in characters. */
  protected readonly longest = computed(
    () => this.i18n.number(Math.max(...this.links().map(({ lifetimeClicks }) => lifetimeClicks))).length,
  );
  /** Whether the current click closes an overlay: then it does nothing to the row below. */
  private closesSurface = false;

  constructor() {
    effect(() => {
      const isNamed = this.columns().has('responsible') || this.links().some(({ campaignId }) => campaignId !== null);
      if (isNamed) this.lookups.ensureLoaded();
    });
  }

  /** Accessible text of a sparkline. */
  protected lineLabel(id: string): string {
    const line = this.lines()?.get(id);
    return line ? this.i18n.tn('recent.clicks', line.clicks) : '';
  }

  /** A click anywhere on the row, unless it is on a control or selects text. */
  protected press(event: MouseEvent, link: Link): void {
    const { target } = event;
    if (
      this.closesSurface ||
      !(target instanceof Element) ||
      target.closest(CONTROLS) ||
      getSelection()?.isCollapsed === false
    )
      return;
    if (this.selectable() && event.shiftKey) this.extended.emit(link);
    else if (this.selectable() && (event.ctrlKey || event.metaKey)) this.toggled.emit(link);
    else this.opened.emit(link);
  }

  /** With Shift, a row's checkbox selects a range; the browser must not toggle it as well. */
  protected tick(event: MouseEvent, link: Link): void {
    if (!event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.extended.emit(link);
  }

  /** Shift-click must not select text here. */
  protected hold(event: MouseEvent): void {
    this.closesSurface = document.querySelector(SURFACES) !== null;
    if (event.shiftKey && this.selectable()) event.preventDefault();
  }

  protected allSelected(): boolean {
    return this.links().length > 0 && this.links().every((link) => this.selected().has(link.id));
  }

  protected someSelected(): boolean {
    return !this.allSelected() && this.links().some((link) => this.selected().has(link.id));
  }

  /** Value of `aria-sort` for a column with the orders `up` and `down`. */
  protected direction(up: LinkSort, down: LinkSort): 'ascending' | 'descending' | null {
    return this.sort() === up ? 'ascending' : this.sort() === down ? 'descending' : null;
  }

  /** Sort order after a click on a column heading: descending first, then ascending. */
  protected next(up: LinkSort, down: LinkSort): void {
    this.sorted.emit(this.sort() === down ? up : down);
  }

  /** A click limit that fits its column: abbreviated from a million on. */
  protected short(cap: number): string {
    return cap < 1_000_000 ? this.i18n.number(cap) : this.i18n.compact(cap);
  }
}
