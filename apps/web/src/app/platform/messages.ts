import { Translation } from '@jsverse/transloco';

type Load = () => Promise<{ default: Translation }>;

/**
 * Message files by domain and language, each in a chunk of its own. A test checks that all languages have the same
 * keys. The texts of `@signpost/ui` are in the shell's file, but for those of its charts, which only reports show.
 */
export const MESSAGES = {
  shell: { en: () => import('../i18n/en.json'), de: () => import('../i18n/de.json') },
  auth: { en: () => import('../domains/auth/i18n/en.json'), de: () => import('../domains/auth/i18n/de.json') },
  links: { en: () => import('../domains/links/i18n/en.json'), de: () => import('../domains/links/i18n/de.json') },
  link: {
    en: () => import('../domains/links/page/i18n/en.json'),
    de: () => import('../domains/links/page/i18n/de.json'),
  },
  qr: { en: () => import('../domains/links/qr/i18n/en.json'), de: () => import('../domains/links/qr/i18n/de.json') },
  reports: { en: () => import('../domains/reports/i18n/en.json'), de: () => import('../domains/reports/i18n/de.json') },
  overview: {
    en: () => import('../domains/overview/i18n/en.json'),
    de: () => import('../domains/overview/i18n/de.json'),
  },
  campaigns: {
    en: () => import('../domains/campaigns/i18n/en.json'),
    de: () => import('../domains/campaigns/i18n/de.json'),
  },
  tags: { en: () => import('../domains/tags/i18n/en.json'), de: () => import('../domains/tags/i18n/de.json') },
  import: { en: () => import('../domains/import/i18n/en.json'), de: () => import('../domains/import/i18n/de.json') },
  workspaces: {
    en: () => import('../domains/workspaces/i18n/en.json'),
    de: () => import('../domains/workspaces/i18n/de.json'),
  },
  settings: {
    en: () => import('../domains/settings/i18n/en.json'),
    de: () => import('../domains/settings/i18n/de.json'),
  },
  people: {
    en: () => import('../domains/people/i18n/en.json'),
    de: () => import('../domains/people/i18n/de.json'),
  },
  activity: {
    en: () => import('../domains/activity/i18n/en.json'),
    de: () => import('../domains/activity/i18n/de.json'),
  },
  account: {
    en: () => import('../domains/account/i18n/en.json'),
    de: () => import('../domains/account/i18n/de.json'),
  },
  desk: { en: () => import('../domains/desk/i18n/en.json'), de: () => import('../domains/desk/i18n/de.json') },
  operator: {
    en: () => import('../domains/operator/i18n/en.json'),
    de: () => import('../domains/operator/i18n/de.json'),
  },
  landing: {
    en: () => import('../domains/landing/i18n/en.json'),
    de: () => import('../domains/landing/i18n/de.json'),
  },
} as const satisfies Record<string, Record<'en' | 'de', Load>>;

/** A domain's message files. Keys begin with the domain's name. */
export type Scope = keyof typeof MESSAGES;
