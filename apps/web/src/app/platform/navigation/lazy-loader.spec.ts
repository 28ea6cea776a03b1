import { TestBed } from '@angular/core/testing';
import { Toasts } from '@signpost/ui/toasts';
import { keysForWords } from '../words/i18n.fixtures';
import { LazyLoader } from './lazy-loader';

describe('a part of the page', () => {
  let parts: LazyLoader;
  const messages = (): unknown[] =>
    TestBed.inject(Toasts)
      .toasts()
      .map(({ text, tone, actionLabel }) => [text, tone, actionLabel]);

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [keysForWords()] });
    parts = TestBed.inject(LazyLoader);
  });

  it('comes', async () => {
    expect(await parts.fetch(() => Promise.resolve('a dialog'))).toBe('a dialog');
    expect(messages()).toEqual([]);
  });

  it('is said not to have come, with a way to load again', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const gone = new TypeError('Failed to fetch dynamically imported module');
    expect(await parts.fetch(() => Promise.reject<string>(gone))).toBeUndefined();
    expect(messages()).toEqual([['problem.part', 'error', 'problem.reload']]);
    expect(warn).toHaveBeenCalledWith(gone);
    expect(parts.loading()).toBe(0);
  });
});
