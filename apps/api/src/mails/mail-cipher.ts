import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/index.js';
import { SealedBox } from '../platform/security/index.js';
import type { QueuedMail } from './mail.js';

/** Encrypts queued mails, because they contain sign-in tokens that must not be readable in the database. */
@Injectable()
export class MailCipher {
  private readonly box: SealedBox;

  constructor(config: Config) {
    this.box = new SealedBox(config.sessionSecret, 'mail queue');
  }

  /** Encrypts a mail, bound to its row. */
  seal(id: string, mail: QueuedMail): Buffer {
    return this.box.seal(JSON.stringify(mail), id);
  }

  /** @throws Error when the payload belongs to another row or another SESSION_SECRET. */
  open(id: string, payload: Buffer): QueuedMail {
    return JSON.parse(this.box.open(payload, id)) as QueuedMail;
  }
}
