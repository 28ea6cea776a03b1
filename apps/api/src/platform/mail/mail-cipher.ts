import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Config } from '../config/index.js';
import { Injectable } from '@nestjs/common';
import type { Mail } from './mail.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps queued mails unreadable to whoever reads the database: they hold sign-in tokens. */
@Injectable()
export class MailCipher {
  private readonly key: Uint8Array;

  constructor(config: Config) {
    this.key = new Uint8Array(hkdfSync('sha256', config.sessionSecret, '', 'signpost mail queue', 32));
  }

  /** Encrypts a mail, bound to its row: nonce, tag, cipher text. */
  seal(id: string, mail: Mail): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, iv).setAAD(Buffer.from(id));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(mail), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the payload belongs to another row or another SESSION_SECRET. */
  open(id: string, payload: Buffer): Mail {
    const decipher = createDecipheriv(ALGORITHM, this.key, payload.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(id))
      .setAuthTag(payload.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const opened = Buffer.concat([decipher.update(payload.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(opened.toString('utf8')) as Mail;
  }
}
