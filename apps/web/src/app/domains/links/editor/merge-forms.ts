/** An element of a list in a form: a name, or a row with a key. */
type Element = string | { readonly key: string; readonly url: string };

/** A value that two users have changed in different ways. */
export interface Clash {
  /** A field, or an element of its list by key: `title`, `countries.DE`. */
  readonly path: string;
  /** Undefined where the element was removed. */
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Result of merging three versions of a form. */
export interface Merged<T> {
  readonly value: T;
  readonly clashes: readonly Clash[];
}

/**
 * Three-way merge of two versions based on `before`: a change by only one side is taken over, in lists element by
 * element. In a conflict `mine` wins, except at the paths in `yielded`, where `theirs` wins.
 */
export function mergeForms<T extends object>(
  before: T,
  mine: T,
  theirs: T,
  yielded: ReadonlySet<string> = new Set(),
): Merged<T> {
  const clashes: Clash[] = [];
  const settle = <V>(path: string, was: V, my: V, their: V, gist: (value: V) => unknown): V => {
    if (gist(my) === gist(was) || gist(my) === gist(their)) return their;
    if (gist(their) === gist(was)) return my;
    clashes.push({ path, mine: my, theirs: their });
    return yielded.has(path) ? their : my;
  };
  const merged = { ...theirs };
  for (const field of Object.keys(theirs) as (keyof T & string)[]) {
    const [was, my, their] = [before[field], mine[field], theirs[field]];
    if (isList(was) && isList(my) && isList(their)) {
      const [old, own, other] = [byKey(was), byKey(my), byKey(their)];
      const keys = new Set([...other.keys(), ...own.keys()]);
      const list = [...keys].map((key) =>
        settle(`${field}.${key}`, old.get(key), own.get(key), other.get(key), elementGist),
      );
      merged[field] = list.filter((element) => element !== undefined) as T[typeof field];
    } else merged[field] = settle(field, was, my, their, trimmed);
  }
  return { value: merged, clashes };
}

/** Lists of a form contain only elements. */
function isList(value: unknown): value is readonly Element[] {
  return Array.isArray(value);
}

function byKey(list: readonly Element[]): ReadonlyMap<string, Element> {
  // Names that differ only in case are equal.
  return new Map(list.map((element) => [typeof element === 'string' ? element.toLowerCase() : element.key, element]));
}

function elementGist(element: Element | undefined): unknown {
  return typeof element === 'object' ? element.url.trim() : element?.toLowerCase();
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
