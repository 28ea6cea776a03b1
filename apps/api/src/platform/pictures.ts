import type sharp from 'sharp';
import { Turns } from './work/index.js';

/** For whoever works on a picture, one at a time: each takes a core, and up to 40 MB while it is decoded. */
export const pictureTurns = new Turns(1);

/**
 * Sharp, loaded with the first picture: its native library takes 27 MB, which most processes never need. A picture has one
 * thread, so that the other cores stay with the visitors.
 */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: pictures } = await import('sharp');
  pictures.concurrency(1);
  // What was decoded is not asked for again.
  pictures.cache(false);
  return pictures;
}
