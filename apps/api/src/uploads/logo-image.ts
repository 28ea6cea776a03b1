import { LIMITS, problem, type RuleName, type RuleParams } from '@signpost/contracts';
import { ApiError, fail, failWith } from '../platform/errors/index.js';
import { loadSharp, pictureQueue } from '../platform/pictures.js';

/** Maximum number of pixels of an image that is decoded completely: a small file can contain a huge image. */
const PIXELS_MAX = 4_000_000;
/**
 * Maximum number of pixels of a JPEG, which is decoded at a half to an eighth of its size and thus needs less memory.
 */
const JPEG_PIXELS_MAX = 30_000_000;
const MEGAPIXELS = PIXELS_MAX / 1_000_000;
const SECONDS_MAX = 10;

/** First bytes of the accepted formats (PNG, JPEG, GIF, WebP). */
const SIGNATURES: readonly ((head: string) => boolean)[] = [
  (head) => head.startsWith('89504e470d0a1a0a'),
  (head) => head.startsWith('ffd8ff'),
  (head) => head.startsWith('474946383761') || head.startsWith('474946383961'),
  (head) => head.startsWith('52494646') && head.slice(16, 24) === '57454250',
];

/**
 * Converts a logo to its stored form: PNG, at most 512 pixels a side, rotated upright, without metadata, only the first
 * frame of an animation. The format is detected from the content; names and declared types are ignored.
 * @throws ApiError `unsupported_media_type` for another format, `file_invalid` when it cannot be decoded or has too
 *   many pixels, `busy`
 */
export async function encodeLogo(bytes: Buffer): Promise<Buffer> {
  const head = bytes.subarray(0, 12).toString('hex');
  if (!SIGNATURES.some((matches) => matches(head))) {
    failWith('unsupported_media_type', problem('file', 'picture_type'));
  }
  return pictureQueue.run(() => encode(bytes));
}

async function encode(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: JPEG_PIXELS_MAX, failOn: 'error', pages: 1, sequentialRead: true } as const;
  try {
    const { width, height, ...header } = await sharp(bytes, options).metadata();
    // A progressive JPEG is decoded completely, and one that must be rotated is not decoded at a smaller size.
    const isReadSmaller = header.format === 'jpeg' && !header.isProgressive && (header.orientation ?? 1) === 1;
    if (width * height > PIXELS_MAX && !isReadSmaller) refuse('picture_pixels', { max: MEGAPIXELS });
    return await sharp(bytes, options)
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize(LIMITS.logoPixels, LIMITS.logoPixels, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // Decoder errors have no use for the caller, who can only send another image.
    return refuse('picture_unreadable');
  }
}

function refuse(rule: RuleName, params?: RuleParams): never {
  return fail('file_invalid', { errors: [problem('file', rule, params)] });
}
