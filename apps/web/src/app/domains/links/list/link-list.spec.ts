import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import type { Link } from '@signpost/contracts';
import { Toasts } from '@signpost/ui/toasts';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { Problems } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import { LinkList } from './link-list';
import { aLink } from '../../../platform/link.fixtures';

const WORKSPACE = { shortUrlBase: 'https://go.example', linkPrefix: null };

describe('the list of links', () => {
  let harness: RouterTestingHarness;
  const element = (): HTMLElement => harness.fixture.nativeElement as HTMLElement;
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setTimeout(resolve));
      harness.fixture.detectChanges();
    }
  };
  /** Responds to the list request: `total` links, with `items` on the page. */
  const answer = async (total: number, items: readonly Link[]): Promise<void> => {
    await settled();
    for (const { request, flush } of TestBed.inject(HttpTestingController)
      .match(({ url }) => url === '/api/links')
      .map((testRequest) => ({ request: testRequest.request, flush: testRequest.flush.bind(testRequest) }))) {
      flush({ items, total, page: Number(request.params.get('page') ?? 1), perPage: 20 });
    }
    await vi.waitFor(() => {
      harness.fixture.detectChanges();
      expect(element().querySelectorAll('tbody tr')).toHaveLength(items.length);
    });
  };
  const boxes = (): HTMLInputElement[] => [
    ...element().querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]'),
  ];
  const chosen = (): number => boxes().filter(({ checked }) => checked).length;
  const go = async (address: string): Promise<void> => {
    await TestBed.inject(Router).navigateByUrl(address);
    await answer(2, [aLink('one'), aLink('two')]);
  };

  beforeEach(async () => {
    const t = (key: string): string => key;
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideRouter([{ path: 'links', component: LinkList }]),
        keysForWords({ t, tn: t, known: t }),
        { provide: Problems, useValue: { toast: () => undefined } },
        {
          provide: SessionStore,
          useValue: { can: () => true, workspace: () => WORKSPACE, user: () => null, other: () => null },
        },
      ],
    });
    harness = await RouterTestingHarness.create();
  });

  it.each([
    ['other conditions', '/links?q=other', 0],
    ['another page', '/links?page=2', 1],
    ['another order', '/links?sort=title', 1],
  ])('forgets what is chosen where another list is meant: %s', async (_, address, left) => {
    await go('/links');
    boxes()[0]?.click();
    await settled();
    expect(chosen()).toBe(1);
    await go(address);
    expect(chosen()).toBe(left);
  });

  it.each([
    [10_001, 1],
    [10_000, 0],
  ])('says that the export of %i links takes its time: %i', async (total, messages) => {
    await TestBed.inject(Router).navigateByUrl('/links');
    await answer(total, [aLink('one')]);
    element().querySelector<HTMLElement>('header [aria-haspopup=menu]')?.click();
    await settled();
    const item = document.querySelector<HTMLElement>('a[download]');
    item?.addEventListener('click', (event) => event.preventDefault());
    item?.click();
    expect(TestBed.inject(Toasts).toasts()).toHaveLength(messages);
  });

  it('opens no link by a press that puts a menu away', async () => {
    await go('/links');
    const press = async (): Promise<void> => {
      const cell = element().querySelector('tbody td.created');
      for (const type of ['mousedown', 'click']) cell?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
      await settled();
    };
    const navigate = vi.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    const navigateByUrl = vi.spyOn(TestBed.inject(Router), 'navigateByUrl').mockResolvedValue(true);
    element().querySelector<HTMLElement>('.page-head [aria-haspopup=menu]')?.click();
    await settled();
    await press();
    expect(document.querySelector('[role=menu]')).toBeNull();
    expect([navigate.mock.calls.length, navigateByUrl.mock.calls.length]).toEqual([0, 0]);
    await press();
    expect(navigate.mock.calls.length + navigateByUrl.mock.calls.length).toBe(1);
  });

  it('offers all that match as a file, in their order and whatever page is shown', async () => {
    await go('/links?q=a%20b&tags=x,y&sort=-clicks&page=3');
    element().querySelector<HTMLElement>('.page-head [aria-haspopup=menu]')?.click();
    await settled();
    const file = document.querySelector<HTMLAnchorElement>('a[download]');
    expect(file?.getAttribute('href')).toBe('/api/links/export.csv?q=a+b&tags=x%2Cy&sort=-clicks');
  });

  it('opens the last page when its own has become empty, and Back does not return to the empty one', async () => {
    const navigate = vi.spyOn(TestBed.inject(Router), 'navigate');
    await TestBed.inject(Router).navigateByUrl('/links?page=3');
    await answer(40, []);
    await settled();
    expect(TestBed.inject(Router).url).toBe('/links?page=2');
    expect(navigate.mock.lastCall?.[1]).toMatchObject({ replaceUrl: true });
  });

  it('does not take an empty answer to earlier conditions for the one to these', async () => {
    await TestBed.inject(Router).navigateByUrl('/links?minClicks=7');
    await answer(0, []);
    await settled();
    const waits = (): string | null | undefined =>
      element().querySelector('.card:has(sp-empty)')?.getAttribute('aria-busy');
    expect(waits()).toBe('false');
    await TestBed.inject(Router).navigateByUrl('/links?minClicks=3');
    await settled();
    expect(waits()).toBe('true');
    // Without conditions an empty list would be a workspace without links.
    await TestBed.inject(Router).navigateByUrl('/links');
    await settled();
    expect([...element().querySelectorAll('sp-empty, app-no-links')]).toEqual([]);
    expect(element().querySelector('sp-skeleton')).not.toBeNull();
  });

  it('turns two pages with two presses, however late the first one comes', async () => {
    const link = aLink('one');
    await TestBed.inject(Router).navigateByUrl('/links');
    await answer(60, [link]);
    const turn = async (): Promise<void> => {
      element().querySelectorAll<HTMLElement>('sp-pager .step')[1]?.click();
      await settled();
    };
    await turn();
    await turn();
    expect(TestBed.inject(Router).url).toBe('/links?page=3');
  });

  it('asks for the link of a short address, and for what begins like it where there is none', async () => {
    const searches: (string | null)[] = [];
    const answerWith = async (total: number): Promise<void> => {
      await settled();
      const [request] = TestBed.inject(HttpTestingController).match(({ url }) => url === '/api/links');
      searches.push(request?.request.params.get('q') ?? null);
      request?.flush({ items: total ? [aLink('shop-1')] : [], total, page: 1, perPage: 20 });
      await settled();
    };
    await TestBed.inject(Router).navigateByUrl('/links?q=go.example/shop-1');
    await answerWith(1);
    await TestBed.inject(Router).navigateByUrl('/links?q=go.example/sho');
    await answerWith(0);
    expect(element().querySelector('sp-empty')).toBeNull();
    await answerWith(1);
    await TestBed.inject(Router).navigateByUrl('/links?q=go.example/none');
    await answerWith(0);
    await answerWith(0);
    expect(searches).toEqual(['go.example/shop-1', 'go.example/sho', 'sho', 'go.example/none', 'none']);
    expect(element().querySelector('sp-empty')).not.toBeNull();
  });

  it.each([
    ['/links?q=gone', ['links.none.action', 'links.none.archived', 'links.none.trash']],
    ['/links?q=gone&archived=all', ['links.none.action', 'links.none.trash']],
    ['/links?minClicks=7', ['links.none.action']],
  ])('a search that finds nothing leads to where the link may lie: %s', async (address, ways) => {
    await TestBed.inject(Router).navigateByUrl(address);
    await answer(0, []);
    await settled();
    const offered = [...element().querySelectorAll('sp-empty :is(a, button)')];
    expect(offered.map(({ textContent }) => textContent.trim())).toEqual(ways);
    const trash = offered.find(({ tagName }) => tagName === 'A');
    if (trash) expect(trash.getAttribute('href')).toBe('/links/trash?q=gone');
  });
});
