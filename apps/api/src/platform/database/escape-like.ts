/** Escapes a text so that LIKE and ILIKE match it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
