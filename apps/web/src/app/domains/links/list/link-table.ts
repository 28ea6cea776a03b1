import { Component, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { Link, LinkSort } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';
import { Badge, Checkbox, CopyButton, Icon, Tooltip } from '@signpost/ui';
import { I18n } from '../../../platform/i18n';
import { LinkMenu } from '../page/link-menu';
import { LinkStatusBadge } from '../page/link-status';
import { readable, ShortAddress } from '../page/short-address';

/** Links in rows, for screens wide enough. */
@Component({
  selector: 'app-link-table',
  imports: [Badge, Checkbox, CopyButton, Icon, LinkMenu, LinkStatusBadge, RouterLink, ShortAddress, Tooltip],
  templateUrl: './link-table.html',
  styleUrl: './link-table.css',
})
export class LinkTable {
  readonly links = input.required<readonly Link[]>();
  readonly selected = input.required<ReadonlySet<string>>();
  readonly selectable = input(true);
  readonly sort = input.required<LinkSort>();
  readonly toggled = output<Link>();
  readonly toggledAll = output<boolean>();
  readonly sorted = output<LinkSort>();
  protected readonly i18n = inject(I18n);
  protected readonly readable = readable;
  protected readonly readableAddress = readableAddress;

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
