import { createTransport } from 'nodemailer';
import type { Config } from '../platform/config/index.js';
import { oneLine, reasonOf } from '../platform/errors/index.js';
import { isAddress } from '../platform/validation/index.js';
import { OpsError } from './ops-error.js';

const PATIENCE_MS = 30_000;

/**
 * Sends one mail through the configured server. @returns the server's response.
 * @throws OpsError without a server, for an invalid address, and with the server's message when it rejects the mail.
 */
export async function sendTestMail({ smtpUrl, mailFrom, publicUrl }: Config, address: string): Promise<string> {
  const to = address.trim();
  if (!isAddress(to)) throw new OpsError(`${address} is not an email address.`);
  if (smtpUrl === null) throw new OpsError('SMTP_URL is not set: emails are saved as files in DATA_DIR/outbox.');
  const limits = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS };
  const transport = createTransport({ url: smtpUrl, ...limits });
  const { host } = new URL(smtpUrl);
  try {
    const { response } = await transport.sendMail({
      from: mailFrom,
      to: { name: '', address: to },
      subject: 'Signpost test email',
      text: `Signpost at ${publicUrl.origin} can send email.\n`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return `${host} accepted an email from ${mailFrom} to ${to}: ${oneLine(response)}`;
  } catch (error) {
    throw new OpsError(`${host} did not accept the email: ${reasonOf(error)}`);
  } finally {
    transport.close();
  }
}
