/** Code of every key that a method of input takes for itself. */
const TAKEN = 229;

/**
 * Whether a key belongs to the method of input with which a word is being composed. Safari says of the key that ends a
 * word only by its code that it did.
 */
export function composes(event: Event): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells in Safari
  return event instanceof KeyboardEvent && (event.isComposing || event.keyCode === TAKEN);
}
