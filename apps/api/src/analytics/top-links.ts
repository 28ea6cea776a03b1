import { eachLinkClicks, wholeEntries } from '../clicks/index.js';
import type { RollupRow } from './sources/rollups.repository.js';

/** What the beginnings of many stored lists, each the most clicked link first, say about one link. */
export interface LinkBound {
  readonly linkNo: number;
  /** Clicks seen. */
  readonly atLeast: number;
  /** Clicks seen, and as many unseen ones as could hide in the lists that were cut before they named the link. */
  readonly atMost: number;
}

export interface LinkBounds {
  /** By falling `atLeast`, older links first among equal ones. */
  readonly links: readonly LinkBound[];
  /** Most clicks that a link can have which no list named. */
  readonly unseen: number;
}

/** Adds up lists of clicks by link, of which only the beginnings may be known. */
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
    // A link that the list does not name has at most as many clicks as the last one that it names.
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

/** Who can be among the most clicked ones. */
export interface Candidates {
  readonly links: readonly LinkBound[];
  /** Every other link has fewer clicks than this. */
  readonly least: number;
}

/**
 * The links that can be among the `count` most clicked, whatever the cut lists hide; null when a link that nobody named
 * can be among them too.
 */
export function candidates({ links, unseen }: LinkBounds, count: number): Candidates | null {
  const least = links[count - 1]?.atLeast ?? 0;
  if (unseen > 0 && unseen >= least) return null;
  return { links: links.filter((link) => link.atMost >= least), least };
}
