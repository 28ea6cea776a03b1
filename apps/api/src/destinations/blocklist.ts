/**
 * Hosts that no destination may be on. A line of a hosts file (`0.0.0.0 example.com`) means that host; a plain line
 * (`example.com`) the names below it too. What follows a `#` is a comment.
 */
export class Blocklist {
  private readonly exact = new Set<string>();
  private readonly withBelow = new Set<string>();

  /** Number of hosts. */
  get size(): number {
    return this.exact.size + this.withBelow.size;
  }

  /** Adds the lines of one file. */
  add(text: string): void {
    for (const line of text.split('\n')) {
      const words = (line.split('#', 1)[0] ?? '').trim().toLowerCase().split(/\s+/);
      const [first = '', ...others] = words;
      if (first === '') continue;
      if (others.length === 0) this.withBelow.add(first.replace(/\.$/, ''));
      // The address that a hosts file leads them to is of no interest; local names of such files are no destinations.
      else for (const host of others) this.exact.add(host);
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
