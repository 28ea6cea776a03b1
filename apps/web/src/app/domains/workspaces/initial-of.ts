/** The first character of a name, in upper case; by code points, because half an emoji is no character. */
export function initialOf(name: string): string {
  const [first = ''] = name;
  return first.toUpperCase();
}
