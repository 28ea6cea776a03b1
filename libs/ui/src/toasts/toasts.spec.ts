import { TestBed } from '@angular/core/testing';
import { Toasts, UNDO_MS } from './toasts';

describe('Toasts', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('keeps an offer to undo for ten seconds, other messages for five', () => {
    const toasts = TestBed.inject(Toasts);
    toasts.done('Saved.');
    toasts.done('Deleted.', () => undefined);
    vi.advanceTimersByTime(5_000);
    expect(toasts.toasts().map(({ text }) => text)).toEqual(['Deleted.']);
    vi.advanceTimersByTime(UNDO_MS - 5_000 - 1);
    expect(toasts.toasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts.toasts()).toHaveLength(0);
  });

  it('undoes the newest that can be undone, and leaves other offers alone', () => {
    const toasts = TestBed.inject(Toasts);
    const done: string[] = [];
    for (const text of ['first', 'second']) toasts.done(text, () => done.push(text));
    toasts.done('Made.', () => done.push('copied'), 'Copy');
    expect([toasts.undoNewest(), toasts.undoNewest(), toasts.undoNewest()]).toEqual([true, true, false]);
    expect(done).toEqual(['second', 'first']);
    expect(toasts.toasts().map(({ text }) => text)).toEqual(['Made.']);
  });

  it('tells what can be done about its messages, the newest first', () => {
    const toasts = TestBed.inject(Toasts);
    const done: string[] = [];
    toasts.done('Deleted.', () => done.push('undone'));
    toasts.done('Saved.');
    toasts.done('Made.', () => done.push('copied'), 'Copy');
    expect(toasts.offers().map(({ text }) => text)).toEqual(['Made.', 'Deleted.']);
    for (const offer of toasts.offers()) toasts.take(offer);
    expect(done).toEqual(['copied', 'undone']);
    expect(toasts.toasts().map(({ text }) => text)).toEqual(['Saved.']);
  });

  it('pauses the timer while a message is held, and resumes it afterwards', () => {
    const toasts = TestBed.inject(Toasts);
    toasts.done('Deleted.', () => undefined);
    const [toast] = toasts.toasts();
    if (!toast) throw new Error('no toast');
    vi.advanceTimersByTime(UNDO_MS - 1_000);
    // Pointer and focus are both on it, and leave one after the other.
    toasts.hold(toast.id);
    toasts.hold(toast.id);
    vi.advanceTimersByTime(60_000);
    toasts.release(toast.id);
    vi.advanceTimersByTime(60_000);
    expect(toasts.toasts()).toHaveLength(1);
    toasts.release(toast.id);
    vi.advanceTimersByTime(999);
    expect(toasts.toasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts.toasts()).toHaveLength(0);
  });

  it('shows three at most', () => {
    const toasts = TestBed.inject(Toasts);
    for (const text of ['1', '2', '3', '4']) toasts.done(text);
    expect(toasts.toasts().map(({ text }) => text)).toEqual(['2', '3', '4']);
  });
});
