import { lowerThreadPriority } from '../../platform/thread-priority.js';
import { drawQrCode, type QrSpec } from './qr-code.js';

// Lower priority than redirects.
lowerThreadPriority();

/** Input of the worker thread. */
export interface QrOrder {
  readonly spec: QrSpec;
  readonly format: 'svg' | 'png';
}

/** Draws and verifies a code in a worker thread: both take milliseconds, which would delay redirects. */
export default function draw({ spec, format }: QrOrder): Promise<Uint8Array | null> {
  return drawQrCode(spec, format);
}
