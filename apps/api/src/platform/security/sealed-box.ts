import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import { purposeKey } from './purpose-key.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts and authenticates short texts with a key derived from SESSION_SECRET for one purpose.
 * Format: nonce, tag, cipher text.
 */
export class SealedBox {
  private readonly key: KeyObject;

  constructor(sessionSecret: string, purpose: string) {
    this.key = purposeKey(sessionSecret, purpose);
  }

  /** @param context what the text belongs to; it can only be opened with the same context. */
  seal(text: string, context = ''): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, iv).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the data was changed, or sealed with another secret, purpose or context. */
  open(sealed: Buffer, context = ''): string {
    const decipher = createDecipheriv(ALGORITHM, this.key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}
