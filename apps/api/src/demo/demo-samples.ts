import { createHash } from 'node:crypto';
import type { CreateLinkInput } from '@signpost/contracts';
import { type ClickEvent, DAY_MS, HOUR_MS, randomFrom, utcDay } from '@signpost/domain';

/** Days of history that a demo begins with, today included. */
export const SAMPLE_DAYS = 21;

/** The campaign that some of the sample links belong to. */
export const SAMPLE_CAMPAIGN = { name: 'Spring launch', utmCampaign: 'spring-launch', utmMedium: 'email' };

interface SampleLink {
  readonly input: CreateLinkInput;
  readonly inCampaign: boolean;
  /** Approximate visits per working day. */
  readonly clicksPerDay: number;
}

const HOME = 'https://example.com';

/** Sample links, each of which shows another feature. `now` in Unix milliseconds. */
export function sampleLinks(now: number): SampleLink[] {
  return [
    {
      input: {
        slug: 'spring',
        title: 'Spring launch page',
        destinationUrl: `${HOME}/launch`,
        tags: ['launch'],
        utmSource: 'newsletter',
      },
      inCampaign: true,
      clicksPerDay: 34,
    },
    {
      input: {
        slug: 'spring-poster',
        title: 'Poster in the shop window',
        destinationUrl: `${HOME}/launch?from=poster`,
        tags: ['launch', 'print'],
        utmSource: 'poster',
        utmMedium: 'print',
        notes: 'The QR code on the A2 poster. Keep it working until the posters come down.',
      },
      inCampaign: true,
      clicksPerDay: 11,
    },
    {
      input: {
        slug: 'app',
        title: 'Get the app',
        destinationUrl: `${HOME}/app`,
        tags: ['product'],
        targeting: { os: { ios: `${HOME}/app/ios`, android: `${HOME}/app/android` } },
      },
      inCampaign: false,
      clicksPerDay: 22,
    },
    {
      input: { slug: 'docs', title: 'Documentation', destinationUrl: `${HOME}/docs`, tags: ['product'] },
      inCampaign: false,
      clicksPerDay: 16,
    },
    {
      input: {
        slug: 'webinar',
        title: 'Webinar sign-up',
        destinationUrl: `${HOME}/webinar`,
        tags: ['events'],
        expiresAt: now + 2 * DAY_MS,
        expirationDestination: `${HOME}/webinar/recording`,
        maximumVisits: 500,
      },
      inCampaign: false,
      clicksPerDay: 7,
    },
    {
      input: {
        slug: 'autumn',
        title: 'Autumn sale, not open yet',
        destinationUrl: `${HOME}/autumn`,
        tags: ['launch'],
        startsAt: now + 10 * DAY_MS,
        scheduledDestination: `${HOME}/soon`,
      },
      inCampaign: false,
      clicksPerDay: 0,
    },
  ];
}

/** The data of a link needed for its sample clicks. */
export interface ClickedLink {
  readonly id: string;
  readonly campaignId: string | null;
  readonly utmSource: string | null;
  readonly utmMedium: string | null;
  readonly clicksPerDay: number;
}

const REFERRERS = [
  'direct',
  'direct',
  'direct',
  'news.example.com',
  'google.com',
  'google.com',
  'linkedin.com',
  'reddit.com',
];
const COUNTRIES = ['DE', 'DE', 'DE', 'US', 'US', 'FR', 'GB', 'NL', 'AT', 'CH', 'ES', null] as const;
const DEVICES = [
  { device: 'desktop', os: 'Windows', browser: 'Chrome' },
  { device: 'desktop', os: 'Windows', browser: 'Edge' },
  { device: 'desktop', os: 'macOS', browser: 'Safari' },
  { device: 'desktop', os: 'Linux', browser: 'Firefox' },
  { device: 'mobile', os: 'iOS', browser: 'Safari' },
  { device: 'mobile', os: 'iOS', browser: 'Safari' },
  { device: 'mobile', os: 'Android', browser: 'Chrome' },
  { device: 'mobile', os: 'Android', browser: 'Samsung Internet' },
  { device: 'tablet', os: 'iOS', browser: 'Safari' },
] as const;
const BOTS = ['search', 'preview', 'monitor', 'ai'] as const;
/** About every twelfth request is a bot's. */
const BOT_EVERY = 12;

/**
 * Three weeks of generated clicks up to `now` (Unix milliseconds). Deterministic except for the visitors, so that every
 * demo looks the same.
 */
export function sampleClicks(workspaceId: string, links: readonly ClickedLink[], now: number): ClickEvent[] {
  const random = randomFrom(20_261_121);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const events: ClickEvent[] = [];
  for (const link of links) {
    for (let day = 0; day < SAMPLE_DAYS; day += 1) {
      const start = today - day * DAY_MS;
      const isWeekend = [0, 6].includes(new Date(start).getUTCDay());
      const count = Math.round(link.clicksPerDay * (isWeekend ? 0.4 : 1) * (0.6 + 0.8 * random()));
      for (let click = 0; click < count; click += 1) {
        // Two peaks, before and after noon.
        const at = Math.floor(
          start + (random() < 0.5 ? 9 : 15) * HOUR_MS + (random() + random() + random() - 1.5) * 4 * HOUR_MS,
        );
        if (at > now) continue;
        const isBot = Math.floor(random() * BOT_EVERY) === 0;
        const person = Math.floor(random() * 900);
        events.push({
          at,
          workspaceId,
          linkId: link.id,
          campaignId: link.campaignId,
          utm: {
            source: link.utmSource,
            medium: link.utmMedium ?? (link.campaignId === null ? null : SAMPLE_CAMPAIGN.utmMedium),
            campaign: link.campaignId === null ? null : SAMPLE_CAMPAIGN.utmCampaign,
            term: null,
            content: null,
          },
          outcome: isBot ? 'bot_request' : 'redirect_success',
          referrerHost: pick(REFERRERS),
          country: pick(COUNTRIES),
          ...(isBot ? { device: 'other' as const, os: 'Other' as const, browser: 'Other' as const } : pick(DEVICES)),
          botClass: isBot ? pick(BOTS) : null,
          visitor: visitorOf(`${workspaceId} ${utcDay(at)} ${person}`),
          counted: false,
        });
      }
    }
  }
  return events.sort((a, b) => a.at - b.at);
}

/** 64 bits as 16 hex digits, like those of real visitors. */
function visitorOf(person: string): string {
  return createHash('sha256').update(person).digest('hex').slice(0, 16);
}
