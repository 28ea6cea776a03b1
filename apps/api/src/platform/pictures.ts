import type sharp from 'sharp';
import { WorkQueue } from './work/index.js';

/** Queue for work on pictures, one at a time: each takes a core, and up to 40 MB while it is decoded. */
export const pictureQueue = new WorkQueue(1);

/**
 * Loads Sharp with the first picture, because its native library takes 27 MB that most processes never need. A picture uses one
 * thread, so that the other cores remain for visitors.
 */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: pictures } = await import('sharp');
  pictures.concurrency(1);
  // Decoded pictures are not requested again.
  pictures.cache(false);
  return pictures;
}
