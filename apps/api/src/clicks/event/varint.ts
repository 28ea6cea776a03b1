/** Writes unsigned integers below 2^53 in as many 7-bit groups as they need, low groups first (LEB128). */
export class VarintWriter {
  private buffer = Buffer.allocUnsafe(256);
  private length = 0;

  write(value: number): void {
    if (this.length + 8 > this.buffer.length) {
      this.buffer = Buffer.concat([this.buffer], this.buffer.length * 2);
    }
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length++] = rest;
  }

  /** Returns a copy of the bytes written and starts again with none. */
  take(): Buffer {
    const bytes = Buffer.from(this.buffer.subarray(0, this.length));
    this.length = 0;
    return bytes;
  }
}

/** Reads what {@link VarintWriter} wrote. `next` past the end returns 0. */
export class VarintReader {
  position = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get done(): boolean {
    return this.position >= this.bytes.length;
  }

  next(): number {
    const { bytes } = this;
    let byte = bytes[this.position++] ?? 0;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let scale = 0x80;
    do {
      byte = bytes[this.position++] ?? 0;
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    } while (byte >= 0x80);
    return value;
  }
}
