import type { BulkInput } from './bulk.js';

/** Shapes of the modules of a QR code. */
export const QR_STYLES = ['squares', 'rounded', 'dots'] as const;
export type QrStyle = (typeof QR_STYLES)[number];

/** Shapes of the three finder squares in the corners. */
export const QR_EYES = ['square', 'round'] as const;
export type QrEyes = (typeof QR_EYES)[number];

/** Request for the QR codes of many links in one style. */
export interface QrCodesInput {
  /** At most 500 links. */
  selection: BulkInput['selection'];
  /** Shape of the modules. */
  style?: QrStyle;
  /** Shape of the three finder squares. */
  eyes?: QrEyes;
  /** Six hex digits; black without it. */
  foreground?: string;
  /** Six hex digits; white without it. */
  background?: string;
  /** Whether scans are marked, to distinguish them from other visits. */
  scans?: boolean;
}

export interface QrCodes {
  /** In the order of the selected ids, or of the list for a filter. `svg` is 512 units wide and scalable. */
  items: {
    id: string;
    slug: string;
    /** The encoded short URL, without the scan marker. */
    shortUrl: string;
    title: string | null;
    /** The picture. */
    svg: string;
  }[];
}
