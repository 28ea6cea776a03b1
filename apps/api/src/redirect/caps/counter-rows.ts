import { HOT_QUERY_TIMEOUT_MS } from '../../platform/database/timed-query.js';
import { databaseError } from '../../platform/errors/index.js';
import type { Database } from '../memory/link-resolver.js';

const DEADLOCK = '40P01';
const ATTEMPTS = 5;
/**
 * Statements that take rows where they were left, until it is looked anew whether that is still of use: twice as many as
 * the last time, as long as it is. The database only clears away what is found by an index.
 */
const RUN = { least: 32, most: 1_024 };
/** Rows that wander again after so many statements have done so all the time: that is about what fits on a page. */
const STILL_WANDERING = 16;
/** Statements that find rows by their index after somebody else was found at the same rows. */
const SHARED = 32;
/** Some megabytes; links in excess are looked up by their index. */
const PLACES_MAXIMUM = 10_000;

/**
 * The counters of links with a cap, in the database. Rows are locked in one order, compared and moved in one statement,
 * whichever of two it is.
 *
 * As a rule rows are found by their index, and the database clears away what earlier statements left of them. It cannot
 * while anybody holds an older snapshot or transaction (a backup, a long report, a batch of clicks under way): then each
 * statement leaves a version of every row behind, and the next one would walk along all of them. What shows is that rows
 * wander from page to page; from then on a row is taken where the statement before left it.
 */
export class CounterRows {
  /** Where rows were left (`ctid`), by link. May be out of date: a row that is not found there is looked up. */
  private readonly places = new Map<string, string>();
  /** Statements that are still to take rows where they were left. */
  private inPlace = 0;
  private run = RUN.least;
  /** Statements that have found rows by their index since. */
  private byIndex = STILL_WANDERING;
  /** Statements that are still to do so, whatever it costs. */
  private shared = 0;

  constructor(private readonly database: Database) {}

  /**
   * Takes visits, in one transaction.
   * @param wanted visits by link.
   * @returns what was granted by link; nothing was taken from links that are missing. They have another try, soon, which
   *   is sure to find them.
   */
  async take(wanted: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    if (this.inPlace === 0) return this.takeByIndex(wanted);
    this.inPlace -= 1;
    const links = [...wanted.keys()];
    const places = links.map((linkId) => this.places.get(linkId) ?? null);
    const granted = await this.ask('redirect-consume-in-place', IN_PLACE_SQL, [links, [...wanted.values()], places]);
    if (granted.size < wanted.size) {
      // Somebody else is at these rows, too: such a statement only finds those that nobody changes meanwhile.
      this.inPlace = 0;
      this.shared = SHARED;
    }
    return granted;
  }

  private async takeByIndex(wanted: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const before = new Map([...wanted.keys()].map((linkId) => [linkId, this.places.get(linkId)]));
    const granted = await this.ask('redirect-consume', BY_INDEX_SQL, [[...wanted.keys()], [...wanted.values()]]);
    this.byIndex += 1;
    if (this.shared > 0) this.shared -= 1;
    else if ([...before].some(([linkId, place]) => hasWandered(place, this.places.get(linkId)))) this.beginRun();
    return new Map([...wanted.keys()].map((linkId) => [linkId, granted.get(linkId) ?? 0]));
  }

  private beginRun(): void {
    this.run = this.byIndex <= STILL_WANDERING ? Math.min(RUN.most, this.run * 2) : RUN.least;
    this.inPlace = this.run;
    this.byIndex = 0;
  }

  private async ask(name: string, text: string, values: unknown[]): Promise<Map<string, number>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { rows } = await this.database.query<{ link_id: string; granted: string; place: string }>({
          name,
          text,
          values,
          query_timeout: HOT_QUERY_TIMEOUT_MS,
        });
        if (this.places.size + rows.length > PLACES_MAXIMUM) this.places.clear();
        for (const { link_id, place } of rows.slice(0, PLACES_MAXIMUM)) this.places.set(link_id, place);
        return new Map(rows.map(({ link_id, granted }) => [link_id, Number(granted)]));
      } catch (error) {
        // Of two that wait for each other the database stops one, which then has changed nothing.
        if (databaseError(error)?.code !== DEADLOCK || attempt === ATTEMPTS) throw error;
      }
    }
  }
}

/** Whether a row went to another page. Places are `(page,item)`. */
function hasWandered(from: string | undefined, to: string | undefined): boolean {
  return from !== undefined && to !== undefined && from.split(',')[0] !== to.split(',')[0];
}

// The lock is taken before the count is read: a statement that waited for another sees what that one left.
// A cap that was removed a moment ago lets everyone through.
const BY_INDEX_SQL = `
  WITH held AS (
    SELECT c.link_id, c.used_visits, coalesce(l.maximum_visits, 9223372036854775807) AS maximum, wanted.visits
    FROM unnest($1::uuid[], $2::int[]) AS wanted (link_id, visits)
    JOIN links l ON l.id = wanted.link_id
    JOIN link_counters c ON c.link_id = wanted.link_id
    ORDER BY c.link_id
    FOR UPDATE OF c)
  UPDATE link_counters c
  SET used_visits = least(held.maximum, held.used_visits + held.visits)
  FROM held
  WHERE c.link_id = held.link_id AND held.used_visits < held.maximum
  RETURNING c.link_id, least(held.maximum - held.used_visits, held.visits) AS granted, c.ctid::text AS place`;

// The same for rows that stand where they were left, and for others by a look at their index. A row is only moved when
// what is locked is what the statement saw to begin with; one that somebody changed in between is left out.
const IN_PLACE_SQL = `
  WITH held AS (
    SELECT c.link_id, c.ctid AS place, c.used_visits, coalesce(l.maximum_visits, 9223372036854775807) AS maximum,
           wanted.visits
    FROM unnest($1::uuid[], $2::int[], $3::tid[]) AS wanted (link_id, visits, place)
    JOIN links l ON l.id = wanted.link_id
    LEFT JOIN link_counters there ON there.ctid = wanted.place AND there.link_id = wanted.link_id
    JOIN link_counters c
      ON c.ctid = coalesce(there.ctid, (SELECT f.ctid FROM link_counters f WHERE f.link_id = wanted.link_id))
    ORDER BY c.link_id
    FOR UPDATE OF c),
  taken AS (
    UPDATE link_counters c
    SET used_visits = least(held.maximum, held.used_visits + held.visits)
    FROM held
    WHERE c.ctid = held.place AND held.used_visits < held.maximum
    RETURNING c.link_id, least(held.maximum - held.used_visits, held.visits) AS granted, c.ctid AS place)
  SELECT link_id, granted, place::text FROM taken
  UNION ALL
  SELECT link_id, 0, place::text FROM held WHERE used_visits >= maximum`;
