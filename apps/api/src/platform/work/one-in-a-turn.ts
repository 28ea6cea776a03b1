/**
 * Lets work of the main thread begin one piece in a turn of the event loop, in order of arrival: redirects, which are answered as
 * soon as they arrive, wait for one piece, however many have arrived together.
 * @returns a function that resolves when the caller may begin.
 */
export function oneInATurn(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const beginNext = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  };
  return () =>
    new Promise((begin) => {
      waiting.push(begin);
      if (waiting.length === 1) setImmediate(beginNext);
    });
}
