import { I18n } from '../../platform/words/i18n';

/** Why an outside provider did not sign somebody in, in words; the code comes from the address. */
export function refusalText(code: string, i18n: I18n): string {
  // A code is one word: whatever else stands in the address is no key of ours.
  const known = /^[a-z_]{1,40}$/.test(code);
  const text = known ? (i18n.known(`auth.refusal.${code}`) ?? i18n.known(`errors.${code}`)) : null;
  return text ?? i18n.t('auth.refusal.unknown');
}
