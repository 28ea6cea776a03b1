import { provideHttpClient } from '@angular/common/http';
import { provideHttpClientTesting } from '@angular/common/http/testing';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { vi } from 'vitest';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { LinkFilters } from './link-filters';
import { readQuery } from '../list/link-query';

describe('the search box of the list', () => {
  let fixture: ComponentFixture<LinkFilters>;
  let emitted: unknown[];
  const box = (): HTMLInputElement => {
    const found = (fixture.nativeElement as HTMLElement).querySelector<HTMLInputElement>('input[type=search]');
    if (!found) throw new Error('no search box');
    return found;
  };
  const type = (text: string): void => {
    box().value = text;
    box().dispatchEvent(new Event('input'));
  };
  const address = (q: string): void => {
    fixture.componentRef.setInput('query', readQuery({ q }));
    fixture.detectChanges();
  };

  beforeEach(() => {
    vi.useFakeTimers();
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), keysForWords()],
    });
    fixture = TestBed.createComponent(LinkFilters);
    emitted = [];
    fixture.componentInstance.narrowed.subscribe((change) => emitted.push(change));
    address('');
  });

  afterEach(() => vi.useRealTimers());

  it('searches once for what was typed in one go', () => {
    type('l');
    type('la');
    type('lau ');
    vi.runAllTimers();
    expect(emitted).toEqual([{ q: 'lau' }]);
  });

  it('keeps a typed letter while the URL still has the previous text', () => {
    type('roa');
    vi.runAllTimers();
    type('road');
    address('roa');
    expect(box().value).toBe('road');
    vi.runAllTimers();
    expect(emitted).toEqual([{ q: 'roa' }, { q: 'road' }]);
  });

  it('shows the text of the URL when the user is not typing', () => {
    type('roa');
    vi.runAllTimers();
    address('roa');
    address('webinar');
    expect(box().value).toBe('webinar');
  });

  it('says nothing any more when the page has been left', () => {
    type('roa');
    fixture.destroy();
    expect(() => vi.runAllTimers()).not.toThrow();
    expect(emitted).toEqual([]);
  });
});
