/** An element of a list in a form: a name, or a row that has a key. */
type Element = string | { readonly key: string; readonly url: string };

/** A value that two people have changed, each to something else. */
export interface Clash {
  /** A field, or an element of its list by key: `title`, `countries.DE`. */
  readonly path: string;
  /** Undefined where the element was taken away. */
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** What three versions of a form come to. */
export interface Merged<T> {
  readonly value: T;
  readonly clashes: readonly Clash[];
}

/**
 * Puts together what two people made of one form that was `before`: what only one of them has changed is as that one
 * left it, in lists element by element. Where they clash mine holds, theirs at the paths in `yielded`.
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

/** Lists of a form hold nothing but elements. */
function isList(value: unknown): value is readonly Element[] {
  return Array.isArray(value);
}

function byKey(list: readonly Element[]): ReadonlyMap<string, Element> {
  // Names that differ in case only are one name.
  return new Map(list.map((element) => [typeof element === 'string' ? element.toLowerCase() : element.key, element]));
}

function elementGist(element: Element | undefined): unknown {
  return typeof element === 'object' ? element.url.trim() : element?.toLowerCase();
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
