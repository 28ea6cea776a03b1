/** `keyCode` of every key that an input method handles itself. */
const TAKEN = 229;

/**
 * Whether a key event belongs to an input method that is composing a word. For the key that ends a word, Safari reports
 * that only by its `keyCode`.
 */
export function composes(event: Event): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells in Safari
  return event instanceof KeyboardEvent && (event.isComposing || event.keyCode === TAKEN);
}
