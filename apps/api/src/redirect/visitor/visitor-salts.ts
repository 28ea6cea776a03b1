import { hash, randomBytes } from 'node:crypto';
import { DAY_MS, utcDay } from '@signpost/domain';
import { HOT_QUERY_TIMEOUT_MS } from '../../platform/database/timed-query.js';
import type { Database } from '../memory/link-resolver.js';

const REFRESH_MS = 10 * 60_000;
const RETRY_MS = 5_000;

interface SaltRow {
  day: string;
  salt: Buffer;
}

/** Creates today's and tomorrow's salt unless another process has done so, and returns both. */
const SALTS_SQL = `
  WITH made AS (
    INSERT INTO visitor_salts (day, salt) VALUES ($1::date, $3), ($2::date, $4)
    ON CONFLICT (day) DO NOTHING RETURNING day, salt)
  SELECT day::text AS day, salt FROM made
  UNION SELECT day::text, salt FROM visitor_salts WHERE day IN ($1::date, $2::date)`;

/**
 * The secret salt of each UTC day for hashing visitors, shared by all processes through the database. Tomorrow's salt is
 * fetched a day ahead, so that an outage over midnight has no effect. The salt of a past day is dropped from memory, and
 * deleted from the database after the following day has ended.
 */
export class VisitorSalts {
  private readonly salts = new Map<number, string>();
  private currentDay = -1;
  private currentSalt = '';
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly now: () => number,
  ) {}

  /** Loads the salts and refreshes them periodically until {@link stop}. */
  async start(): Promise<void> {
    const delay = await this.refresh().then(
      () => REFRESH_MS,
      () => RETRY_MS,
    );
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.start(), delay).unref();
  }

  stop(): void {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  /**
   * A hash of 64 bits, as 16 hex digits, that distinguishes visitors within one day and one workspace. Without the day's salt
   * it cannot be traced back to the address or the browser, and hashes of two days cannot be linked.
   */
  visitor(at: number, workspaceId: string, address: string, userAgent: string): string {
    const day = Math.floor(at / DAY_MS);
    if (day !== this.currentDay) this.turnTo(day);
    return hash('sha256', `${this.currentSalt}\n${workspaceId}\n${address}\n${userAgent}`, 'hex').slice(0, 16);
  }

  private turnTo(day: number): void {
    let salt = this.salts.get(day);
    if (salt === undefined) {
      // The database has been unavailable for more than a day: until it is back, unique visitors are counted per process.
      salt = randomBytes(32).toString('hex');
      this.salts.set(day, salt);
    }
    this.currentDay = day;
    this.currentSalt = salt;
    for (const known of this.salts.keys()) if (known < day) this.salts.delete(known);
  }

  private async refresh(): Promise<void> {
    const today = Math.floor(this.now() / DAY_MS);
    let rows = await this.readOrCreate(today);
    // A row that another process inserted concurrently is visible only to the next statement.
    if (rows.length < 2) rows = await this.readOrCreate(today);
    for (const row of rows) this.salts.set(Date.parse(`${row.day}T00:00:00Z`) / DAY_MS, row.salt.toString('hex'));
    this.currentDay = -1;
  }

  private async readOrCreate(today: number): Promise<SaltRow[]> {
    const { rows } = await this.database.query<SaltRow>({
      text: SALTS_SQL,
      values: [dayText(today), dayText(today + 1), randomBytes(32), randomBytes(32)],
      query_timeout: HOT_QUERY_TIMEOUT_MS,
    });
    return rows;
  }
}

function dayText(day: number): string {
  return utcDay(day * DAY_MS);
}
