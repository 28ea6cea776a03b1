import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ErrorCode } from '@signpost/contracts';
import { I18n } from '../../platform/words/i18n';
import { refusalText } from './refusal-text';

const TEXTS: Record<string, string> = { 'auth.refusal.oauth_denied': 'Cancelled.', 'errors.rate_limited': 'Wait.' };
const i18n = { known: (key: string) => TEXTS[key] ?? null, t: (key: string) => key } as unknown as I18n;

test.each([
  ['oauth_denied', 'Cancelled.'],
  ['rate_limited', 'Wait.'],
  ['something_else', 'auth.refusal.unknown'],
  ['<script>', 'auth.refusal.unknown'],
])('%s', (code, text) => {
  expect(refusalText(code, i18n)).toBe(text);
});

/** Possible errors of signing in with a provider (the API's external sign-in), except rate limits and outages. */
const REFUSALS: readonly ErrorCode[] = [
  'oauth_denied',
  'oauth_failed',
  'email_unverified',
  'identity_taken',
  'provider_connected',
  'invitation_required',
  'registration_closed',
  'no_access',
  'oauth_clock',
  'second_factor_required',
  'token_invalid',
];

test.each(['en', 'de'])('each refusal of a provider has words of its own: %s', (language) => {
  const file = join(process.cwd(), `apps/web/src/app/domains/auth/i18n/${language}.json`);
  const { auth } = JSON.parse(readFileSync(file, 'utf8')) as { auth: { refusal: Record<string, string> } };
  expect(Object.keys(auth.refusal).sort()).toEqual([...REFUSALS, 'unknown'].sort());
});
