import { Injectable, signal } from '@angular/core';
import { readSetting, writeSetting } from '../../../platform/settings';

/** Columns that can be hidden, in their order. The address is always shown. */
export const COLUMNS = ['status', 'tags', 'responsible', 'clicks', 'created'] as const;
export type Column = (typeof COLUMNS)[number];

/** Rows per page. */
export const PAGE_SIZES = [20, 50, 100] as const;

const USUAL: readonly Column[] = ['status', 'tags', 'clicks', 'created'];

/** How this browser shows the list: columns, rows per page, and whether a row has one line or two. */
@Injectable({ providedIn: 'root' })
export class ListView {
  private readonly shown = signal<ReadonlySet<Column>>(readColumns());
  private readonly size = signal<number>(PAGE_SIZES.find((size) => String(size) === readSetting('rows')) ?? 20);
  private readonly isCompact = signal(readSetting('density') === 'compact');
  readonly columns = this.shown.asReadonly();
  readonly perPage = this.size.asReadonly();
  /** Rows of one line instead of two. */
  readonly compact = this.isCompact.asReadonly();

  toggleColumn(column: Column): void {
    const before = this.shown();
    const after = COLUMNS.filter((one) => before.has(one) !== (one === column));
    this.shown.set(new Set(after));
    writeSetting('columns', after.join(' ') === USUAL.join(' ') ? null : after.join(' '));
  }

  setPerPage(size: number): void {
    this.size.set(size);
    writeSetting('rows', size === PAGE_SIZES[0] ? null : String(size));
  }

  setCompact(compact: boolean): void {
    this.isCompact.set(compact);
    writeSetting('density', compact ? 'compact' : null);
  }
}

function readColumns(): ReadonlySet<Column> {
  const words = readSetting('columns')?.split(' ');
  return new Set(words === undefined ? USUAL : COLUMNS.filter((column) => words.includes(column)));
}
