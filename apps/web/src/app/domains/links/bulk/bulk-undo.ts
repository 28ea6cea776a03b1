import type { BulkChanges, BulkInput, Link, UpdateLinkInput } from '@signpost/contracts';
import { inParts } from './bulk-parts';

/** A bulk action without its selection of links. */
export type BulkAction = Omit<BulkInput, 'selection'>;

/** Work of one bulk request: an action, or new values of fields. */
export type BulkWork =
  { readonly kind: 'action'; readonly action: BulkAction } | { readonly kind: 'update'; readonly changes: BulkChanges };

/** One request that undoes a part: for up to as many links as one bulk request may name, or for one link. */
export type UndoStep =
  | { readonly kind: 'bulk'; readonly work: BulkWork; readonly ids: readonly string[] }
  | { readonly kind: 'link'; readonly id: string; readonly input: UpdateLinkInput };

/**
 * The requests that restore links to their previous state `before`; links that were not changed are left out.
 *
 * @param tagName name of the action's tag, for `tag` and `untag`
 */
export function undoSteps(work: BulkWork, before: readonly Link[], tagName = ''): UndoStep[] {
  if (work.kind === 'update') return undoUpdate(work.changes, before);
  const { action } = work;
  const carries = (link: Link): boolean => link.tags.includes(tagName);
  switch (action.action) {
    case 'tag':
      return inBulk(
        { kind: 'action', action: { ...action, action: 'untag' } },
        before.filter((link) => !carries(link)),
      );
    case 'untag':
      return inBulk({ kind: 'action', action: { ...action, action: 'tag' } }, before.filter(carries));
    case 'archive':
      return undoUpdate({ archived: true }, before);
    case 'assignCampaign':
      return backToCampaigns(action.campaignId ?? null, before);
  }
}

/** The previous value of a field, in the form of an update request. Listed links are never in the trash. */
const HAD: { readonly [F in keyof BulkChanges]-?: (link: Link) => BulkChanges[F] } = {
  isEnabled: ({ isEnabled }) => isEnabled,
  archived: ({ archived }) => archived,
  responsibleUserId: ({ responsibleUserId }) => responsibleUserId,
  reviewAt: ({ reviewAt }) => instant(reviewAt),
  expiresAt: ({ expiresAt }) => instant(expiresAt),
  trashed: () => false,
};

/** Links with the same previous value are restored by the same request. */
function undoUpdate(changes: BulkChanges, before: readonly Link[]): UndoStep[] {
  return (Object.keys(changes) as (keyof BulkChanges)[]).flatMap((field) => {
    const changed = before.filter((link) => HAD[field](link) !== changes[field]);
    return [...Map.groupBy(changed, (link): BulkChanges[keyof BulkChanges] => HAD[field](link))].flatMap(
      ([value, links]) => inBulk({ kind: 'update', changes: { [field]: value } }, links),
    );
  });
}

/** Links by id after those of `ids` were given a tag, or it was removed from them. */
export function retagged(
  links: ReadonlyMap<string, Link>,
  action: 'tag' | 'untag',
  tagName: string,
  ids: Iterable<string>,
): ReadonlyMap<string, Link> {
  const after = new Map(links);
  for (const id of ids) {
    const link = links.get(id);
    if (!link) continue;
    const others = link.tags.filter((name) => name !== tagName);
    after.set(id, { ...link, tags: action === 'tag' ? [...others, tagName] : others });
  }
  return after;
}

/**
 * Joining a campaign clears a link's own `utmCampaign`, so it is written again; the other links are grouped by previous
 * campaign.
 */
function backToCampaigns(assigned: string | null, before: readonly Link[]): UndoStep[] {
  const own = before.filter((link) => link.utmCampaign !== null);
  const moved = before.filter((link) => link.utmCampaign === null && link.campaignId !== assigned);
  const byCampaign = Map.groupBy(moved, (link) => link.campaignId);
  return [
    ...[...byCampaign].flatMap(([campaignId, links]) =>
      inBulk({ kind: 'action', action: { action: 'assignCampaign', campaignId } }, links),
    ),
    ...own.map(({ id, utmCampaign }): UndoStep => ({ kind: 'link', id, input: { campaignId: null, utmCampaign } })),
  ];
}

function inBulk(work: BulkWork, links: readonly Link[]): UndoStep[] {
  return inParts(links.map(({ id }) => id)).map((ids) => ({ kind: 'bulk', work, ids }));
}

function instant(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
