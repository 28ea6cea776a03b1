import type { BulkInput, Link, UpdateLinkInput } from '@signpost/contracts';
import { inParts } from './bulk-parts';

/** A bulk action without the links it is meant for. */
export type BulkAction = Omit<BulkInput, 'selection'>;

/** What the API does to one link at a time only. */
export type SingleAction = 'pause' | 'resume' | 'unarchive' | 'delete';

/** One request that takes part of what was done to many links back: as many links at once as the API can, else one. */
export type UndoStep =
  | { readonly kind: 'bulk'; readonly action: BulkAction; readonly ids: readonly string[]; readonly size: number }
  | { readonly kind: 'update'; readonly id: string; readonly input: UpdateLinkInput; readonly size: 1 }
  | { readonly kind: 'restore'; readonly id: string; readonly size: 1 };

/**
 * The requests that bring links back to what they were before a bulk action. `before` are the links as they were;
 * those that the action did not change are left alone.
 *
 * @param tagName name of the action's tag, for `tag` and `untag`
 */
export function undoSteps(action: BulkAction, before: readonly Link[], tagName = ''): UndoStep[] {
  const carries = (link: Link): boolean => link.tags.includes(tagName);
  switch (action.action) {
    case 'tag':
      return inBulk(
        { ...action, action: 'untag' },
        before.filter((link) => !carries(link)),
      );
    case 'untag':
      return inBulk({ ...action, action: 'tag' }, before.filter(carries));
    case 'archive':
      return oneByOne(
        { archived: false },
        before.filter((link) => !link.archived),
      );
    case 'assignCampaign':
      return backToCampaigns(action.campaignId ?? null, before);
  }
}

/** The same for an action that was carried out on one link after the other, all of which it changed. */
export function undoSingly(action: SingleAction, done: readonly Link[]): UndoStep[] {
  switch (action) {
    case 'pause':
      return oneByOne({ isEnabled: true }, done);
    case 'resume':
      return oneByOne({ isEnabled: false }, done);
    case 'unarchive':
      return inBulk({ action: 'archive' }, done);
    case 'delete':
      return done.map(({ id }) => ({ kind: 'restore', id, size: 1 }));
  }
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
    ...[...byCampaign].flatMap(([campaignId, links]) => inBulk({ action: 'assignCampaign', campaignId }, links)),
    ...own.map(({ id, utmCampaign }): UndoStep => ({
      kind: 'update',
      id,
      input: { campaignId: null, utmCampaign },
      size: 1,
    })),
  ];
}

function oneByOne(input: UpdateLinkInput, links: readonly Link[]): UndoStep[] {
  return links.map(({ id }) => ({ kind: 'update', id, input, size: 1 }));
}

function inBulk(action: BulkAction, links: readonly Link[]): UndoStep[] {
  const ids = links.map(({ id }) => id);
  return inParts(ids).map((part) => ({ kind: 'bulk', action, ids: part, size: part.length }));
}
