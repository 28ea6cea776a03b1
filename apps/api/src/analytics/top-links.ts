import { eachLinkClicks, wholeEntries } from '../clicks/index.js';
import type { RollupRow } from './sources/rollups.repository.js';

/** Bounds of one link's clicks, from the beginnings of many stored lists that are sorted by clicks. */
export interface LinkBound {
  readonly linkNo: number;
  /** Clicks in the parts that were read. */
  readonly atLeast: number;
  /** `atLeast` plus the maximum of clicks in the unread parts of lists that do not name the link before. */
  readonly atMost: number;
}

/** Bounds for the clicks of every link, from lists whose ends were not read. */
export interface LinkBounds {
  /** Sorted by `atLeast` in descending order, then by age, older links first. */
  readonly links: readonly LinkBound[];
  /** Maximum number of clicks of a link that no list names in the part that was read. */
  readonly unseen: number;
}

/** Adds up lists of clicks by link, of which only the beginnings may have been read. */
export function boundLinks(rows: readonly Pick<RollupRow, 'links' | 'linksLength'>[]): LinkBounds {
  const sums = new Map<number, { clicks: number; cut: number }>();
  let unseen = 0;
  for (const { links, linksLength } of rows) {
    if (links === null) continue;
    const isCut = links.length < linksLength;
    const named: { clicks: number; cut: number }[] = [];
    let last = 0;
    eachLinkClicks(isCut ? wholeEntries(links) : links, (linkNo, clicks) => {
      let sum = sums.get(linkNo);
      if (sum === undefined) sums.set(linkNo, (sum = { clicks: 0, cut: 0 }));
      sum.clicks += clicks;
      named.push(sum);
      last = clicks;
    });
    if (!isCut) continue;
    // A link that the list does not name has at most as many clicks as the last named one.
    unseen += last;
    for (const sum of named) sum.cut += last;
  }
  const links = [...sums].map(([linkNo, { clicks, cut }]) => ({
    linkNo,
    atLeast: clicks,
    atMost: clicks + unseen - cut,
  }));
  return { links: links.sort((a, b) => b.atLeast - a.atLeast || a.linkNo - b.linkNo), unseen };
}

/** Links that can be among the most clicked ones. */
export interface Candidates {
  readonly links: readonly LinkBound[];
  /** Every other link has fewer clicks than this. */
  readonly least: number;
}

/**
 * The links that can be among the `count` most clicked ones, whatever the unread parts contain; null if a link that no list
 * names can be one of them.
 */
export function candidates({ links, unseen }: LinkBounds, count: number): Candidates | null {
  const least = links[count - 1]?.atLeast ?? 0;
  if (unseen > 0 && unseen >= least) return null;
  return { links: links.filter((link) => link.atMost >= least), least };
}
