import { HttpErrorResponse } from '@angular/common/http';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { By } from '@angular/platform-browser';
import type { BulkInput, BulkResult, BulkUpdateInput, Link } from '@signpost/contracts';
import { Toasts } from '@signpost/ui';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { Problems } from '../../../platform/requests/problem';
import { Viewport } from '../../../platform/viewport';
import { TagsApi } from '../../tags/tags-api';
import { BulkBar } from './bulk-bar';
import { BulkPick, type PickAction } from './bulk-pick';
import { LinkActions } from '../page/link-actions';
import { readQuery } from '../list/link-query';
import { LinksApi } from '../links-api';
import { Lookups } from '../editor/lookups';
import { aLink } from '../../../platform/link.fixtures';

const GONE: Error = new HttpErrorResponse({ status: 404, error: { code: 'link_not_found', message: '' } });

describe('what is done to chosen links', () => {
  let fixture: ComponentFixture<BulkBar>;
  let cleared: number;
  let touched: number;
  const api = {
    bulk: ({ selection }: BulkInput): Promise<BulkResult> =>
      Promise.resolve(answer('ids' in selection ? selection.ids : [])),
    bulkUpdate: ({ selection }: BulkUpdateInput): Promise<BulkResult> =>
      Promise.resolve(answer('ids' in selection ? selection.ids : [])),
  };
  const answer = (ids: string[]): BulkResult => ({
    affected: ids.length,
    results: ids.map((id) => ({ id, status: 'ok' })),
  });
  const messages = (): string[] =>
    TestBed.inject(Toasts)
      .toasts()
      .map(({ text }) => text);
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    await fixture.whenStable();
  };
  const undo = async (): Promise<void> => {
    TestBed.inject(Toasts).undoNewest();
    await settled();
  };

  const choose = async (...links: Link[]): Promise<void> => {
    fixture.componentRef.setInput('chosen', new Map(links.map((link) => [link.id, link])));
    await settled();
  };
  const items = async (): Promise<HTMLElement[]> => {
    (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>('[aria-haspopup=menu]')?.click();
    await settled();
    return [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  };
  const press = async (item: string): Promise<void> => {
    (await items()).find(({ textContent }) => textContent.includes(item))?.click();
    await settled();
  };
  const tagActions = (): readonly PickAction[] => {
    const picks = fixture.debugElement.queryAll(By.directive(BulkPick));
    return (picks[0]?.componentInstance as BulkPick).actions();
  };
  const tag = async (): Promise<void> => {
    tagActions()[0]?.run({ value: 't', label: 'sale' });
    await settled();
  };
  const untag = async (): Promise<void> => {
    tagActions()[1]?.run({ value: 't', label: 'sale' });
    await settled();
  };

  beforeEach(() => {
    cleared = touched = 0;
    TestBed.configureTestingModule({
      providers: [
        { provide: LinksApi, useValue: { ...api } },
        {
          provide: TagsApi,
          useValue: {
            create: ({ name }: { name: string }) =>
              Promise.resolve({ tag: { id: `id of ${name}`, name }, isNew: true }),
          },
        },
        keysForWords(),
        { provide: Problems, useValue: { toast: () => undefined } },
        { provide: Viewport, useValue: { phone: () => false } },
        { provide: LinkActions, useValue: { touched: () => touched++ } },
        {
          provide: Lookups,
          useValue: {
            ensureLoaded: () => null,
            refresh: () => null,
            tagOptions: () => [],
            campaignOptions: () => [],
            campaignHint: () => null,
            memberOptions: () => [],
          },
        },
      ],
    });
    fixture = TestBed.createComponent(BulkBar, { inferTagName: true });
    for (const [name, value] of Object.entries({ chosen: new Map(), query: readQuery({}), total: 3, count: 3 })) {
      fixture.componentRef.setInput(name, value);
    }
    fixture.componentInstance.cleared.subscribe(() => cleared++);
  });

  it('is said, and the choice goes', async () => {
    await choose(aLink('a'), aLink('b'));
    await press('links.action.delete');
    expect([messages(), cleared, touched]).toEqual([['links.bulk.deleted 2'], 1, 1]);
  });

  it('reloads lists also when the user has opened another page', async () => {
    const answered = Promise.withResolvers<BulkResult>();
    vi.spyOn(TestBed.inject(LinksApi), 'bulkUpdate').mockReturnValue(answered.promise);
    await choose(aLink('a'));
    await press('links.action.delete');
    fixture.destroy();
    answered.resolve(answer(['a']));
    await settled();
    expect([messages(), cleared, touched]).toEqual([['links.bulk.deleted 1'], 0, 1]);
  });

  it('is not said to be done where all refuse, which stay chosen', async () => {
    const results = ['a', 'b'].map((id) => ({ id, status: 'error' as const, error: '' }));
    vi.spyOn(TestBed.inject(LinksApi), 'bulkUpdate').mockResolvedValue({ affected: 0, results });
    await choose(aLink('a'), aLink('b'));
    await press('links.action.delete');
    expect([messages(), cleared, touched]).toEqual([['links.bulk.failed 2'], 0, 0]);
  });

  it.each([
    ['one that runs', [aLink('a')], ['pause']],
    ['one that is paused', [aLink('a', { isEnabled: false })], ['resume']],
    [
      'one of each, one of them archived',
      [aLink('a', { archived: true }), aLink('b', { isEnabled: false })],
      ['pause', 'resume', 'unarchive'],
    ],
  ])('is offered where it changes something: %s', async (_, links, offered) => {
    await choose(...links);
    const names = (await items()).map(({ textContent }) => textContent.trim().replace(/^links\.(?:action|bulk)\./, ''));
    expect(names).toEqual(['qr', ...offered, 'delete']);
  });

  it('is offered for all that match as far as other pages may need it', async () => {
    await choose(aLink('a'));
    fixture.componentRef.setInput('everyMatch', true);
    const names = (await items()).map(({ textContent }) => textContent.trim().replace(/^links\.(?:action|bulk)\./, ''));
    expect(names).toEqual(['qr', 'pause', 'resume', 'delete']);
  });

  it('is one request, and is taken back by one from those that it changed', async () => {
    const update = vi.spyOn(TestBed.inject(LinksApi), 'bulkUpdate');
    await choose(aLink('a'), aLink('b', { isEnabled: false }));
    await press('links.action.resume');
    await undo();
    expect(update.mock.calls).toEqual([
      [{ selection: { ids: ['a', 'b'] }, changes: { isEnabled: true } }],
      [{ selection: { ids: ['b'] }, changes: { isEnabled: false } }],
    ]);
  });

  it('is said to be nothing where all are like that already', async () => {
    await choose(aLink('a'));
    vi.spyOn(TestBed.inject(LinksApi), 'bulk').mockResolvedValue({ ...answer(['a']), affected: 0 });
    await tag();
    expect([messages(), cleared, touched]).toEqual([['links.bulk.nothing'], 0, 0]);
  });

  it('creates a missing tag, and keeps the selection for the next one', async () => {
    const bulk = vi.spyOn(TestBed.inject(LinksApi), 'bulk');
    await choose(aLink('a'));
    tagActions()[0]?.create?.('fair');
    await settled();
    expect(bulk).toHaveBeenCalledWith({ action: 'tag', tagId: 'id of fair', selection: { ids: ['a'] } });
    expect([messages(), cleared, touched]).toEqual([['links.bulk.tagged 1'], 0, 1]);
    expect(fixture.componentInstance.chosen().get('a')?.tags).toEqual(['fair']);
    expect(tagActions()[1]?.create).toBeUndefined();
  });

  it('begins at the tags that links have got here, also those of other pages', async () => {
    const bulk = vi.spyOn(TestBed.inject(LinksApi), 'bulk');
    await choose(aLink('a'), aLink('b', { tags: ['sale'] }));
    await tag();
    await untag();
    await undo();
    expect(bulk.mock.lastCall).toEqual([{ action: 'tag', tagId: 't', selection: { ids: ['a', 'b'] } }]);
    await undo();
    expect(bulk.mock.lastCall).toEqual([{ action: 'untag', tagId: 't', selection: { ids: ['a'] } }]);
    expect([...fixture.componentInstance.chosen().values()].map(({ tags }) => tags)).toEqual([[], ['sale']]);
  });

  it('removes links deleted by another user from the selection, and keeps the others of all that match', async () => {
    const ids = (selection: BulkInput['selection']): string[] => ('ids' in selection ? selection.ids : []);
    vi.spyOn(TestBed.inject(LinksApi), 'bulk').mockImplementation(({ selection }) =>
      ids(selection).includes('b') ? Promise.reject(GONE) : Promise.resolve(answer(ids(selection))),
    );
    await choose(aLink('a'), aLink('b'));
    await tag();
    expect([...fixture.componentInstance.chosen().keys()]).toEqual(['a']);
    Object.assign(TestBed.inject(LinksApi), {
      findAll: () => Promise.resolve([aLink('x'), aLink('y')]),
      bulk: () => Promise.resolve(answer(['x', 'y'])),
    });
    fixture.componentRef.setInput('everyMatch', true);
    await tag();
    expect([...fixture.componentInstance.chosen().keys()]).toEqual(['x', 'y']);
    expect(fixture.componentInstance.everyMatch()).toBe(false);
  });

  it('names those that cannot be, such as one with its most tags', async () => {
    const results = [
      { id: 'a', status: 'ok' },
      { id: 'b', status: 'error', error: '' },
    ] satisfies BulkResult['results'];
    vi.spyOn(TestBed.inject(LinksApi), 'bulk').mockResolvedValue({ affected: 1, results });
    await choose(aLink('a'), aLink('b'));
    await tag();
    expect(messages()).toEqual(['links.bulk.failed 1', 'links.bulk.tagged 1']);
  });

  it('is taken back from the others when one was deleted meanwhile', async () => {
    await choose(aLink('a'), aLink('b'), aLink('c'));
    await tag();
    const named: string[][] = [];
    vi.spyOn(TestBed.inject(LinksApi), 'bulk').mockImplementation(({ selection }) => {
      const ids = 'ids' in selection ? selection.ids : [];
      named.push(ids);
      return ids.includes('b') ? Promise.reject(GONE) : Promise.resolve(answer(ids));
    });
    await undo();
    expect(named).toEqual([['a', 'b', 'c'], ['a', 'b'], ['a'], ['b'], ['c']]);
    expect(messages()).toEqual(['links.bulk.undoFailed 1']);
  });
});
