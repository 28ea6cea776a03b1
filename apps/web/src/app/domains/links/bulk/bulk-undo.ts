import type { BulkChanges, BulkInput, Link, UpdateLinkInput } from '@signpost/contracts';
import { inParts } from './bulk-parts';

/** A bulk action without the links it is meant for. */
export type BulkAction = Omit<BulkInput, 'selection'>;

/** What is done to many links by one request: one of the actions, or new values of fields. */
export type BulkWork =
  { readonly kind: 'action'; readonly action: BulkAction } | { readonly kind: 'update'; readonly changes: BulkChanges };

/** One request that takes part of it back: for as many links at once as one may name, or for one. */
export type UndoStep =
  | { readonly kind: 'bulk'; readonly work: BulkWork; readonly ids: readonly string[] }
  | { readonly kind: 'link'; readonly id: string; readonly input: UpdateLinkInput };

/**
 * The requests that bring links back to what they were before. `before` are the links as they were; those that it did not
 * change are left alone.
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

/** The value of a field that a link had, as a request sets it. Links of a list are not in the trash. */
const HAD: { readonly [F in keyof BulkChanges]-?: (link: Link) => BulkChanges[F] } = {
  isEnabled: ({ isEnabled }) => isEnabled,
  archived: ({ archived }) => archived,
  responsibleUserId: ({ responsibleUserId }) => responsibleUserId,
  reviewAt: ({ reviewAt }) => instant(reviewAt),
  expiresAt: ({ expiresAt }) => instant(expiresAt),
  trashed: () => false,
};

/** Links that had the same value get it back together. */
function undoUpdate(changes: BulkChanges, before: readonly Link[]): UndoStep[] {
  return (Object.keys(changes) as (keyof BulkChanges)[]).flatMap((field) => {
    const changed = before.filter((link) => HAD[field](link) !== changes[field]);
    return [...Map.groupBy(changed, (link): BulkChanges[keyof BulkChanges] => HAD[field](link))].flatMap(
      ([value, links]) => inBulk({ kind: 'update', changes: { [field]: value } }, links),
    );
  });
}

/** Links by id as they are once those of `ids` were given a tag, or it was taken off them. */
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

/** A value of a link's own is lost when it joins a campaign, so it is written again; the others return by campaign. */
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
