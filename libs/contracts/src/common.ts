/** Answer of an action without a natural result. */
export interface Ok {
  ok: true;
}

/** ISO 8601 UTC with milliseconds. */
export type Instant = string;
