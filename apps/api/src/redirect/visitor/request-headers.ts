import type { IncomingMessage } from 'node:http';

/** The headers that a redirect uses; undefined when absent. */
export interface RequestHeaders {
  userAgent: string | undefined;
  referrer: string | undefined;
  /** Values of `Sec-Purpose`, `Purpose` and its older forms, separated by commas. */
  purpose: string | undefined;
  country: string | undefined;
}

/**
 * Picks headers from the raw list: building `request.headers` costs as much as the rest of a redirect, which needs only a
 * few of them. The first occurrence of a header counts; of the purpose headers all do.
 * @param countryHeader lower case; null when the country does not come from a header.
 */
export function pickHeaders(request: IncomingMessage, countryHeader: string | null): RequestHeaders {
  const raw = request.rawHeaders;
  const picked: RequestHeaders = {
    userAgent: undefined,
    referrer: undefined,
    purpose: undefined,
    country: undefined,
  };
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] as string;
    switch (name.length) {
      case 10:
        if (picked.userAgent === undefined && isNamed(name, 'User-Agent', 'user-agent'))
          picked.userAgent = raw[index + 1];
        break;
      case 7:
        if (picked.referrer === undefined && isNamed(name, 'Referer', 'referer')) picked.referrer = raw[index + 1];
        else if (isNamed(name, 'Purpose', 'purpose')) picked.purpose = listed(picked.purpose, raw[index + 1]);
        break;
      case 11:
        if (isNamed(name, 'Sec-Purpose', 'sec-purpose')) picked.purpose = listed(picked.purpose, raw[index + 1]);
        break;
      case 9:
        if (isNamed(name, 'X-Purpose', 'x-purpose')) picked.purpose = listed(picked.purpose, raw[index + 1]);
        break;
      case 5:
        if (isNamed(name, 'X-Moz', 'x-moz')) picked.purpose = listed(picked.purpose, raw[index + 1]);
        break;
      default:
    }
    if (countryHeader !== null && name.length === countryHeader.length && name.toLowerCase() === countryHeader) {
      picked.country ??= raw[index + 1];
    }
  }
  return picked;
}

function listed(before: string | undefined, value: string | undefined): string | undefined {
  return before === undefined ? value : `${before}, ${value ?? ''}`;
}

function isNamed(name: string, usual: string, lower: string): boolean {
  return name === usual || name === lower || name.toLowerCase() === lower;
}
