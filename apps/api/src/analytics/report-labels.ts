import { domainToASCII } from 'node:url';
import { DIRECT } from '@signpost/domain';

/** Label of what is not known or not set. */
export const UNKNOWN = 'unknown';

/** Maximum length of a host. */
export const HOST_LENGTH = 253;

/**
 * A referrer in its stored form: lower case, internationalised names in ASCII (Punycode), without `www.`.
 * @returns null for a value that is not a host.
 */
export function storedHost(value: string): string | null {
  if (value.length > HOST_LENGTH || /[\s/?#@\\]/.test(value)) return null;
  const ascii = /^[\x21-\x7e]+$/.test(value) ? value.toLowerCase() : domainToASCII(value);
  if (!/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(ascii)) return null;
  return ascii === DIRECT || !ascii.startsWith('www.') ? ascii : ascii.slice('www.'.length);
}
