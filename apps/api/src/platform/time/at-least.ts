/**
 * Resolves or rejects no earlier than `ms` milliseconds from now, so that the response time does not reveal the result of the
 * work.
 */
export async function atLeast<T>(ms: number, work: Promise<T>): Promise<T> {
  const pause = new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
  const [outcome] = await Promise.allSettled([work, pause]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
