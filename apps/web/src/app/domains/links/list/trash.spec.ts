import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { Toasts } from '@signpost/ui';
import { Confirm, type Confirmation } from '@signpost/ui/overlay';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { Problems } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import { LinkActions } from '../page/link-actions';
import { Trash } from './trash';

const LINK = { id: 'a', slug: 'a', shortUrl: 'http://example.com/a', destinationUrl: 'https://example.com/' };

@Component({ imports: [Trash], template: '<app-trash />' })
class Page {}

const tn = (key: string, count: number): string => `${key} ${String(count)}`;

describe('the trash', () => {
  let isMeant: (question: Confirmation) => Promise<boolean>;
  beforeEach(() => {
    isMeant = () => Promise.reject(new Error('nobody is asked'));
  });

  async function open(total = 1, items: readonly unknown[] = [LINK]) {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideRouter([]),
        keysForWords({ tn }),
        { provide: Confirm, useValue: { ask: (question: Confirmation) => isMeant(question) } },
        { provide: Problems, useValue: { toast: () => undefined } },
        { provide: SessionStore, useValue: { can: () => true, workspace: () => null } },
      ],
    });
    const fixture = TestBed.createComponent(Page);
    const element = fixture.nativeElement as HTMLElement;
    const main = document.createElement('main');
    main.tabIndex = -1;
    main.append(element);
    document.body.append(main);
    const http = TestBed.inject(HttpTestingController);
    const settled = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve));
      fixture.detectChanges();
      await new Promise((resolve) => setTimeout(resolve));
    };
    const list = async (items: readonly unknown[], page = 1, total = items.length): Promise<void> => {
      const request = http.expectOne(({ url }) => url === '/api/links');
      expect(request.request.params.get('page')).toBe(String(page));
      request.flush({ items, page, perPage: 20, total });
      await settled();
    };
    fixture.detectChanges();
    await list(items, 1, total);
    const button = [...element.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === 'links.trash.restore',
    );
    if (!button) throw new Error('no button');
    button.focus();
    const sent = () => http.match(({ method }) => method === 'POST');
    return { button, element, http, sent, list, settled };
  }

  afterEach(() => document.querySelector('main')?.remove());

  it('tells links apart by their titles', async () => {
    const { element } = await open(1, [{ ...LINK, title: 'Winter sale' }]);
    expect(element.querySelector('li')?.textContent).toContain('Winter sale');
  });

  it('does not take an empty answer to a search for an empty trash', async () => {
    const { element, list, settled } = await open();
    const search = async (q: string): Promise<void> => {
      await TestBed.inject(Router).navigate([], { queryParams: { q: q || null } });
      await settled();
    };
    await search('gone');
    expect(element.querySelector('ul')?.getAttribute('aria-busy')).toBe('true');
    await list([]);
    expect(element.querySelector('sp-empty')).not.toBeNull();
    await search('');
    expect(element.querySelector('sp-empty')).toBeNull();
    await list([]);
    expect(element.querySelector('sp-empty')?.textContent).toContain('links.trash.emptyHeading');
  });

  it('takes a double press for one, until the list has come again', async () => {
    const { button, element, sent, list, settled } = await open();
    button.click();
    button.click();
    const [request, ...others] = sent();
    expect(others).toEqual([]);
    request?.flush(null);
    await settled();
    button.click();
    expect(sent()).toEqual([]);
    await list([]);
    // The button was removed with its row, which was the last one.
    expect(document.activeElement).toBe(element.querySelector('h1'));
  });

  it.each([
    ['the row that took its place', 1, 'c'],
    ['the row before where it was the last one', 2, 'b'],
  ])('hands the place of the keyboard to %s', async (_, index, next) => {
    const rows = ['a', 'b', 'c'].map((id) => ({ ...LINK, id, slug: id, shortUrl: `http://example.com/${id}` }));
    const { element, sent, list, settled } = await open(3, rows);
    const button = [...element.querySelectorAll<HTMLElement>('li button')][index];
    button?.focus();
    button?.click();
    sent()[0]?.flush(null);
    await settled();
    await list(rows.filter((_row, at) => at !== index));
    expect(document.activeElement?.closest('li')?.textContent).toContain(`example.com/${next}`);
  });

  it('steps back from a page whose last link was restored', async () => {
    const { element, sent, list, settled } = await open(21);
    element.querySelector<HTMLButtonElement>('[aria-label="ui.pager.next"]')?.click();
    await settled();
    await list([{ ...LINK, id: 'z' }], 2, 21);
    expect(TestBed.inject(Router).url).toBe('/?page=2');
    element.querySelector<HTMLButtonElement>('li button')?.click();
    sent()[0]?.flush(null);
    await settled();
    await list([], 2, 20);
    expect(element.textContent).not.toContain('links.trash.emptyHeading');
    await settled();
    await list([LINK], 1, 20);
    expect(TestBed.inject(Router).url).toBe('/');
    expect(element.querySelectorAll('li')).toHaveLength(1);
  });

  it('takes the next press after a refusal', async () => {
    const { button, sent, settled } = await open();
    button.click();
    sent()[0]?.flush(null, { status: 500, statusText: 'Broken' });
    await settled();
    button.click();
    expect(sent()).toHaveLength(1);
  });

  it('finds by what is typed, from the first page on', async () => {
    const { element, http, settled } = await open(21);
    element.querySelector<HTMLButtonElement>('[aria-label="ui.pager.next"]')?.click();
    await settled();
    http
      .expectOne(({ params }) => params.get('page') === '2')
      .flush({ items: [LINK], page: 2, perPage: 20, total: 21 });
    await settled();
    const box = element.querySelector<HTMLInputElement>('input[type=search]');
    if (!box) throw new Error('no search box');
    box.value = 'sale ';
    box.dispatchEvent(new Event('input'));
    await vi.waitUntil(() => TestBed.inject(Router).url === '/?q=sale');
    await settled();
    const { request } = http.expectOne(({ params }) => params.get('q') === 'sale');
    expect([request.params.get('trashed'), request.params.get('page')]).toEqual(['true', '1']);
  });

  const restoreAll = (element: HTMLElement): void => element.querySelector<HTMLElement>('.tools button')?.click();

  it('brings back all that were found, also those on other pages, once asked by their number', async () => {
    const urls: string[] = [];
    isMeant = ({ heading }) => Promise.resolve(urls.push(heading) > 0);
    const { element, sent, settled } = await open(120);
    restoreAll(element);
    await settled();
    expect(urls).toEqual(['links.trash.all.heading 120']);
    const [request, ...others] = sent();
    expect([request?.request.url, request?.request.body, others]).toEqual([
      '/api/links/bulk/update',
      { selection: { filter: { trashed: 'true' } }, changes: { trashed: false } },
      [],
    ]);
    const failed = { id: 'b', status: 'error', error: '' };
    request?.flush({ affected: 1, results: [{ id: 'a', status: 'ok' }, failed] });
    await settled();
    const texts = TestBed.inject(Toasts)
      .toasts()
      .map(({ text }) => text);
    expect(texts).toEqual(['links.trash.failed 1', 'links.trash.restored 1']);
  });

  it('brings back none when that was not meant, and offers no more than is done at once', async () => {
    isMeant = () => Promise.resolve(false);
    const { element, http, list, settled } = await open(500);
    restoreAll(element);
    await settled();
    http.expectNone(() => true);
    TestBed.inject(LinkActions).touched();
    await settled();
    await list([LINK], 1, 501);
    expect(element.querySelector('.tools button')).toBeNull();
    expect(element.textContent).toContain('links.trash.limit');
  });
});
