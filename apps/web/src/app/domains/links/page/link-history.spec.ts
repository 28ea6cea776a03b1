import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Toasts } from '@signpost/ui';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { Problems } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import { LinkContext } from './link-context';
import { LinkHistory } from './link-history';
import { Lookups } from '../editor/lookups';

describe('the history of a link', () => {
  const catchUp = vi.fn();
  beforeEach(() => catchUp.mockClear());
  const AN_ENTRY = { id: 'h', action: 'updated', actor: null, at: '2026-01-01T00:00:00Z' };

  async function open(changes: readonly { field: string; from: unknown; to: unknown }[]) {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        keysForWords({ dateTime: (value: string) => `on ${new Date(value).toISOString()}` }),
        { provide: Problems, useValue: { toast: () => undefined } },
        { provide: SessionStore, useValue: { can: () => true } },
        { provide: LinkContext, useValue: { id: signal('l'), link: () => ({ updatedAt: 'before' }), catchUp } },
        {
          provide: Lookups,
          useValue: {
            ensureLoaded: () => undefined,
            campaignName: (id: string) => `campaign ${id}`,
            memberName: (id: string) => `member ${id}`,
          },
        },
      ],
    });
    const fixture = TestBed.createComponent(LinkHistory);
    const http = TestBed.inject(HttpTestingController);
    fixture.detectChanges();
    http.expectOne('/api/links/l/history').flush({ items: [{ ...AN_ENTRY, changes }] });
    await new Promise((resolve) => setTimeout(resolve));
    fixture.detectChanges();
    return { http, element: fixture.nativeElement as HTMLElement };
  }

  it('has the page catch up with what was done last', async () => {
    await open([]);
    expect(catchUp).toHaveBeenCalledExactlyOnceWith(AN_ENTRY.at);
  });

  it.each([
    ['before', 'links.history.asBefore'],
    ['now', 'links.history.restored'],
  ])('does not say that something was undone where nothing was: the link is of %s', async (updatedAt, message) => {
    const { http, element } = await open([{ field: 'isEnabled', from: true, to: false }]);
    element.querySelector('button')?.click();
    http.expectOne(({ method }) => method === 'POST').flush({ id: 'l', updatedAt });
    await new Promise((resolve) => setTimeout(resolve));
    expect(
      TestBed.inject(Toasts)
        .toasts()
        .map(({ text }) => text),
    ).toEqual([message]);
  });

  it('takes a double press for one', async () => {
    const { http, element } = await open([{ field: 'title', from: 'before', to: 'after' }]);
    const button = element.querySelector('button');
    button?.click();
    button?.click();
    expect(http.match(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it.each([
    ['a title', ['title'], 1],
    ['a password, which is not kept', ['password'], 0],
    ['a title and a password', ['password', 'title'], 1],
  ])('offers to put back what can be: %s', async (_, fields, buttons) => {
    const { element } = await open(fields.map((field) => ({ field, from: null, to: 'set' })));
    expect(element.querySelectorAll('button')).toHaveLength(buttons);
  });

  it.each([
    ['title', '2026-05-01Team offsite', '2026-05-01Team offsite'],
    ['notes', '2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z'],
    ['startsAt', '2026-05-01T10:00:00.000Z', 'on 2026-05-01T10:00:00.000Z'],
    ['campaignId', 'c', 'campaign c'],
    ['responsibleUserId', 'u', 'member u'],
  ])('shows by its name what the value of %s is', async (field, to, text) => {
    const { element } = await open([{ field, from: null, to }]);
    expect(element.querySelector('ins')?.textContent).toBe(text);
  });

  it.each([
    ['a pause', [{ field: 'isEnabled', from: true, to: false }], ['disabled'], []],
    ['an end of the pause', [{ field: 'isEnabled', from: false, to: true }], ['enabled'], []],
    ['an archived link', [{ field: 'archived', from: false, to: true }], ['archived'], []],
    ['a password', [{ field: 'password', from: 'set', to: 'removed' }], ['password_removed'], []],
    [
      'a pause with a title',
      [
        { field: 'title', from: null, to: 'Spring' },
        { field: 'isEnabled', from: true, to: false },
      ],
      ['updated', 'disabled'],
      ['links.history.field.title'],
    ],
  ])('says %s by its word', async (_, changes, words, fields) => {
    const { element } = await open(changes);
    expect(element.querySelector('strong')?.textContent).toBe(
      words.map((word) => `links.history.action.${word}`).join(' · '),
    );
    expect([...element.querySelectorAll('dt')].map((field) => field.textContent)).toEqual(fields);
  });
});
