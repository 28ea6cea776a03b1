import { DAY_MS } from '@signpost/domain';
import type pg from 'pg';
import { copyRows } from '../pg/binary-copy.js';
import { SCOPE_KIND } from '../rollup/scope.js';
import { VarintReader, VarintWriter } from '../event/varint.js';

/*
 * Visitors whom links share on a day, so that several links can be counted together when nobody knows any more who the
 * visitors were: together they have the sum of their visitors, less each who also visited an older one of them.
 */

/**
 * A visitor of more links than this stands in the list of the whole day: beside each of them the older ones would take
 * the square of their number.
 */
const MOST_LINKS = 8;

/** Stands for the whole day where a link's number would stand. */
const WHOLE_DAY = 0;

interface Group {
  readonly links: readonly number[];
  visitors: number;
}

/** Who shared links on one day of a workspace: collected, then stored beside the younger link. */
export class SharedVisitors {
  private readonly groups = new Map<number, Map<string, Group>>();

  /** Visitors of exactly these links, which are in rising order. */
  add(links: readonly number[], visitors = 1): void {
    if (links.length > MOST_LINKS) {
      this.count(WHOLE_DAY, links, visitors);
      return;
    }
    for (let index = 1; index < links.length; index += 1) {
      this.count(links[index] ?? WHOLE_DAY, links.slice(0, index), visitors);
    }
  }

  /** Adds everybody of a day. `links`: each link with its visitors, in rising order. */
  addAll(links: Iterable<readonly [linkNo: number, visitors: Iterable<bigint>]>): void {
    const first = new Map<bigint, number>();
    const several = new Map<bigint, number[]>();
    for (const [linkNo, visitors] of links) {
      for (const visitor of visitors) {
        const known = first.get(visitor);
        if (known === undefined) first.set(visitor, linkNo);
        else {
          const all = several.get(visitor);
          if (all === undefined) several.set(visitor, [known, linkNo]);
          else all.push(linkNo);
        }
      }
    }
    for (const all of several.values()) this.add(all);
  }

  /** One row for each link that has any, in rising order: for each set of older links its visitors. */
  pack(): { linkNo: number; visitors: Buffer }[] {
    const writer = new VarintWriter();
    return [...this.groups]
      .sort(([a], [b]) => a - b)
      .map(([linkNo, groups]) => {
        for (const { links, visitors } of [...groups.values()].sort(compareGroups)) {
          writer.write(links.length);
          let before = 0;
          for (const link of links) {
            writer.write(link - before);
            before = link;
          }
          writer.write(visitors);
        }
        return { linkNo, visitors: writer.take() };
      });
  }

  private count(linkNo: number, links: readonly number[], visitors: number): void {
    let groups = this.groups.get(linkNo);
    if (groups === undefined) this.groups.set(linkNo, (groups = new Map<string, Group>()));
    const key = links.join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { links, visitors });
    else group.visitors += visitors;
  }
}

function compareGroups({ links: a }: Group, { links: b }: Group): number {
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const order = (a[index] ?? 0) - (b[index] ?? 0);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** How often a stored row's visitors are counted too many when the visitors of `members` are added up. */
export function countedTwice(row: { linkNo: number; visitors: Uint8Array }, members: ReadonlySet<number>): number {
  const reader = new VarintReader(row.visitors);
  let sum = 0;
  while (!reader.done) {
    let link = 0;
    let inside = 0;
    for (let left = reader.next(); left > 0; left -= 1) {
      link += reader.next();
      if (members.has(link)) inside += 1;
    }
    const visitors = reader.next();
    if (row.linkNo === WHOLE_DAY) sum += visitors * Math.max(0, inside - 1);
    else if (inside > 0) sum += visitors;
  }
  return sum;
}

/** Links that stored rows have to be read of, to count these together. */
export function sharedRowsOf(linkNos: readonly number[]): number[] {
  return [WHOLE_DAY, ...linkNos];
}

const TARGET = 'click_shared_visitors (workspace_no, link_no, day, visitors)';
const FIELDS = 4;

/** Stores a day (`YYYY-MM-DD`) of a workspace, in place of what stood there. */
export async function saveSharedVisitors(
  client: pg.ClientBase,
  workspaceNo: number,
  day: string,
  shared: SharedVisitors,
): Promise<void> {
  await client.query('DELETE FROM click_shared_visitors WHERE workspace_no = $1 AND day = $2', [workspaceNo, day]);
  const date = Date.parse(day) / DAY_MS;
  await copyRows(client, TARGET, shared.pack(), (out, { linkNo, visitors }) => {
    out.begin(FIELDS);
    out.int4(workspaceNo);
    out.int4(linkNo);
    out.date(date);
    out.bytea(visitors);
  });
}

const LISTED = `
  SELECT links, count(*)::int AS visitors
  FROM (
    SELECT array_agg(scope_no ORDER BY scope_no) AS links FROM click_visitors
    WHERE workspace_no = $1 AND day = $2 AND kind = ${SCOPE_KIND.link}
    GROUP BY visitor HAVING count(*) > 1
  ) g GROUP BY links`;

/** Of a day (`YYYY-MM-DD`) whose visitors are listed. */
export async function listedSharedVisitors(
  client: pg.ClientBase,
  workspaceNo: number,
  day: string,
): Promise<SharedVisitors> {
  const shared = new SharedVisitors();
  const found = await client.query<{ links: number[]; visitors: number }>(LISTED, [workspaceNo, day]);
  for (const { links, visitors } of found.rows) shared.add(links, visitors);
  return shared;
}
