import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './app-process.js';

/** A mail that the application wrote to its outbox folder. */
export interface OutboxMail {
  readonly to: string;
  readonly subject: string;
  /** The plain text part. */
  readonly text: string;
  /** The HTML part. */
  readonly html: string;
  /** The whole file. */
  readonly source: string;
}

/** Every mail of the outbox, oldest first. */
export function readOutbox(dataDir: string): OutboxMail[] {
  const folder = join(dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .map((file) => parse(readFileSync(join(folder, file), 'utf8')));
}

/** Waits for the newest mail to an address whose text holds `words`. */
export function mailTo(dataDir: string, to: string, words = ''): Promise<OutboxMail> {
  return eventually(() => readOutbox(dataDir).findLast((mail) => mail.to === to && mail.text.includes(words)));
}

/** Waits for such a mail and returns the token of its link. */
export async function mailedToken(dataDir: string, to: string, words = ''): Promise<string> {
  const { text } = await mailTo(dataDir, to, words);
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link with a token in:\n${text}`);
  return token;
}

function parse(source: string): OutboxMail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim() ?? '';
  return {
    to: header('To').replace(/^<|>$/g, ''),
    subject: header('Subject'),
    text: partOf(source, 'text/plain'),
    html: partOf(source, 'text/html'),
    source,
  };
}

function partOf(source: string, type: string): string {
  const parts = source.split(/^--[^\n]+$/m);
  const part = parts.find((one) => one.toLowerCase().includes(`content-type: ${type}`)) ?? '';
  const [head = '', ...body] = part.trimStart().split(/\r?\n\r?\n/);
  const content = body.join('\n\n');
  return /quoted-printable/i.test(head) ? decodeQuotedPrintable(content) : content;
}

/** The UTF-8 text of a quoted-printable part of a mail (RFC 2045). */
export function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
