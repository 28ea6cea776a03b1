import { domainToASCII } from 'node:url';

/**
 * Hosts that no destination may be on. A line of a hosts file (`0.0.0.0 example.com`) means that host; a plain line
 * (`example.com`) the names below it too. What follows a `#` is a comment.
 */
export class Blocklist {
  private readonly exact = new NameTable();
  private readonly withBelow = new NameTable();

  /** Number of hosts. */
  get size(): number {
    return this.exact.size + this.withBelow.size;
  }

  /** Adds the lines of one file. */
  add(text: string): void {
    for (const line of text.split('\n')) {
      const comment = line.indexOf('#');
      const words = (comment < 0 ? line : line.slice(0, comment)).trim();
      if (words === '') continue;
      const [first = '', ...others] = words.split(/\s+/);
      if (others.length === 0) this.withBelow.add(asStored(first));
      // The address that a hosts file leads them to is of no interest; local names of such files are no destinations.
      else for (const host of others) this.exact.add(asStored(host));
    }
  }

  /** The line that a host is covered by; null when none does. */
  find(host: string): string | null {
    if (this.exact.has(host)) return host;
    for (let name = host; name !== ''; name = name.slice(name.indexOf('.') + 1)) {
      if (this.withBelow.has(name)) return name;
      if (!name.includes('.')) return null;
    }
    return null;
  }
}

const PLAIN = /^[a-z0-9.*_-]*$/;

/** As destinations have hosts: lower case, international names in punycode. */
function asStored(word: string): string {
  const host = PLAIN.test(word) ? word : domainToASCII(word);
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

/**
 * A set of names without an object for each, so that half a million of them stay small. Their bytes stand
 * one behind the other, each after its length; slots of an open hash table say where.
 */
class NameTable {
  private bytes: Buffer = Buffer.alloc(1024);
  private used = 1;
  /** Places in `bytes`, 0 for a free slot; a power of two of them. */
  private slots = new Uint32Array(64);
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(name: string): void {
    // Longer than any name of a host.
    if (name === '' || name.length > 255 || this.has(name)) return;
    if (this.used + name.length + 1 > this.bytes.length) this.bytes = grown(this.bytes);
    const at = this.used;
    this.bytes[at] = name.length;
    this.bytes.write(name, at + 1, 'latin1');
    this.used += name.length + 1;
    this.count += 1;
    if (this.count * 2 > this.slots.length) this.rehash();
    this.slots[this.slotOf(name)] = at;
  }

  has(name: string): boolean {
    return this.slots[this.slotOf(name)] !== 0;
  }

  /** The slot of a name, or the free one where it would stand. */
  private slotOf(name: string): number {
    const mask = this.slots.length - 1;
    for (let slot = hashOf(name) & mask; ; slot = (slot + 1) & mask) {
      const at = this.slots[slot] ?? 0;
      if (at === 0 || this.isAt(at, name)) return slot;
    }
  }

  private isAt(at: number, name: string): boolean {
    if (this.bytes[at] !== name.length) return false;
    for (let index = 0; index < name.length; index += 1) {
      if (this.bytes[at + 1 + index] !== name.charCodeAt(index)) return false;
    }
    return true;
  }

  private rehash(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    for (let at = 1; at < this.used; at += (this.bytes[at] ?? 0) + 1) {
      const name = this.bytes.toString('latin1', at + 1, at + 1 + (this.bytes[at] ?? 0));
      this.slots[this.slotOf(name)] = at;
    }
  }
}

function grown(bytes: Buffer): Buffer {
  const larger = Buffer.alloc(bytes.length * 2);
  bytes.copy(larger);
  return larger;
}

/** FNV-1a, 32 bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
