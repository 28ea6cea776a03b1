import { Component, effect, inject, input, output } from '@angular/core';
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

/** What of a row has an action of its own: a press there is none on the row. */
const CONTROLS = 'a, button, input, label';
/** What lies over the page and goes with a press outside of it. */
const SURFACES = '.cdk-overlay-container :is([role=dialog], [role=menu])';

/**
 * Links in rows, for screens wide enough. A press on a row opens its link; with Ctrl or Cmd it is chosen, with Shift all up
 * to it.
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
  /** Those that were made a moment ago. */
  readonly fresh = input<ReadonlySet<string>>(new Set());
  /** Clicks of the last 30 days. */
  readonly lines = input<RecentLines | null>(null);
  readonly opened = output<Link>();
  readonly toggled = output<Link>();
  /** All from the one chosen last to this one are to be chosen. */
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
  /** Whether the press that is going on puts a surface away: then it means nothing for the row below. */
  private closesSurface = false;

  constructor() {
    effect(() => {
      const isNamed = this.columns().has('responsible') || this.links().some(({ campaignId }) => campaignId !== null);
      if (isNamed) this.lookups.want();
    });
  }

  /** What a small line shows, in words. */
  protected lineLabel(id: string): string {
    const line = this.lines()?.get(id);
    return line ? this.i18n.tn('recent.clicks', line.clicks) : '';
  }

  /** A press somewhere on the row, unless it is meant for what stands there or marks text. */
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

  /** With Shift, the box of a row chooses up to it; the browser must not turn it over on top. */
  protected tick(event: MouseEvent, link: Link): void {
    if (!event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.extended.emit(link);
  }

  /** Shift marks no text here. */
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

  /** For `aria-sort` of a column that sorts by `up` and `down`. */
  protected direction(up: LinkSort, down: LinkSort): 'ascending' | 'descending' | null {
    return this.sort() === up ? 'ascending' : this.sort() === down ? 'descending' : null;
  }

  /** Presses on a sortable head: descending first, then ascending. */
  protected next(up: LinkSort, down: LinkSort): void {
    this.sorted.emit(this.sort() === down ? up : down);
  }

  /** A cap in the room of its column: millions in short. */
  protected short(cap: number): string {
    return cap < 1_000_000 ? this.i18n.number(cap) : this.i18n.compact(cap);
  }
}
