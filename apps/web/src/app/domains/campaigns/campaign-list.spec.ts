import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { LISTED, type Campaign } from '@signpost/contracts';
import { Dialogs } from '@signpost/ui/overlay';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { SessionStore } from '../../platform/session';
import { CampaignList } from './campaign-list';

const some = (length: number): Campaign[] =>
  Array.from({ length }, (_, n) => ({ id: `${n}`, name: `Spring ${n}`, utmCampaign: `s${n}` }) as Campaign);
const NINE = some(9);
const sorted = <T>(items: readonly T[], nameOf: (item: T) => string): T[] =>
  items.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));

async function open(url: string, items = NINE) {
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      provideRouter([]),
      keysForWords({ sorted }),
      { provide: Dialogs, useValue: {} },
      { provide: SessionStore, useValue: { can: () => true } },
    ],
  });
  await TestBed.inject(Router).navigateByUrl(url);
  const fixture = TestBed.createComponent(CampaignList);
  const page = fixture.nativeElement as HTMLElement;
  fixture.detectChanges();
  TestBed.inject(HttpTestingController).expectOne('/api/campaigns').flush({ items });
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    fixture.detectChanges();
    const lines = TestBed.inject(HttpTestingController).match(({ url }) => url === '/api/reports/recent-clicks');
    for (const request of lines) request.flush({ links: [], campaigns: [] });
    await fixture.whenStable();
  };
  await settled();
  return { page, box: page.querySelector('input'), names: () => page.querySelectorAll('tbody strong').length, settled };
}

describe('the search of campaigns', () => {
  it('stands in the address', async () => {
    const { box, names, settled } = await open('/');
    for (const text of ['spring', 'spring ', 'spring 3']) {
      if (box) box.value = text;
      box?.dispatchEvent(new Event('input'));
      await settled();
      expect(box?.value).toBe(text);
    }
    expect([TestBed.inject(Router).url, names()]).toEqual(['/?q=spring%203', 1]);
  });

  it('is read from it', async () => {
    const { box, names } = await open('/?q=spring%203');
    expect([box?.value, names()]).toEqual(['spring 3', 1]);
  });

  it('says where the list ends, also when nothing is found', async () => {
    const { page } = await open('/?q=nothing', some(LISTED.campaigns));
    expect(page.textContent).toContain('campaigns.end');
  });

  it('hides nothing where there is no box to change it in', async () => {
    const { box, names } = await open('/?q=nothing', NINE.slice(1));
    expect([box, names()]).toEqual([null, 8]);
  });
});

it('draws thousands of campaigns in turns, so that presses are answered meanwhile', async () => {
  const seen = new Set<number>();
  const watch = new MutationObserver(() => seen.add(document.querySelectorAll('tbody strong').length));
  watch.observe(document.body, { childList: true, subtree: true });
  const { names } = await open('/', some(1_200));
  watch.disconnect();
  expect(names()).toBe(1_200);
  expect([...seen].some((count) => count > 0 && count < 1_200)).toBe(true);
});

describe('the order of campaigns', () => {
  const THREE = [
    { id: 'b', name: 'Beta', utmCampaign: 'b', linkCount: 2, clickCount: 30 },
    { id: 'c', name: 'Gamma', utmCampaign: 'c', linkCount: 2, clickCount: 4 },
    { id: 'a', name: 'Alpha', utmCampaign: 'a', linkCount: 9, clickCount: 30 },
  ] as Campaign[];
  const rows = (page: HTMLElement): (string | null)[] =>
    [...page.querySelectorAll('tbody strong')].map(({ textContent }) => textContent);

  it('is the one they come in until a head is pressed', async () => {
    const { page } = await open('/', THREE);
    expect(rows(page)).toEqual(['Beta', 'Gamma', 'Alpha']);
    expect(page.querySelectorAll('[aria-sort]')).toHaveLength(0);
  });

  it.each([
    ['name', ['Alpha', 'Beta', 'Gamma'], ['Gamma', 'Beta', 'Alpha']],
    ['links', ['Alpha', 'Beta', 'Gamma'], ['Beta', 'Gamma', 'Alpha']],
    ['clicks', ['Alpha', 'Beta', 'Gamma'], ['Gamma', 'Alpha', 'Beta']],
  ])('by %s, and turned round by a second press', async (column, once, twice) => {
    const { page, settled } = await open('/', THREE);
    const head = page.querySelector(`th.${column}`);
    for (const [names, sort] of [
      [once, column === 'name' ? 'ascending' : 'descending'],
      [twice, column === 'name' ? 'descending' : 'ascending'],
    ] as const) {
      head?.querySelector('button')?.click();
      await settled();
      expect(rows(page)).toEqual(names);
      expect(head?.getAttribute('aria-sort')).toBe(sort);
    }
  });

  it('is read from the address, and left to what is searched', async () => {
    const { page, box, settled } = await open('/?sort=-name');
    expect(rows(page)[0]).toBe('Spring 8');
    if (box) box.value = 'spring';
    box?.dispatchEvent(new Event('input'));
    await settled();
    expect(TestBed.inject(Router).url).toBe('/?sort=-name&q=spring');
  });
});
