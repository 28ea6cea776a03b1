/** Links whose texts stand in one string: some 70 kB, which is made anew where one of them changes. */
const BLOCK = 512;
/** Between the texts of two links. No text that is stored or searched for has it. */
const BORDER = '\0';

/**
 * What is searched of links, by their place, block by block in long strings: the garbage collector has few things to look
 * at, and each block is gone through with one search after the other.
 */
export class LinkTexts {
  private readonly blocks: { text: string; ends: Uint32Array }[] = [];
  private readonly changed = new Map<number, Map<number, string>>();

  /** Sets the text of a place; {@link settle} makes it found. */
  set(place: number, text: string): void {
    const block = Math.floor(place / BLOCK);
    let texts = this.changed.get(block);
    if (texts === undefined) this.changed.set(block, (texts = new Map<number, string>()));
    texts.set(place % BLOCK, text);
  }

  /** Writes what was set into its blocks. */
  settle(): void {
    for (const [number, texts] of this.changed) {
      const { text, ends } = this.blocks[number] ?? { text: BORDER.repeat(BLOCK), ends: EMPTY };
      const parts: string[] = [];
      const places = new Uint32Array(BLOCK);
      for (let n = 0, start = 0, end = 0; n < BLOCK; n += 1) {
        const before = ends[n] ?? 0;
        const part = texts.get(n) ?? text.slice(start, before);
        parts.push(part, BORDER);
        start = before + 1;
        places[n] = end += part.length;
        end += 1;
      }
      this.blocks[number] = { text: parts.join(''), ends: places };
    }
    this.changed.clear();
  }

  /**
   * Leaves only those of some places, which rise, whose text has the words: in the same array, in front.
   * @returns how many are left.
   */
  keep(words: string, places: Int32Array, count: number): number {
    let kept = 0;
    for (let from = 0; from < count;) {
      const number = Math.floor((places[from] ?? 0) / BLOCK);
      let to = from + 1;
      while (to < count && (places[to] ?? 0) < (number + 1) * BLOCK) to += 1;
      const block = this.blocks[number];
      if (block !== undefined) {
        const within = places.subarray(from, to);
        kept = keepInBlock(words, block, within, number * BLOCK, places, kept);
      }
      from = to;
    }
    return kept;
  }
}

const EMPTY = Uint32Array.from({ length: BLOCK }, (_, n) => n);

/** Searches from text to text, past those that are not asked for: no letter is looked at twice. */
function keepInBlock(
  words: string,
  { text, ends }: { readonly text: string; readonly ends: Uint32Array },
  places: Int32Array,
  first: number,
  found: Int32Array,
  count: number,
): number {
  let kept = count;
  let met = -1;
  for (let n = 0; n < places.length; n += 1) {
    const place = places[n] ?? 0;
    const start = place === first ? 0 : (ends[place - first - 1] ?? 0) + 1;
    if (met < start) met = text.indexOf(words, start);
    if (met < 0) break;
    if (met >= (ends[place - first] ?? 0)) continue;
    found[kept] = place;
    kept += 1;
  }
  return kept;
}
