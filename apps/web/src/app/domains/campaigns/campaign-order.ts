import type { Campaign } from '@signpost/contracts';
import { I18n } from '../../platform/words/i18n';

/** What the list of campaigns can be ordered by; a dash puts the last or the most first. */
export const CAMPAIGN_SORTS = ['name', '-name', 'links', '-links', 'clicks', '-clicks'] as const;
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

/** Names in the order of the language on screen, which also decides among equal numbers. */
export function inOrder(campaigns: readonly Campaign[], sort: CampaignSort, i18n: I18n): readonly Campaign[] {
  const byName = i18n.sorted(campaigns, ({ name }) => name);
  switch (sort) {
    case 'name':
      return byName;
    case '-name':
      return byName.toReversed();
    case 'links':
      return byName.toSorted((a, b) => a.linkCount - b.linkCount);
    case '-links':
      return byName.toSorted((a, b) => b.linkCount - a.linkCount);
    case 'clicks':
      return byName.toSorted((a, b) => a.clickCount - b.clickCount);
    case '-clicks':
      return byName.toSorted((a, b) => b.clickCount - a.clickCount);
  }
}
