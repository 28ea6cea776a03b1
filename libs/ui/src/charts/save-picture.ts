import type { PictureColours } from './picture';
import { themeColour } from './theme-colour';

/** File formats that a picture can be saved in. */
export type PictureFormat = 'svg' | 'png';

/** PNG pixels for each SVG pixel: sharp on paper and on high-density screens. */
const SCALE = 2;
const CATEGORIES = 8;

/** Colours of the theme that applies to `element`. */
export function coloursAround(element: Element): PictureColours {
  const colour = (name: string): string => themeColour(element, name);
  return {
    surface: colour('surface'),
    ink: colour('ink'),
    ink2: colour('ink-2'),
    line: colour('line'),
    signal: colour('signal'),
    signalFill: colour('signal-fill'),
    categories: Array.from({ length: CATEGORIES }, (_, index) => colour(`cat-${index + 1}`)),
  };
}

/**
 * Offers a picture to the user as a download.
 * @param name of the file, without its extension.
 * @throws Error where the browser cannot draw it.
 */
export async function savePicture(svg: string, name: string, format: PictureFormat): Promise<void> {
  const drawn = new Blob([svg], { type: 'image/svg+xml' });
  const file = format === 'svg' ? drawn : await rasterised(drawn);
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: `${name}.${format}` }).click();
  // The browser reads the URL after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function rasterised(svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser draws nothing.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((png) => (png === null ? reject(new Error('The picture could not be made.')) : resolve(png)));
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
