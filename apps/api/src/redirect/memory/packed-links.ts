import { randomInt } from 'node:crypto';
import { RecordIndex } from './record-index.js';
import { FIRST_FIELD, NOWHERE, RecordPages, WORD_BYTES, wordOf, type Place } from './record-pages.js';

/** Fields of a record; behind them the texts, one behind the other: address, id, destination. */
const FIELD = {
  addressHash: FIRST_FIELD,
  nextByAddress: FIRST_FIELD + 1,
  idHash: FIRST_FIELD + 2,
  nextById: FIRST_FIELD + 3,
  /** Bytes of the address and, above them, of the id. */
  keyBytes: FIRST_FIELD + 4,
  /** Bytes of the destination and, above them, marks. */
  destination: FIRST_FIELD + 5,
  note: FIRST_FIELD + 6,
  epoch: FIRST_FIELD + 7,
} as const;
const FIELDS = FIRST_FIELD + 8;

const LENGTH = 0xffff;
const ID_SHIFT = 16;
/** Asked for again since the clock's hand last passed: what is asked for once goes first. */
const REFERENCED = 0x10000;
/** The destination has characters beyond ASCII. */
const WIDE = 0x20000;

/** Records that the hand passes by before the next one goes whether it was asked for or not. */
const LONGEST_TURN = 1_000;
/** A place in each of the two indexes, which are filled by half at least. */
const INDEX_BYTES = 16;

/** So that nobody can choose addresses that all meet in one bucket. */
const SEED = randomInt(2 ** 31);

/** What a record holds: its address, to find it by, and what leads on from there. */
export interface PackedLink {
  readonly address: string;
  readonly id: string;
  readonly destinationUrl: string;
  /** Whatever the caller wants to know of it. */
  readonly note: number;
  readonly epoch: number;
}

/**
 * Links by address and by id, packed into pages of memory: as objects with their texts and maps, a million of them took
 * twice as much, and each full collection of the heap held everybody up for 60 ms.
 */
export class PackedLinks {
  private readonly pages = new RecordPages();
  private readonly byAddress = new RecordIndex(this.pages, FIELD.addressHash, FIELD.nextByAddress);
  private readonly byId = new RecordIndex(this.pages, FIELD.idHash, FIELD.nextById);
  private count = 0;

  /** @param onRemoved told the note of each record that goes. */
  constructor(private readonly onRemoved: (note: number) => void) {}

  get size(): number {
    return this.count;
  }

  /** Bytes that the records take, with their part of the indexes. */
  get bytes(): number {
    return this.pages.liveWords * WORD_BYTES + this.count * INDEX_BYTES;
  }

  /** The record of an address, which is noted as asked for; {@link NOWHERE} when there is none. */
  find(address: string): Place {
    const place = this.locate(address);
    if (place === NOWHERE) return NOWHERE;
    const destination = this.pages.get(place, FIELD.destination);
    if ((destination & REFERENCED) === 0) this.pages.set(place, FIELD.destination, destination | REFERENCED);
    return place;
  }

  /** What the caller noted of a record. */
  noteOf(place: Place): number {
    return this.pages.get(place, FIELD.note);
  }

  /** The epoch in which a record was read. */
  epochOf(place: Place): number {
    return this.pages.get(place, FIELD.epoch);
  }

  /** The id and the destination of a record. */
  textsOf(place: Place): { readonly id: string; readonly destinationUrl: string } {
    const words = this.pages.wordsOf(place);
    const at = wordOf(place);
    const keyBytes = words[at + FIELD.keyBytes] ?? 0;
    const destination = words[at + FIELD.destination] ?? 0;
    const idBytes = keyBytes >>> ID_SHIFT;
    const from = textOf(place) + (keyBytes & LENGTH);
    const to = from + idBytes + (destination & LENGTH);
    // An id has nothing but ASCII: in UTF-8 as in Latin-1 its characters are its bytes.
    const text = this.pages.bytesOf(place).toString((destination & WIDE) === 0 ? 'latin1' : 'utf8', from, to);
    return { id: text.slice(0, idBytes), destinationUrl: text.slice(idBytes) };
  }

