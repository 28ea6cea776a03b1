/**
 * Answers no earlier than `ms` milliseconds from now, whether the work succeeds or fails, so that the time taken does
 * not tell what was found.
 */
export async function atLeast<T>(ms: number, work: Promise<T>): Promise<T> {
  const pause = new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
  const [outcome] = await Promise.allSettled([work, pause]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
