export { MailModule } from './mail.module.js';
export { MailQueue, type MailHealth } from './mail-queue.js';
export { MailCipher } from './mail-cipher.js';
export { enqueueMail, Mailer } from './mailer.js';
export type {
  AlertMail,
  DigestMail,
  InvitationMail,
  JobFailedMail,
  Mail,
  RenderedMail,
  ReportMail,
  SecurityMail,
} from './mail.js';
