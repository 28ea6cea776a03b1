import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting, TestRequest } from '@angular/common/http/testing';
import { Component } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { Tag } from '@signpost/contracts';
import { Toasts } from '@signpost/ui';
import { Confirm, Dialogs } from '@signpost/ui/overlay';
import { of } from 'rxjs';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Connection } from '../../platform/requests/connection';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Lookups } from '../links/editor/lookups';
import { TagList } from './tag-list';

const REFUSED = { status: 500, statusText: 'Broken' };
const aTag = (id: string): Tag => ({ id, name: `tag ${id}`, linkCount: 0 }) as Tag;

@Component({ imports: [TagList], template: '<app-tag-list />' })
class Page {}

describe('the list of tags', () => {
  let fixture: ComponentFixture<Page>;
  let http: HttpTestingController;
  const failures: unknown[] = [];
  const element = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    fixture.detectChanges();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const button = (label: string): HTMLButtonElement => {
    const found = [...element().querySelectorAll('button')].find((one) =>
      (one.getAttribute('aria-label') ?? one.textContent).includes(label),
    );
    if (!found) throw new Error(`no button ${label}`);
    return found;
  };
  const press = async (label: string, times = 1): Promise<void> => {
    button(label).focus();
    for (let n = 0; n < times; n++) button(label).click();
    await settled();
  };
  const type = (selector: string, text: string): void => {
    const field = element().querySelector<HTMLInputElement>(selector);
    if (!field) throw new Error(`no field ${selector}`);
    field.value = text;
    field.dispatchEvent(new Event('input'));
    fixture.detectChanges();
  };
  const send = async (selector: string, times = 1): Promise<void> => {
    const form = element().querySelector(selector);
    for (let n = 0; n < times; n++) form?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settled();
  };
  const listed = async (...tags: Tag[]): Promise<void> => {
    const requests = http.match(({ method, url }) => method === 'GET' && url === '/api/tags');
    for (const request of requests) request.flush({ items: tags });
    await settled();
    // Rows are rendered in a later task.
    await settled();
  };
  /** Saves a new name: what the tags are called by now is requested first. */
  const rename = async (name: string, ...now: Tag[]): Promise<void> => {
    type('.rename input', name);
    await send('.rename');
    await listed(...now);
  };
  const carriers = (): TestRequest => http.expectOne(({ url }) => url === '/api/links');
  const changes = (method: string): TestRequest[] => http.match((request) => request.method === method);

  beforeEach(async () => {
    failures.length = 0;
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideRouter([]),
        keysForWords({
          t: (key: string, params?: Record<string, string>) => `${key} ${Object.values(params ?? {}).join(' ')}`,
          sorted: <T>(items: readonly T[], nameOf: (item: T) => string) =>
            items.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'de')),
        }),
        {
          provide: Problems,
          useValue: {
            toast: (error: unknown) => failures.push(error),
            intoForm: (error: unknown) => failures.push(error),
          },
        },
        { provide: SessionStore, useValue: { can: () => true } },
        { provide: Lookups, useValue: { refresh: () => undefined } },
        { provide: Confirm, useValue: { ask: () => Promise.resolve(true) } },
      ],
    });
    fixture = TestBed.createComponent(Page);
    document.body.append(element());
    element().insertAdjacentHTML('beforebegin', '<main tabindex="-1"></main>');
    http = TestBed.inject(HttpTestingController);
    fixture.detectChanges();
    await listed(aTag('a'), aTag('b'));
  });

  afterEach(() => document.querySelector('main')?.remove());

  it('takes a double press for one: adding, renaming and deleting', async () => {
    type('.add input', 'new');
    await send('.add', 2);
    expect(changes('POST')).toHaveLength(1);

    await press('tags.rename tag a');
    type('.rename input', 'other');
    await send('.rename', 2);
    await listed(aTag('a'), aTag('b'));
    expect(changes('PATCH')).toHaveLength(1);

    await press('tags.delete tag b', 2);
    carriers().flush({ items: [], total: 0 });
    await settled();
    expect(changes('DELETE')).toHaveLength(1);
  });

  it('can be searched where it is long, as the server searches', async () => {
    expect(element().querySelector('[type=search]')).toBeNull();
    await press('tags.delete tag b');
    carriers().flush({ items: [], total: 0 });
    await settled();
    changes('DELETE')[0]?.flush(null);
    await settled();
    await listed(...[...'abcdefgh'].map(aTag), { ...aTag('s'), name: 'Hauptstra\u00dfe' });
    type('[type=search]', 'HAUPTSTRASSE');
    await settled();
    expect([...element().querySelectorAll('li > a')].map(({ textContent }) => textContent)).toEqual([
      'Hauptstra\u00dfe',
    ]);
  });

  it.each([
    ['tags.added new', 201],
    ['tags.exists new', 200],
  ])('says %s after %i', async (text, status) => {
    type('.add input', 'NEW');
    await send('.add');
    changes('POST')[0]?.flush({ ...aTag('c'), name: 'new' }, { status, statusText: 'Made' });
    await settled();
    expect(TestBed.inject(Toasts).toasts()).toMatchObject([{ text }]);
  });

  it('sorts by the language on screen', async () => {
    await press('tags.delete tag a');
    carriers().flush({ items: [], total: 0 });
    await settled();
    changes('DELETE')[0]?.flush(null);
    await settled();
    await listed(...['Zug', 'Birnen', 'Äpfel', 'auto'].map((name) => ({ ...aTag(name), name })));
    const names = [...element().querySelectorAll('li a')].map(({ textContent }) => textContent);
    expect(names).toEqual(['Äpfel', 'auto', 'Birnen', 'Zug']);
  });

  it('leaves merging to the server, which also knows the links in the trash', async () => {
    await press('tags.rename tag a');
    await rename('TAG B', aTag('a'), aTag('b'));
    const [merge, ...others] = changes('PATCH');
    expect(others).toEqual([]);
    expect(merge?.request.url).toBe('/api/tags/a');
    expect(merge?.request.body).toEqual({ name: 'tag b', merge: true });
    merge?.flush(aTag('b'));
    await settled();
    expect(changes('DELETE')).toEqual([]);
  });

  it.each<[string, ReadonlySet<string> | undefined, object[], boolean]>([
    ['mine', new Set(), [{ name: 'mine' }], false],
    ['theirs', new Set(['name']), [], false],
    ['left open', undefined, [], true],
  ])('asks which name holds when another user has renamed it meanwhile: %s', async (_, chosen, sent, isOpen) => {
    const questions: unknown[] = [];
    vi.spyOn(TestBed.inject(Dialogs), 'open').mockImplementation((_component, data) => {
      questions.push(data);
      return { closed: of(chosen) } as ReturnType<Dialogs['open']>;
    });
    await press('tags.rename tag a');
    // The list is read again when the user returns to the tab: what it shows then was not there when they began.
    TestBed.inject(Connection).readAgain();
    await settled();
    await listed({ ...aTag('a'), name: 'theirs' }, aTag('b'));
    await rename('mine', { ...aTag('a'), name: 'theirs' }, aTag('b'));
    expect(questions).toEqual([
      [
        {
          path: 'name',
          label: expect.stringContaining('tags.name') as string,
          mine: 'mine',
          theirs: 'theirs',
          by: null,
        },
      ],
    ]);
    const patches = changes('PATCH');
    expect(patches.map(({ request }) => request.body as unknown)).toEqual(sent);
    patches[0]?.flush(aTag('a'));
    await settled();
    expect(element().querySelector('.rename') !== null).toBe(isOpen);
  });

  it('renames nothing when the field is closed before the current name is known', async () => {
    await press('tags.rename tag a');
    type('.rename input', 'other');
    await send('.rename');
    button('ui.cancel').click();
    await listed(aTag('a'), aTag('b'));
    expect(changes('PATCH')).toEqual([]);
  });

  it('says when a deletion fails before it has begun, and takes the next press', async () => {
    await press('tags.delete tag a');
    carriers().flush(null, REFUSED);
    await settled();
    expect(failures).toHaveLength(1);
    await press('tags.delete tag a');
    carriers().flush({ items: [], total: 0 });
    await settled();
    expect(changes('DELETE')).toHaveLength(1);
  });

  it('says that a renaming and a deletion are taken back', async () => {
    const messages = (): (string | undefined)[] =>
      TestBed.inject(Toasts)
        .toasts()
        .map(({ text }) => text.trim());
    await press('tags.rename tag a');
    await rename('other', aTag('a'), aTag('b'));
    changes('PATCH')[0]?.flush(aTag('a'));
    await settled();
    TestBed.inject(Toasts).undoNewest();
    changes('PATCH')[0]?.flush(aTag('a'));
    await settled();
    expect(messages()).toEqual(['ui.undone']);
    await press('tags.delete tag a');
    carriers().flush({ items: [], total: 0 });
    await settled();
    changes('DELETE')[0]?.flush(null);
    await settled();
    TestBed.inject(Toasts).undoNewest();
    changes('POST')[0]?.flush({ tag: aTag('c'), isNew: true });
    await settled();
    expect(messages()).toEqual(['ui.undone', 'ui.undone']);
  });

  it('says when a renaming cannot be undone', async () => {
    await press('tags.rename tag a');
    await rename('other', aTag('a'), aTag('b'));
    changes('PATCH')[0]?.flush(aTag('a'));
    await settled();
    TestBed.inject(Toasts).undoNewest();
    changes('PATCH')[0]?.flush(null, REFUSED);
    await settled();
    expect(failures).toHaveLength(1);
  });

  it('draws thousands in turns, so that presses are answered meanwhile', async () => {
    fixture = TestBed.createComponent(Page);
    fixture.detectChanges();
    const rows = (): number => element().querySelectorAll('li').length;
    const seen = new Set<number>();
    const watch = new MutationObserver(() => seen.add(rows()));
    watch.observe(element(), { childList: true, subtree: true });
    await listed(...Array.from({ length: 600 }, (_, i) => aTag(String(i))));
    await vi.waitFor(() => expect(rows()).toBe(600));
    watch.disconnect();
    expect([...seen].some((count) => count > 0 && count < 600)).toBe(true);
  });

  it('keeps the focus: on the edit button after a renaming, in the next row after a deletion', async () => {
    await press('tags.rename tag a');
    element().querySelector<HTMLInputElement>('.rename input')?.focus();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await settled();
    expect(document.activeElement).toBe(button('tags.rename tag a'));

    await press('tags.delete tag a');
    carriers().flush({ items: [], total: 0 });
    await settled();
    changes('DELETE')[0]?.flush(null);
    await settled();
    await listed(aTag('b'));
    expect(document.activeElement).toBe(button('tags.delete tag b'));
  });
});
