import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { rows } from '../database/index.js';
import { MailCipher } from './mail-cipher.js';
import { MailQueue } from './mail-queue.js';
import type { Mail } from './mail.js';

/** Where every domain hands over its mails. */
@Injectable()
export class Mailer {
  constructor(
    private readonly cipher: MailCipher,
    private readonly queue: MailQueue,
  ) {}

  /**
   * Queues a mail in the caller's transaction: it is sent soon after that commits, and never if it rolls back.
   * Does not wait for the sending; failed attempts are repeated with growing pauses.
   */
  async enqueue(mail: Mail, tx: EntityManager): Promise<void> {
    const id = uuidv7();
    await rows(tx, INSERT, [id, mail.kind, this.cipher.seal(id, mail)]);
    this.queue.deliverAfterCommit(tx);
  }
}

const INSERT = 'INSERT INTO mails (id, kind, payload) VALUES ($1, $2, $3)';
