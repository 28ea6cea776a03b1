import type { Config } from '../platform/config/index.js';
import { withReason } from '../platform/signals/index.js';

const LENGTH = 500;
/** Of a longer message the rest is dropped unseen: the patterns below take the square of a text's length. */
const JUDGED_LENGTH = 10 * LENGTH;

/**
 * An error in one line that may be stored and shown to operators: no stack, no credential in an address, no configured
 * secret, no mail address.
 */
export function describeError(error: unknown, config: Config): string {
  const message = error instanceof Error ? innermost(error) : String(error);
  let text = message.slice(0, JUDGED_LENGTH).replaceAll(/\s+/g, ' ').trim();
  for (const secret of secretsOf(config)) text = text.replaceAll(secret, '[secret]');
  text = text
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1[secret]@')
    .replaceAll(/\b(password|secret|token|authorization)(["']?\s*[=:]\s*)\S+/gi, '$1$2[secret]')
    .replaceAll(/[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+\.[a-z]{2,}/gi, '[address]');
  return (text === '' ? 'unknown error' : text).slice(0, LENGTH);
}

/** The message, with those of the causes that it does not repeat. An error of errors is told by its first one. */
function innermost(error: Error): string {
  const first: unknown = error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
  if (!(first instanceof Error)) return error.message;
  const cause = first.cause instanceof Error ? innermost(first.cause) : '';
  if (cause === '' || first.message.includes(cause)) return first.message;
  // Our own failures are sentences, which the dashboard translates; those of libraries are not.
  return first.message.endsWith('.') ? withReason(first.message, cause) : `${first.message}: ${cause}`;
}

function secretsOf(config: Config): string[] {
  const secrets = [
    config.sessionSecret,
    config.jobsSecret,
    config.metricsToken,
    config.turnstile?.secretKey,
    config.google?.clientSecret,
    config.microsoft?.clientSecret,
    config.s3?.secretAccessKey,
    ...[config.databaseUrl, config.redisUrl, config.smtpUrl].map(passwordOf),
  ];
  // Very short values are words: masking them would only make the text unreadable.
  return secrets.filter((secret): secret is string => typeof secret === 'string' && secret.length >= 6);
}

function passwordOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  return decodeURIComponent(new URL(address).password);
}
