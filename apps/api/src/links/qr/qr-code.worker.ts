import { comeAfterVisitors } from '../../platform/thread-priority.js';
import { drawQrCode, type QrSpec } from './qr-code.js';

// Visitors come before whoever looks at a code.
comeAfterVisitors();

/** What the thread is asked to draw. */
export interface QrOrder {
  readonly spec: QrSpec;
  readonly format: 'svg' | 'png';
}

/** Draws and reads back a code in a thread of its own: both take milliseconds that redirects would wait for. */
export default function draw({ spec, format }: QrOrder): Promise<Uint8Array | null> {
  return drawQrCode(spec, format);
}
