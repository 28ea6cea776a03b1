import { Translation } from '@jsverse/transloco';

type Load = () => Promise<{ default: Translation }>;

/** Message files by domain and language; each is a chunk of its own. Both languages hold the same keys (a test). */
export const MESSAGES = {
  shell: { en: () => import('../i18n/en.json'), de: () => import('../i18n/de.json') },
  auth: { en: () => import('../domains/auth/i18n/en.json'), de: () => import('../domains/auth/i18n/de.json') },
  links: { en: () => import('../domains/links/i18n/en.json'), de: () => import('../domains/links/i18n/de.json') },
} as const satisfies Record<string, Record<'en' | 'de', Load>>;

/** A domain's message files. Keys begin with the domain's name. */
export type Scope = keyof typeof MESSAGES;
