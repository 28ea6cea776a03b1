/** What a name begins with, as a capital; by code points, for half an emoji is no character. */
export function initialOf(name: string): string {
  const [first = ''] = name;
  return first.toUpperCase();
}
