export { MailModule } from './mail.module.js';
export { MailHealth } from './mail-health.js';
export { MailQueue } from './mail-queue.js';
export { MailCipher } from './mail-cipher.js';
export { enqueueMail, Mailer } from './mailer.js';
export { sendDue, type DueSent } from './send-due.js';
export type { AlertMail, DigestMail, JobFailedMail, Mail, SecurityMail } from './mail.js';
