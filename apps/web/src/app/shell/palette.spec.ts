import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting, TestRequest } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { keysForWords } from '../platform/words/i18n.fixtures';
import { SessionStore } from '../platform/session';
import { NamedCommand, NamedList, Palette, PaletteStart } from './palette';
import { aLink } from '../platform/link.fixtures';

describe('Palette', () => {
  let fixture: ComponentFixture<Palette>;
  const typed = signal('');
  let done: string[];
  let named: NamedCommand[];

  beforeEach(() => {
    typed.set('');
    vi.useFakeTimers();
    // jsdom has no layout.
    Element.prototype.scrollIntoView = () => undefined;
    done = [];
    named = [{ label: 'Vernissage', icon: 'flag', run: () => done.push('campaign') }];
    const start: PaletteStart = {
      typed,
      commands: [{ label: 'Go to tags', icon: 'tag', run: () => done.push('command') }],
      named: () => named,
      openLink: ({ slug }) => done.push(slug),
      seeAll: (words) => done.push(`all ${words}`),
      shorten: (address) => done.push(`shorten ${address}`),
    };
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: DIALOG_DATA, useValue: start },
        { provide: DialogRef, useValue: { close: () => undefined } },
        { provide: SessionStore, useValue: { workspace: () => ({ shortUrlBase: 'https://go.example' }) } },
        keysForWords({ t: (key: string, { place = '' } = {}) => `${key} ${place}`.trim() }),
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

  const settle = async (ms = 0): Promise<void> => {
    fixture.detectChanges();
    await vi.advanceTimersByTimeAsync(ms);
    fixture.detectChanges();
  };
  /** Types, waits until links are requested, and returns the request. */
  async function type(text: string): Promise<TestRequest> {
    input().value = text;
    input().dispatchEvent(new Event('input'));
    await settle(1_000);
    return TestBed.inject(HttpTestingController).expectOne(({ url }) => url === '/api/links');
  }
  const enter = (): boolean => input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
  const answer = async (request: TestRequest, slugs: readonly string[], total = slugs.length): Promise<void> => {
    request.flush({ items: slugs.map((slug) => aLink(slug)), total });
    await settle();
  };

  it('shows what was asked for last', async () => {
    const first = await type('ta');
    const second = await type('tab');
    expect(first.cancelled).toBe(true);
    await answer(second, ['tabula']);
    expect(shown()).toEqual(['tabula']);
  });

  it('shows what is known of the next words while they are asked for', async () => {
    await answer(await type('ta'), ['tapas', 'tabula']);
    const next = await type('tab');
    expect(shown()).toEqual(['tabula']);
    await answer(next, ['tab', 'tabula']);
    expect(shown()).toEqual(['tab', 'tabula']);
  });

  it('opens the best link when Enter was pressed before it was known', async () => {
    const request = await type('ta');
    enter();
    expect(done).toEqual([]);
    await answer(request, ['tapas']);
    expect(done).toEqual(['tapas']);
  });

  it('keeps what was picked when further links come before it', async () => {
    const request = await type('t');
    input().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
    await answer(request, ['tapas', 'tabula']);
    enter();
    expect(done).toEqual(['command']);
  });

  it('finds a link by its short address', async () => {
    const first = await type('tap');
    await answer(first, ['tapas', 'tap']);
    // The same words are not asked for twice.
    input().value = 'https://go.example/tap';
    input().dispatchEvent(new Event('input'));
    await settle(1_000);
    expect([first.request.params.get('q'), shown()]).toEqual(['tap', ['tap', 'tapas']]);
    enter();
    expect(done).toEqual(['tap']);
  });

  it('does nothing else instead when the links that were waited for cannot be had', async () => {
    const request = await type('ta');
    enter();
    request.flush(null, { status: 500, statusText: 'away' });
    await settle();
    expect([shown(), done]).toEqual([['Go to tags'], []]);
    enter();
    expect(done).toEqual(['command']);
  });

  it('offers to shorten an address, finds what is named so, and leads to all links', async () => {
    await type('https://example.com/long');
    expect(shown()).toEqual(['ui.palette.shorten']);
    enter();
    await answer(await type('vern'), ['a', 'b', 'c', 'd', 'e', 'f', 'g'], 40);
    expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'Vernissage', 'ui.palette.all 40']);
    input().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }));
    enter();
    expect(done).toEqual(['shorten https://example.com/long', 'all vern']);
  });

  it('leads to the lists of what is named so and not shown, and shows all that has no list', async () => {
    const list = (label: string): NamedList => ({ label, open: (words) => done.push(`${label} ${words}`) });
    const [campaigns, tags] = [list('Campaigns'), list('Tags')];
    const command = (label: string, of?: NamedList): NamedCommand => ({
      label,
      icon: 'flag',
      ...(of && { list: of }),
      run: () => done.push(label),
    });
    const six = ['1', '2', '3', '4', '5', '6'].map((n) => `spring ${n}`);
    named = [...six.map((label) => command(label, campaigns)), command('my spring tag', tags), command('Spring')];
    await answer(await type('spring'), []);
    expect(shown()).toEqual([...six, 'Spring', 'ui.palette.allIn Tags']);
    named = [...named, command('spring 7', campaigns)];
    await answer(await type('spri'), []);
    expect(shown()).toEqual([...six, 'Spring', 'ui.palette.allIn Campaigns', 'ui.palette.allIn Tags']);
    input().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }));
    enter();
    expect(done).toEqual(['Tags spri']);
  });
});
