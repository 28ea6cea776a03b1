import type { BulkInput } from './bulk.js';

/** Forms of a code's modules. */
export const QR_STYLES = ['squares', 'rounded', 'dots'] as const;
export type QrStyle = (typeof QR_STYLES)[number];

/** Forms of the three squares in its corners. */
export const QR_EYES = ['square', 'round'] as const;
export type QrEyes = (typeof QR_EYES)[number];

/** Codes of many links, all in one look. */
export interface QrCodesInput {
  /** At most 500 links. */
  selection: BulkInput['selection'];
  /** Form of the modules. */
  style?: QrStyle;
  /** Form of the three squares in the corners. */
  eyes?: QrEyes;
  /** Six hex digits; black without it. */
  foreground?: string;
  /** Six hex digits; white without it. */
  background?: string;
  /** Tells scans of the codes from other visits. */
  scans?: boolean;
}

export interface QrCodes {
  /** In the order of the selection's ids, or as the list stands. `svg` is 512 units wide and can be made of any size. */
  items: {
    id: string;
    slug: string;
    /** What the code leads to, without what tells scans apart. */
    shortUrl: string;
    title: string | null;
    /** The picture. */
    svg: string;
  }[];
}
