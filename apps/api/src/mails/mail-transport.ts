import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { Config } from '../platform/config/index.js';
import { Clock } from '../platform/time/index.js';
import type { RenderedMail } from './mail.js';
import { Outbox } from './outbox.js';

/** Maximum number of connections to the mail server. */
export const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Timeout per reply. The reply to the message data may take ten minutes (RFC 5321, 4.5.3.2.6), for content scanning or
 * greylisting; a client that disconnects earlier would send an accepted mail again.
 */
const REPLY_TIMEOUT_MS = 600_000;
/** Total timeout, for servers that keep sending replies slowly and so never reach the timeout above. */
const SEND_TIMEOUT_MS = 1_800_000;
/** Unused connections are closed, because a firewall between us and the server may silently drop idle ones. */
const IDLE_MS = 30_000;
/** Lines longer than this must be encoded (RFC 5321 allows 998). */
const LINE_MAX = 900;

/** Delivers a mail: by SMTP, or into the outbox folder when no server is configured. */
@Injectable()
export class MailTransport {
  private readonly logger = new Logger('Mail');
  private readonly smtp: ReturnType<typeof openSmtp> | null;
  private readonly outbox: Outbox;
  private readonly composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.outbox = new Outbox(join(config.dataDir, 'outbox'));
    this.smtp = config.smtpUrl === null ? null : openSmtp(config.smtpUrl);
  }

  /**
   * @param id of the mail; also its Message-ID, the same at every attempt.
   * @throws Error of the mail server or the file system.
   */
  async send(id: string, to: string, mail: RenderedMail, kind: string): Promise<void> {
    const message = this.compose(id, to, mail);
    if (this.smtp !== null) {
      await this.smtp.sendMail({ ...message, signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
      return;
    }
    const { message: bytes } = await this.composer.sendMail(message);
    await this.outbox.write(this.clock.date(), id, bytes as Buffer);
    this.logger.log(`SMTP_URL is not set, so the ${kind} mail was written to the outbox. Its link: ${mail.link}`);
  }

  /**
   * Removes old files from the outbox, which may contain mails from before a mail server was configured. @returns the
   * number of removed files.
   */
  pruneOutbox(): Promise<number> {
    return this.outbox.prune(this.clock.now());
  }

  close(): void {
    this.smtp?.close();
  }

  private compose(id: string, to: string, mail: RenderedMail): SendMailOptions {
    return {
      from: this.config.mailFrom,
      // An object, so that an address is never read as a list of addresses.
      to: { name: '', address: to },
      subject: mail.subject,
      messageId: `<${id}@${this.config.publicUrl.hostname}>`,
      date: this.clock.date(),
      headers: { 'Auto-Submitted': 'auto-generated' },
      alternatives: [part('text/plain', mail.text), part('text/html', mail.html)],
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}

/** Plain ASCII is sent unencoded, so that links are not broken in the raw source. */
function part(type: string, content: string): { contentType?: string; content?: string; raw?: string } {
  const contentType = `${type}; charset=utf-8`;
  const isPlain = /^[\n\x20-\x7e]*$/.test(content) && content.split('\n').every((line) => line.length <= LINE_MAX);
  if (!isPlain) return { contentType, content };
  return {
    raw: `Content-Type: ${contentType}\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${content.replace(/\n/g, '\r\n')}`,
  };
}

function openSmtp(url: string) {
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    idleTimeout: IDLE_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: REPLY_TIMEOUT_MS,
  });
}
