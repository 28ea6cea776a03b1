/** A file of an archive. */
export interface ZipEntry {
  /** Unique in the archive, in UTF-8. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Flag for names in UTF-8. */
const UTF8_NAMES = 0x0800;
/** Format version that a reader must support: folders and uncompressed storage. */
const VERSION = 20;
/** Midnight of 1 January 1980, the earliest date of the format: the same files always make the same archive. */
const FIRST_DAY = 0x0021;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** The files as a ZIP archive (PKWARE APPNOTE), uncompressed: PNGs are compressed already, and SVGs are small. */
export function zipOf(entries: readonly ZipEntry[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const encoded = new TextEncoder().encode(name);
    const shared: readonly Value[] = [
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, 0],
      [2, 0],
      [2, FIRST_DAY],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, encoded.length],
      [2, 0],
    ];
    const header = record([[4, 0x04034b50], ...shared]);
    parts.push(header, encoded, bytes);
    const rest: readonly Value[] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ];
    directory.push(record([[4, 0x02014b50], [2, VERSION], ...shared, ...rest]), encoded);
    offset += header.length + encoded.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

type Value = readonly [bytes: 2 | 4, value: number];

/** Numbers in sequence, little-endian. */
function record(values: readonly Value[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of values) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** CRC-32 as used by ZIP and PNG. */
function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
