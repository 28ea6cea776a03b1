import { I18n } from '../../platform/i18n';
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
