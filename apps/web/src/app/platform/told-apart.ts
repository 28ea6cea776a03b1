/**
 * A function that returns the label of an item: its name, followed by what marks it where several items have that name.
 */
export function toldApart<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  markOf: (item: T) => string,
): (item: T) => string {
  const counts = new Map<string, number>();
  for (const name of items.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (item) => {
    const name = nameOf(item);
    return (counts.get(name) ?? 0) > 1 ? `${name} (${markOf(item)})` : name;
  };
}
