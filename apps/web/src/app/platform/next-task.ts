/**
 * Continues in the next task of the browser, so that it can paint and handle input between two long pieces of work,
 * which would block a slow phone for their whole duration.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
