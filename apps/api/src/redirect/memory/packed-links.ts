import { randomInt } from 'node:crypto';
import { RecordIndex } from './record-index.js';
import { FIRST_FIELD, NOWHERE, RecordPages, WORD_BYTES, wordOf, type Place } from './record-pages.js';

/** Fields of a record. They are followed by the bytes of the texts: address, id, destination. */
const FIELD = {
  addressHash: FIRST_FIELD,
  nextByAddress: FIRST_FIELD + 1,
  idHash: FIRST_FIELD + 2,
  nextById: FIRST_FIELD + 3,
  /** Length of the address in bytes in the lower bits, of the id in the upper bits. */
  keyBytes: FIRST_FIELD + 4,
  /** Length of the destination in bytes in the lower bits, flags in the upper bits. */
  destination: FIRST_FIELD + 5,
  note: FIRST_FIELD + 6,
  epoch: FIRST_FIELD + 7,
} as const;
const FIELDS = FIRST_FIELD + 8;

const LENGTH = 0xffff;
const ID_SHIFT = 16;
/** The record was requested since the clock's hand last passed; records without this flag are evicted first. */
const REFERENCED = 0x10000;
/** The destination has characters beyond ASCII. */
const WIDE = 0x20000;

/** Requested records that the hand may skip in one eviction; the next one is evicted in any case. */
const LONGEST_TURN = 1_000;
/** Bytes of a place in each of the two indexes, which are at least half full. */
const INDEX_BYTES = 16;

/** Random, so that an attacker cannot choose addresses that all fall into one bucket. */
const SEED = randomInt(2 ** 31);

/** Content of a record. */
export interface PackedLink {
  readonly address: string;
  readonly id: string;
  readonly destinationUrl: string;
  /** A number of the caller's choice. */
  readonly note: number;
  readonly epoch: number;
}

/**
 * Links by address and by id, packed into pages of memory. As objects with strings and maps, a million links took twice as
 * much memory, and each full garbage collection paused the process for 60 ms.
 */
export class PackedLinks {
  private readonly pages = new RecordPages();
  private readonly byAddress = new RecordIndex(this.pages, FIELD.addressHash, FIELD.nextByAddress);
  private readonly byId = new RecordIndex(this.pages, FIELD.idHash, FIELD.nextById);
  private count = 0;

  /** @param onRemoved called with the note of each record that is removed. */
  constructor(private readonly onRemoved: (note: number) => void) {}

  get size(): number {
    return this.count;
  }

  /** Bytes that the records take, including their share of the indexes. */
  get bytes(): number {
    return this.pages.liveWords * WORD_BYTES + this.count * INDEX_BYTES;
  }

  /** The record of an address, which is marked as requested; {@link NOWHERE} when there is none. */
  find(address: string): Place {
    const place = this.locate(address);
    if (place === NOWHERE) return NOWHERE;
    const destination = this.pages.get(place, FIELD.destination);
    if ((destination & REFERENCED) === 0) this.pages.set(place, FIELD.destination, destination | REFERENCED);
    return place;
  }

  /** The note that the caller stored with a record. */
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
    // An id is ASCII, so its characters equal its bytes in UTF-8 as in Latin-1.
    const text = this.pages.bytesOf(place).toString((destination & WIDE) === 0 ? 'latin1' : 'utf8', from, to);
    return { id: text.slice(0, idBytes), destinationUrl: text.slice(idBytes) };
  }

  /** Adds a record and removes the previous one of its address. Addresses and ids are ASCII. */
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

  /** Removes every record of a link for which `isMeant` returns true. */
  removeLink(id: string, matches: (place: Place) => boolean = () => true): void {
    const hash = hashOf(id);
    for (let place = this.byId.first(hash); place !== NOWHERE;) {
      if (this.hasId(place, hash, id) && matches(place)) {
        this.drop(place);
        // Removing a record may have moved the ones that follow.
        place = this.byId.first(hash);
      } else {
        place = this.byId.next(place);
      }
    }
  }

  /** Removes one record by the CLOCK algorithm: the next one that was not requested since the hand last passed it. */
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
