const FIRST_CAPACITY = 4096;
/** Dead numbers up to which nothing is moved together. */
const LEAST_WASTE = 4096;

/** Which tags the links have, by their places: lists of numbers, one behind the other. */
export class LinkTagLists {
  private numbers = new Int32Array(FIRST_CAPACITY);
  private starts = new Int32Array(FIRST_CAPACITY);
  private counts = new Int32Array(FIRST_CAPACITY);
  private end = 0;
  private live = 0;

  /** Whether the link at a place has the tag. */
  has(place: number, tag: number): boolean {
    const start = this.starts[place] ?? 0;
    const end = start + (this.counts[place] ?? 0);
    for (let at = start; at < end; at += 1) if (this.numbers[at] === tag) return true;
    return false;
  }

  /** How many of the links have each of so many numbers. */
  tally(numbers: number): Int32Array {
    const tally = new Int32Array(numbers);
    for (let place = 0; place < this.counts.length; place += 1) {
      const start = this.starts[place] ?? 0;
      const end = start + (this.counts[place] ?? 0);
      for (let at = start; at < end; at += 1) {
        const number = this.numbers[at] ?? 0;
        tally[number] = (tally[number] ?? 0) + 1;
      }
    }
    return tally;
  }

  set(place: number, tags: readonly number[]): void {
    if (place >= this.starts.length) {
      this.starts = grown(this.starts, place);
      this.counts = grown(this.counts, place);
    }
    const before = this.counts[place] ?? 0;
    this.live += tags.length - before;
    if (tags.length > before) {
      if (this.end + tags.length > this.numbers.length) this.makeRoom(tags.length);
      this.starts[place] = this.end;
      this.end += tags.length;
    }
    this.counts[place] = tags.length;
    this.numbers.set(tags, this.starts[place]);
  }

  private makeRoom(count: number): void {
    if (this.end - this.live < Math.max(LEAST_WASTE, this.live)) {
      this.numbers = grown(this.numbers, this.end + count);
      return;
    }
    const before = this.numbers;
    this.numbers = new Int32Array(Math.ceil((this.live + count) * 1.5));
    this.end = 0;
    for (let place = 0; place < this.starts.length; place += 1) {
      const start = this.starts[place] ?? 0;
      const length = this.counts[place] ?? 0;
      this.numbers.set(before.subarray(start, start + length), this.end);
      this.starts[place] = this.end;
      this.end += length;
    }
  }
}

/** The same numbers with room for a place. */
export function grown<Numbers extends Int32Array | Uint32Array | Uint8Array | Float64Array | BigInt64Array>(
  numbers: Numbers,
  place: number,
): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(Math.ceil((place + 1) * 1.5));
  (larger as Int32Array).set(numbers as Int32Array);
  return larger;
}
