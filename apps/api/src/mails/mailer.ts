import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { firstRow } from '../platform/database/index.js';
import type { Language } from '../platform/http/index.js';
import { MailCipher } from './mail-cipher.js';
import { MailEntity } from './mail.entity.js';
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
   * Does not wait for the sending; failed attempts are repeated with growing pauses. It is written in the language in which
   * the recipient's account last signed in; somebody invited without an account gets that of the person who invites, and a new
   * address of an account that of the account.
   */
  async enqueue(mail: Mail, tx: EntityManager): Promise<void> {
    await enqueueMail(this.cipher, mail, tx);
    this.queue.deliverAfterCommit(tx);
  }
}

/** The same for a process that sends no mails, such as a command: the application does, when it looks next. */
export async function enqueueMail(cipher: MailCipher, mail: Mail, tx: EntityManager): Promise<void> {
  const id = uuidv7();
  const readers = [mail.to, personBehind(mail)];
  const language = (await firstRow<{ language: Language }>(tx, FIND_LANGUAGE, readers))?.language ?? 'en';
  const payload = cipher.seal(id, { ...mail, language });
  await tx.getRepository(MailEntity).insert({ id, kind: mail.kind, payload });
}

/** The address of whoever a mail is sent for, when that may be somebody else's than the recipient's. */
function personBehind(mail: Mail): string | null {
  switch (mail.kind) {
    case 'invitation':
      return mail.invitedBy;
    case 'email_change':
      return mail.from;
    case 'email_changed':
      return mail.newEmail;
    default:
      return null;
  }
}

// SQL, because the platform knows no accounts but for this.
const FIND_LANGUAGE = `
  SELECT language FROM users WHERE email IN ($1, $2) AND language IS NOT NULL ORDER BY email = $1 DESC LIMIT 1`;
