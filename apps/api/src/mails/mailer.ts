import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { firstRow } from '../platform/database/index.js';
import type { Language } from '../platform/http/index.js';
import { MailCipher } from './mail-cipher.js';
import { MailEntity } from './mail.entity.js';
import { MailQueue } from './mail-queue.js';
import type { Mail } from './mail.js';

/** Entry point for all modules that send mail. */
@Injectable()
export class Mailer {
  constructor(
    private readonly cipher: MailCipher,
    private readonly queue: MailQueue,
  ) {}

  /**
   * Queues a mail in the caller's transaction: it is sent soon after the commit, and never if it rolls back. Does not
   * wait for the delivery; failed attempts are retried with growing delays. The language is the one in which the
   * recipient's account last signed in; for recipients without an account that of the inviting account, and for a new
   * address of an account that of the account.
   */
  async enqueue(mail: Mail, tx: EntityManager): Promise<void> {
    await enqueueMail(this.cipher, mail, tx);
    this.queue.deliverAfterCommit(tx);
  }
}

/**
 * Like {@link Mailer.enqueue}, for a process that sends no mails, such as a command: the application sends it at its
 * next check.
 */
export async function enqueueMail(cipher: MailCipher, mail: Mail, tx: EntityManager): Promise<void> {
  const id = uuidv7();
  const readers = [mail.to, personBehind(mail)];
  const language = (await firstRow<{ language: Language }>(tx, FIND_LANGUAGE, readers))?.language ?? 'en';
  const payload = cipher.seal(id, { ...mail, language });
  await tx.getRepository(MailEntity).insert({ id, kind: mail.kind, payload });
}

/** The address of the account on whose behalf a mail is sent, when it may differ from the recipient. */
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

// SQL, because this module must not depend on the accounts module.
const FIND_LANGUAGE = `
  SELECT language FROM users WHERE email IN ($1, $2) AND language IS NOT NULL ORDER BY email = $1 DESC LIMIT 1`;
