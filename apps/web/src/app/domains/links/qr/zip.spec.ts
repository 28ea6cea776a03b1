import { zipOf } from './zip';

it('stores files as they are, with their checksum and their name in UTF-8', async () => {
  const bytes = new TextEncoder().encode('123456789');
  const archive = new DataView(
    await zipOf([
      { name: 'ü.svg', bytes },
      { name: 'b.svg', bytes },
    ]).arrayBuffer(),
  );
  // The standard CRC-32 check value for these digits.
  expect(archive.getUint32(14, true)).toBe(0xcbf43926);
  const end = archive.byteLength - 22;
  expect([archive.getUint32(end, true), archive.getUint16(end + 10, true)]).toEqual([0x06054b50, 2]);
  const directory = archive.getUint32(end + 16, true);
  expect([archive.getUint32(directory, true), directory + archive.getUint32(end + 12, true)]).toEqual([
    0x02014b50,
    end,
  ]);
  // The second file begins at the offset in the directory.
  const second = archive.getUint32(directory + 46 + 6 + 42, true);
  expect(archive.getUint32(second, true)).toBe(0x04034b50);
});
