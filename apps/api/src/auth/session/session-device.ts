import { browserOf, operatingSystemOf } from '@signpost/domain';
import type { Request } from 'express';
import type { Language } from '../../platform/http/index.js';

/** Browser and system in words: what a person recognises a session by; and what the person reads. */
export interface SessionDevice {
  readonly browser: string;
  readonly os: string;
  readonly language: Language;
}

/** Longer user agents are read only at their beginning. */
const CHECKED_LENGTH = 512;

/** The device of a request, reduced to two words: the user agent itself is never kept. */
export function sessionDevice(request: Request): SessionDevice {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, CHECKED_LENGTH);
  return {
    browser: browserOf(userAgent),
    os: operatingSystemOf(userAgent),
    language: request.context.language,
  };
}
