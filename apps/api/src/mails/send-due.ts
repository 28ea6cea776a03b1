/** Result of sending what is due. */
export interface DueSent {
  readonly sent: number;
  /** Number of those that could not be sent now; they stay due. */
  readonly failed: number;
  /** The first error. */
  readonly error: unknown;
}

const BATCH = 200;

/**
 * Sends everything that is due, batch by batch. One that fails does not block the others.
 * @param list what appears to be due after a candidate, in a fixed order; null: from the beginning.
 * @param send sends one; false when it is no longer due or another process has sent it.
 */
export async function sendDue<Candidate>(
  list: (after: Candidate | null, limit: number) => Promise<Candidate[]>,
  send: (candidate: Candidate) => Promise<boolean>,
): Promise<DueSent> {
  const outcome = { sent: 0, failed: 0, error: undefined as unknown };
  for (let last: Candidate | null = null; ;) {
    const batch: Candidate[] = await list(last, BATCH);
    for (const candidate of batch) {
      try {
        if (await send(candidate)) outcome.sent += 1;
      } catch (error) {
        outcome.failed += 1;
        outcome.error ??= error;
      }
    }
    last = batch.at(-1) ?? null;
    if (batch.length < BATCH) return outcome;
  }
}
