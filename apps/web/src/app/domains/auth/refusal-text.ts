import { I18n } from '../../platform/words/i18n';

/** Why sign-in with an external provider failed, as text; the code comes from the URL. */
export function refusalText(code: string, i18n: I18n): string {
  // A code is one word: any other text in the URL must not be used as a message key.
  const known = /^[a-z_]{1,40}$/.test(code);
  const text = known ? (i18n.known(`auth.refusal.${code}`) ?? i18n.known(`errors.${code}`)) : null;
  return text ?? i18n.t('auth.refusal.unknown');
}
