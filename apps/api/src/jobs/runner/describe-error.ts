import type { Config } from '../../platform/config/index.js';
import { databaseError } from '../../platform/errors/index.js';
import { withReason } from '../../platform/signals/index.js';

const LENGTH = 500;
/** Longer messages are truncated first, because the patterns below take quadratic time. */
const CHECKED_LENGTH = 10 * LENGTH;
/** Class of the SQLSTATEs for a full disk, and for memory and connections that ran out. */
const EXHAUSTED = '53';

/**
 * An error as one line that may be stored and shown to operators: without stack, credentials in URLs, configured
 * secrets and mail addresses. Database errors are reduced to their SQLSTATE, because their messages may contain data, unless
 * they tell what ran out.
 */
export function summarizeError(error: unknown, config: Config): string {
  return masked(
    innermost(error, (one) => {
      const verdict = databaseError(one);
      if (verdict === null || verdict.code.startsWith(EXHAUSTED)) return one.message;
      return `The database refused a statement: SQLSTATE ${verdict.code}. The log of the process that ran it says more.`;
    }),
    config,
  );
}

/** Like {@link summarizeError}, for the log, including database messages. */
export function describeError(error: unknown, config: Config): string {
  return masked(
    innermost(error, (one) => one.message),
    config,
  );
}

function masked(message: string, config: Config): string {
  let text = message.slice(0, CHECKED_LENGTH).replaceAll(/\s+/g, ' ').trim();
  for (const secret of secretsOf(config)) text = text.replaceAll(secret, '[secret]');
  text = text
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1[secret]@')
    .replaceAll(/\b(password|secret|token|authorization)(["']?\s*[=:]\s*)\S+/gi, '$1$2[secret]')
    .replaceAll(/[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+\.[a-z]{2,}/gi, '[address]');
  return (text === '' ? 'unknown error' : text).slice(0, LENGTH);
}

/**
 * The message of an error, with the messages of its causes that it does not repeat. An AggregateError without a message
 * is represented by its first error.
 */
function innermost(error: unknown, wordsOf: (error: Error) => string): string {
  if (!(error instanceof Error)) return String(error);
  const first: unknown = error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
  if (!(first instanceof Error)) return error.message;
  const words = wordsOf(first);
  const cause = first.cause instanceof Error ? innermost(first.cause, wordsOf) : '';
  if (cause === '' || words.includes(cause)) return words;
  // Our own messages are sentences, which the dashboard translates; those of libraries are not.
  return words.endsWith('.') ? withReason(words, cause) : `${words}: ${cause}`;
}

function secretsOf(config: Config): string[] {
  const secrets = [
    config.sessionSecret,
    config.jobsSecret,
    config.metricsToken,
    config.turnstile?.secretKey,
    config.google?.clientSecret,
    config.microsoft?.clientSecret,
    config.oidc?.clientSecret,
    config.s3?.secretAccessKey,
    config.backup?.s3?.secretAccessKey,
    ...[config.databaseUrl, config.redisUrl, config.smtpUrl].map(passwordOf),
  ];
  // Very short values may be ordinary words: masking them would only make the text unreadable.
  return secrets.filter((secret): secret is string => typeof secret === 'string' && secret.length >= 6);
}

function passwordOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  return decodeURIComponent(new URL(address).password);
}
