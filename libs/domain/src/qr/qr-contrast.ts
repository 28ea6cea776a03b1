/** Minimum WCAG contrast ratio (3:1) of code to background; below it, cameras fail in poor light. */
const QR_MINIMUM_CONTRAST = 3;

/** A colour of six hex digits, with or without `#`, as lower-case `rrggbb`; null when it is not a colour. */
export function parseQrColor(input: string): string | null {
  return /^#?[0-9a-f]{6}$/i.test(input) ? input.replace('#', '').toLowerCase() : null;
}

/** Relative luminance of an `rrggbb` colour, 0 to 1, by WCAG 2. */
function luminance(color: string): number {
  const linear = (at: number): number => {
    const channel = parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(0) + 0.7152 * linear(2) + 0.0722 * linear(4);
}

/** WCAG 2 contrast ratio of two `rrggbb` colours, 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Whether a QR code in these `rrggbb` colours can be scanned (decisions 7). A light code on a dark background is
 * refused whatever its contrast: the standard allows readers to ignore inverted codes, and many do.
 */
export function isQrReadable(foreground: string, background: string): boolean {
  return luminance(foreground) < luminance(background) && contrastRatio(foreground, background) >= QR_MINIMUM_CONTRAST;
}

/**
 * Whether an `rrggbb` colour is lighter than the other; a code lighter than its background is refused whatever the
 * contrast.
 */
export function isLighter(color: string, other: string): boolean {
  return luminance(color) > luminance(other);
}
