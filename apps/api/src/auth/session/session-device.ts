import { browserOf, operatingSystemOf } from '@signpost/domain';
import type { Request } from 'express';
import type { Language } from '../../platform/http/index.js';

/** Browser and system names by which a user recognises a session, and the user's language. */
export interface SessionDevice {
  readonly browser: string;
  readonly os: string;
  readonly language: Language;
}

/** Only this many characters of a user agent are checked. */
const CHECKED_LENGTH = 512;

/** The device of a request, reduced to two names: the user agent itself is never stored. */
export function sessionDevice(request: Request): SessionDevice {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, CHECKED_LENGTH);
  return {
    browser: browserOf(userAgent),
    os: operatingSystemOf(userAgent),
    language: request.context.language,
  };
}
