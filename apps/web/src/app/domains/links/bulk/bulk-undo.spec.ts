import { LIMITS, type Link } from '@signpost/contracts';
import { type BulkAction, type UndoStep, undoSteps } from './bulk-undo';
import { aLink } from '../../../platform/link.fixtures';

const act = (action: BulkAction, before: readonly Link[], tagName?: string): UndoStep[] =>
  undoSteps({ kind: 'action', action }, before, tagName);

describe('undoSteps', () => {
  it('takes a tag off only those that did not carry it', () => {
    const before = [aLink('a', { tags: ['new'] }), aLink('b'), aLink('c')];
    expect(act({ action: 'tag', tagId: 't' }, before, 'new')).toEqual([
      { kind: 'bulk', work: { kind: 'action', action: { action: 'untag', tagId: 't' } }, ids: ['b', 'c'] },
    ]);
  });

  it('gives a tag back only to those that carried it', () => {
    const before = [aLink('a', { tags: ['old'] }), aLink('b')];
    expect(act({ action: 'untag', tagId: 't' }, before, 'old')).toEqual([
      { kind: 'bulk', work: { kind: 'action', action: { action: 'tag', tagId: 't' } }, ids: ['a'] },
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
    expect(act({ action: 'assignCampaign', campaignId: 'new' }, before)).toEqual([
      {
        kind: 'bulk',
        work: { kind: 'action', action: { action: 'assignCampaign', campaignId: 'one' } },
        ids: ['a', 'f'],
      },
      { kind: 'bulk', work: { kind: 'action', action: { action: 'assignCampaign', campaignId: 'two' } }, ids: ['b'] },
      { kind: 'bulk', work: { kind: 'action', action: { action: 'assignCampaign', campaignId: null } }, ids: ['c'] },
      { kind: 'link', id: 'd', input: { campaignId: null, utmCampaign: 'mine' } },
    ]);
  });

  it('brings back from the archive what was not in it', () => {
    expect(act({ action: 'archive' }, [aLink('a'), aLink('b', { archived: true })])).toEqual([
      { kind: 'bulk', work: { kind: 'update', changes: { archived: false } }, ids: ['a'] },
    ]);
  });

  it('names as many links in one request as the API takes', () => {
    const before = Array.from({ length: LIMITS.bulkSelection + 1 }, (_, n) => aLink(String(n)));
    const steps = act({ action: 'tag', tagId: 't' }, before, 'new');
    expect(steps.map((step) => step.kind === 'bulk' && step.ids.length)).toEqual([LIMITS.bulkSelection, 1]);
  });

  it('has nothing to do where nothing changed', () => {
    expect(act({ action: 'tag', tagId: 't' }, [aLink('a', { tags: ['x'] })], 'x')).toEqual([]);
  });
});

describe('undo of new values', () => {
  it('gives those that had the same value it back by one request', () => {
    const before = [
      aLink('a', { responsibleUserId: 'ann' }),
      aLink('b', { responsibleUserId: 'ben' }),
      aLink('c', { responsibleUserId: null }),
      aLink('d', { responsibleUserId: 'ann' }),
    ];
    const steps = undoSteps({ kind: 'update', changes: { responsibleUserId: 'ben' } }, before);
    expect(steps.map((step) => step.kind === 'bulk' && [step.work, step.ids])).toEqual([
      [{ kind: 'update', changes: { responsibleUserId: 'ann' } }, ['a', 'd']],
      [{ kind: 'update', changes: { responsibleUserId: null } }, ['c']],
    ]);
  });

  it('takes dates as the request has them, and links out of the trash', () => {
    const link = aLink('a', { expiresAt: '2026-11-26T10:00:00.000Z' });
    const at = Date.UTC(2026, 10, 26, 10);
    expect(undoSteps({ kind: 'update', changes: { expiresAt: at } }, [link])).toEqual([]);
    expect(undoSteps({ kind: 'update', changes: { expiresAt: null } }, [link])).toMatchObject([
      { work: { changes: { expiresAt: at } } },
    ]);
    expect(undoSteps({ kind: 'update', changes: { trashed: true } }, [link])).toMatchObject([
      { work: { changes: { trashed: false } } },
    ]);
  });
});
