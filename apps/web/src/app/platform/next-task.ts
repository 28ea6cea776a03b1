/**
 * Ends this task of the browser and goes on in the next: between two long pieces of work it may then paint and answer to
 * presses, which a slow phone could not for the length of both.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
