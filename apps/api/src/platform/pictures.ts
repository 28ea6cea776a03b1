import type sharp from 'sharp';

/** Sharp, loaded with the first picture: its native library takes 27 MB, which most processes never need. */
export async function loadSharp(): Promise<typeof sharp> {
  return (await import('sharp')).default;
}
