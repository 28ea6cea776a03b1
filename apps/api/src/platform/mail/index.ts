export { MailModule } from './mail.module.js';
export { MailQueue, type MailHealth } from './mail-queue.js';
export { Mailer } from './mailer.js';
export type { AlertMail, InvitationMail, Mail, RenderedMail, ReportMail } from './mail.js';
