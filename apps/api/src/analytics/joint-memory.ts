import { createHash } from 'node:crypto';
import { SLOTS, WHOLE_DAY } from './joint.repository.js';
import type { RollupRow } from './rollups.repository.js';

/** Something put together from what a version names. */
interface Versioned<T> {
  readonly version: string;
  readonly value: T;
}

/** About what a row takes beside its counts and lists. */
const ROW_BYTES = 300;
/** And a set of links beside its rows. */
const SET_BYTES = 2_000;

/** What is known of one set of links. */
export class JointLinks {
  /** By slot, see {@link SLOTS}. */
  private readonly rows = new Map<number, Versioned<RollupRow>>();
  /** Distinct visitors of days that are not folded, by day and hours. */
  private readonly visitors = new Map<string, Versioned<number>>();
  private first: (Versioned<number> & { readonly day: number }) | null = null;
  bytes = SET_BYTES;

  row(slot: number, version: string): RollupRow | null {
    const known = this.rows.get(slot);
    return known?.version === version ? known.value : null;
  }

  remember(slot: number, version: string, row: RollupRow): void {
    this.forget(slot);
    this.rows.set(slot, { version, value: row });
    this.bytes += bytesOf(row);
    // A day that is folded is not asked for by the hour any more.
    if (slot % SLOTS === WHOLE_DAY) for (let hour = 1; hour <= WHOLE_DAY; hour += 1) this.forget(slot - hour);
  }

  visitorsOf(key: string, version: string): number | null {
    const known = this.visitors.get(key);
    return known?.version === version ? known.value : null;
  }

  rememberVisitors(key: string, version: string, visitors: number): void {
    // Three days by the hour at which a window begins: days gone by are not worth a thought before there are many.
    if (this.visitors.size >= 100) this.visitors.clear();
    this.visitors.set(key, { version, value: visitors });
  }

  /** The first event, its day, and the version of everything up to that day. */
  get earliest(): (Versioned<number> & { readonly day: number }) | null {
    return this.first;
  }

  rememberEarliest(day: number, version: string, at: number): void {
    this.first = { day, version, value: at };
  }

  private forget(slot: number): void {
    const known = this.rows.get(slot);
    if (known === undefined) return;
    this.bytes -= bytesOf(known.value);
    this.rows.delete(slot);
  }
}

function bytesOf(row: RollupRow): number {
  return row.counts.length + row.linksLength + ROW_BYTES;
}

/** What is known of sets of links, up to so many bytes; the set that was not asked for the longest goes first. */
export class JointMemory {
  /** In order of use. */
  private readonly known = new Map<string, JointLinks>();

  constructor(private readonly mostBytes: number) {}

  /** What is known of these links, which becomes the set used last. */
  of(workspaceNo: number, linkNos: readonly number[]): JointLinks {
    const key = createHash('sha256').update(`${workspaceNo}/${linkNos.join()}`).digest('base64');
    const links = this.known.get(key) ?? new JointLinks();
    this.known.delete(key);
    this.known.set(key, links);
    return links;
  }

  /** Forgets what is too much; never the set used last. */
  evict(): void {
    let bytes = 0;
    for (const links of this.known.values()) bytes += links.bytes;
    const last = [...this.known.keys()].at(-1);
    for (const [key, links] of this.known) {
      if (bytes <= this.mostBytes || key === last) return;
      this.known.delete(key);
      bytes -= links.bytes;
    }
  }
}
