import { LIMITS, type Link } from '@signpost/contracts';
import { undoSingly, undoSteps } from './bulk-undo';

const aLink = (id: string, rest: Partial<Link> = {}): Link =>
  ({ id, tags: [], archived: false, campaignId: null, utmCampaign: null, ...rest }) as Link;

describe('undoSteps', () => {
  it('takes a tag off only those that did not carry it', () => {
    const before = [aLink('a', { tags: ['new'] }), aLink('b'), aLink('c')];
    expect(undoSteps({ action: 'tag', tagId: 't' }, before, 'new')).toEqual([
      { kind: 'bulk', action: { action: 'untag', tagId: 't' }, ids: ['b', 'c'], size: 2 },
    ]);
  });

  it('gives a tag back only to those that carried it', () => {
    const before = [aLink('a', { tags: ['old'] }), aLink('b')];
    expect(undoSteps({ action: 'untag', tagId: 't' }, before, 'old')).toEqual([
      { kind: 'bulk', action: { action: 'tag', tagId: 't' }, ids: ['a'], size: 1 },
    ]);
  });

  it('returns links to the campaigns they came from, and their own utm_campaign', () => {
    const before = [
      aLink('a', { campaignId: 'one' }),
      aLink('b', { campaignId: 'two' }),
      aLink('c'),
      aLink('d', { utmCampaign: 'mine' }),
      aLink('e', { campaignId: 'new' }),
      aLink('f', { campaignId: 'one' }),
    ];
    expect(undoSteps({ action: 'assignCampaign', campaignId: 'new' }, before)).toEqual([
      { kind: 'bulk', action: { action: 'assignCampaign', campaignId: 'one' }, ids: ['a', 'f'], size: 2 },
      { kind: 'bulk', action: { action: 'assignCampaign', campaignId: 'two' }, ids: ['b'], size: 1 },
      { kind: 'bulk', action: { action: 'assignCampaign', campaignId: null }, ids: ['c'], size: 1 },
      { kind: 'update', id: 'd', input: { campaignId: null, utmCampaign: 'mine' }, size: 1 },
    ]);
  });

  it('brings back from the archive what was not in it', () => {
    expect(undoSteps({ action: 'archive' }, [aLink('a'), aLink('b', { archived: true })])).toEqual([
      { kind: 'update', id: 'a', input: { archived: false }, size: 1 },
    ]);
  });

  it('names as many links in one request as the API takes', () => {
    const before = Array.from({ length: LIMITS.bulkSelection + 1 }, (_, n) => aLink(String(n)));
    const steps = undoSteps({ action: 'tag', tagId: 't' }, before, 'new');
    expect(steps.map(({ size }) => size)).toEqual([LIMITS.bulkSelection, 1]);
  });

  it('has nothing to do where nothing changed', () => {
    expect(undoSteps({ action: 'tag', tagId: 't' }, [aLink('a', { tags: ['x'] })], 'x')).toEqual([]);
  });
});

describe('undoSingly', () => {
  it('takes back one link after the other what the API can do to one only', () => {
    const done = [aLink('a'), aLink('b')];
    expect(undoSingly('resume', done)).toEqual([
      { kind: 'update', id: 'a', input: { isEnabled: false }, size: 1 },
      { kind: 'update', id: 'b', input: { isEnabled: false }, size: 1 },
    ]);
    expect(undoSingly('delete', done)).toEqual([
      { kind: 'restore', id: 'a', size: 1 },
      { kind: 'restore', id: 'b', size: 1 },
    ]);
  });

  it('puts back into the archive all at once', () => {
    expect(undoSingly('unarchive', [aLink('a'), aLink('b')])).toEqual([
      { kind: 'bulk', action: { action: 'archive' }, ids: ['a', 'b'], size: 2 },
    ]);
  });
});
