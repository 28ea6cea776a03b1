/** Response of an action without a specific result. */
export interface Ok {
  ok: true;
}