  /** Adds a record in place of the one that its address had. Addresses and ids are ASCII. */
  add({ address, id, destinationUrl, note, epoch }: PackedLink): void {
    this.remove(address);
    const { pages } = this;
    const destinationBytes = Buffer.byteLength(destinationUrl);
    const place = pages.take(RecordPages.sizeOf(FIELDS, address.length + id.length + destinationBytes));
    const isWide = destinationBytes !== destinationUrl.length;
    pages.set(place, FIELD.addressHash, hashOf(address));
    pages.set(place, FIELD.idHash, hashOf(id));
    pages.set(place, FIELD.keyBytes, address.length | (id.length << ID_SHIFT));
    pages.set(place, FIELD.destination, destinationBytes | (isWide ? WIDE : 0));
    pages.set(place, FIELD.note, note);
    pages.set(place, FIELD.epoch, epoch);
    pages.bytesOf(place).write(address + id + destinationUrl, textOf(place), 'utf8');
    this.byAddress.add(place);
    this.byId.add(place);
    this.count += 1;
  }

  /** Removes the record of an address. */
  remove(address: string): void {
    const place = this.locate(address);
    if (place !== NOWHERE) this.drop(place);
  }

  /** Removes every record of a link, or those that `isMeant`. */
  removeLink(id: string, isMeant: (place: Place) => boolean = () => true): void {
    const hash = hashOf(id);
    for (let place = this.byId.first(hash); place !== NOWHERE;) {
      if (this.hasId(place, hash, id) && isMeant(place)) {
        this.drop(place);
        // What follows may have been moved.
        place = this.byId.first(hash);
      } else {
        place = this.byId.next(place);
      }
    }
  }

  /** Removes one record: the next one on the clock's way that was not asked for since it last came by (CLOCK). */
  evict(): void {
    for (let passed = 0; ; passed += 1) {
      const place = this.pages.walk();
      if (place === NOWHERE) return;
      const destination = this.pages.get(place, FIELD.destination);
      if ((destination & REFERENCED) === 0 || passed === LONGEST_TURN) {
        this.drop(place);
        return;
      }
      this.pages.set(place, FIELD.destination, destination & ~REFERENCED);
    }
  }

  private drop(place: Place): void {
    this.byAddress.remove(place);
    this.byId.remove(place);
    this.pages.drop(place);
    this.count -= 1;
    this.onRemoved(this.noteOf(place));
    this.pages.compact((from, to) => {
      this.byAddress.move(from, to);
      this.byId.move(from, to);
    });
  }

  private locate(address: string): Place {
    const hash = hashOf(address);
    for (let place = this.byAddress.first(hash); place !== NOWHERE;) {
      const words = this.pages.wordsOf(place);
      const at = wordOf(place);
      const isSame =
        words[at + FIELD.addressHash] === hash &&
        ((words[at + FIELD.keyBytes] ?? 0) & LENGTH) === address.length &&
        isAt(this.pages.bytesOf(place), textOf(place), address);
      if (isSame) return place;
      place = words[at + FIELD.nextByAddress] ?? NOWHERE;
    }
    return NOWHERE;
  }

  private hasId(place: Place, hash: number, id: string): boolean {
    const { pages } = this;
    const keyBytes = pages.get(place, FIELD.keyBytes);
    return (
      pages.get(place, FIELD.idHash) === hash &&
      keyBytes >>> ID_SHIFT === id.length &&
      isAt(pages.bytesOf(place), textOf(place) + (keyBytes & LENGTH), id)
    );
  }
}

/** Where the texts of a record begin in its page, in bytes. */
function textOf(place: Place): number {
  return (wordOf(place) + FIELDS) * WORD_BYTES;
}

/** Whether the bytes from `from` on are the characters of a text. */
function isAt(bytes: Buffer, from: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[from + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** FNV-1a over the characters, its bits mixed once more (the finaliser of MurmurHash3); a signed 32-bit integer. */
function hashOf(text: string): number {
  let hash = SEED;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
