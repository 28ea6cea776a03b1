import type { Campaign } from '@signpost/contracts';
import { I18n } from '../../platform/words/i18n';

/** Sort orders of the list of campaigns; a leading dash means descending. */
export const CAMPAIGN_SORTS = ['name', '-name', 'links', '-links', 'clicks', '-clicks'] as const;
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

/** Names in the collation order of the displayed language, also as the second key for equal numbers. */
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
