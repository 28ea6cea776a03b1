import { LIMITS } from '@signpost/contracts';
import { fail } from '../platform/errors/index.js';
import { loadSharp } from '../platform/pictures.js';

/** Larger pictures are refused before they are unpacked: a small file can hold a huge one. */
const PIXELS_MAX = 30_000_000;
const SECONDS_MAX = 10;

/** First bytes of the accepted formats (PNG, JPEG, GIF, WebP). */
const SIGNATURES: readonly ((head: string) => boolean)[] = [
  (head) => head.startsWith('89504e470d0a1a0a'),
  (head) => head.startsWith('ffd8ff'),
  (head) => head.startsWith('474946383761') || head.startsWith('474946383961'),
  (head) => head.startsWith('52494646') && head.slice(16, 24) === '57454250',
];

/**
 * A picture as we keep it: PNG, at most 512 pixels a side, upright, without metadata, the first frame of an animation.
 * The type is told by the content; names and declared types are not believed.
 * @throws ApiError `unsupported_media_type` for another type, `file_invalid` when it cannot be decoded or is too large.
 */
export async function encodeLogo(bytes: Buffer): Promise<Buffer> {
  const head = bytes.subarray(0, 12).toString('hex');
  if (!SIGNATURES.some((matches) => matches(head))) {
    fail('unsupported_media_type', { message: 'Use a PNG, JPEG, GIF or WebP picture.' });
  }
  const sharp = await loadSharp();
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, sequentialRead: true })
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize(LIMITS.logoPixels, LIMITS.logoPixels, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    // Whatever the decoder says of a picture that it does not take, the caller can only send another one.
    return fail('file_invalid', {
      errors: [{ field: 'file', message: 'This picture cannot be read, or is too large.' }],
    });
  }
}
