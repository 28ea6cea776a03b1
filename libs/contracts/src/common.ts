/** Answer of an action without a natural result. */
export interface Ok {
  ok: true;
}
