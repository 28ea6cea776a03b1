import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { signal } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import type { LinkPage } from '@signpost/contracts';
import { Observable, Subject } from 'rxjs';
import { LinksApi } from '../domains/links/links-api';
import { keysForWords } from '../platform/words/i18n.fixtures';
import { SessionStore } from '../platform/session';
import { Palette, PaletteStart } from './palette';
import { aLink } from '../platform/link.fixtures';

describe('Palette', () => {
  let fixture: ComponentFixture<Palette>;
  const typed = signal('');
  let answers: Subject<LinkPage>[];
  let searches: unknown[];
  let done: string[];

  beforeEach(() => {
    typed.set('');
    vi.useFakeTimers();
    // jsdom has no layout.
    Element.prototype.scrollIntoView = () => undefined;
    answers = [];
    searches = [];
    done = [];
    const start: PaletteStart = {
      typed,
      commands: [{ label: 'Go to tags', icon: 'tag', run: () => done.push('command') }],
      named: () => [{ label: 'Vernissage', icon: 'flag', run: () => done.push('campaign') }],
      openLink: ({ slug }) => done.push(slug),
      seeAll: (words) => done.push(`all ${words}`),
      shorten: (address) => done.push(`shorten ${address}`),
    };
    const find = ({ q }: Record<string, unknown>): Observable<LinkPage> => {
      searches.push(q);
      const answer = new Subject<LinkPage>();
      answers.push(answer);
      return answer;
    };
    TestBed.configureTestingModule({
      providers: [
        { provide: DIALOG_DATA, useValue: start },
        { provide: DialogRef, useValue: { close: () => undefined } },
        { provide: LinksApi, useValue: { find } },
        { provide: SessionStore, useValue: { workspace: () => ({ shortUrlBase: 'https://go.example' }) } },
        keysForWords(),
      ],
    });
    fixture = TestBed.createComponent(Palette);
    fixture.detectChanges();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const input = (): HTMLInputElement => fixture.nativeElement.querySelector('input');
  it('takes letters that are typed before its field has the keyboard', () => {
    typed.set('v');
    typed.set('ve');
    fixture.detectChanges();
    expect(input().value).toBe('ve');
    expect(shown()).toContain('Vernissage');
  });

  const shown = (): string[] => {
    fixture.detectChanges();
    const names: NodeListOf<HTMLElement> = fixture.nativeElement.querySelectorAll('.name');
    return [...names].map((name) => name.textContent.trim());
  };

  /** Types and waits until links are requested. */
  function type(text: string): void {
    input().value = text;
    input().dispatchEvent(new Event('input'));
    vi.advanceTimersByTime(1_000);
  }
  const enter = (): boolean => input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
  const page = (...slugs: string[]): LinkPage =>
    ({ items: slugs.map((slug) => aLink(slug)), total: slugs.length }) as unknown as LinkPage;

  it('shows what was asked for last, in whichever order answers come', () => {
    type('ta');
    type('tab');
    answers[1]?.next(page('tabula'));
    answers[0]?.next(page('tapas'));
    expect(shown()).toEqual(['tabula']);
  });

  it('opens the best link when Enter was pressed before it was known', () => {
    type('ta');
    enter();
    expect(done).toEqual([]);
    answers[0]?.next(page('tapas'));
    expect(done).toEqual(['tapas']);
  });

  it('finds a link by its short address', () => {
    type('tap');
    answers[0]?.next(page('tapas', 'tap'));
    type('https://go.example/tap');
    expect([searches, shown()]).toEqual([
      ['tap', 'tap'],
      ['tap', 'tapas'],
    ]);
    answers[1]?.next(page('tapas', 'tap'));
    enter();
    expect(done).toEqual(['tap']);
  });

  it('does nothing else instead when the links that were waited for cannot be had', () => {
    type('ta');
    enter();
    answers[0]?.error(new Error('away'));
    expect([shown(), done]).toEqual([['Go to tags'], []]);
    enter();
    expect(done).toEqual(['command']);
  });

  it('offers to shorten an address, finds what is named so, and leads to all links', () => {
    type('https://example.com/long');
    expect(shown()).toEqual(['ui.palette.shorten']);
    enter();
    type('vern');
    answers[1]?.next({ ...page('a', 'b', 'c', 'd', 'e', 'f', 'g'), total: 40 });
    expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'Vernissage', 'ui.palette.all 40']);
    input().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }));
    enter();
    expect(done).toEqual(['shorten https://example.com/long', 'all vern']);
  });
});
