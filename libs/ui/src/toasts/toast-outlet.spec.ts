import { TestBed } from '@angular/core/testing';
import { NEVER } from 'rxjs';
import type { Mock } from 'vitest';
import { OpenDialogs } from '../overlay/open-dialogs';
import { ToastOutlet } from './toast-outlet';
import { Toasts, UNDO_MS } from './toasts';

describe('removing a toast', () => {
  let main: HTMLElement;
  let element: HTMLElement;

  beforeEach(() => {
    vi.useFakeTimers();
    // An earlier file's dialog may have given the focus to the body, which takes none in a browser.
    document.body.blur();
    main = document.createElement('main');
    main.tabIndex = -1;
    const fixture = TestBed.createComponent(ToastOutlet);
    element = fixture.nativeElement as HTMLElement;
    document.body.append(main, element);
    TestBed.inject(Toasts).done('Deleted.', () => undefined);
    TestBed.tick();
    fixture.detectChanges();
    element.querySelector('button')?.focus();
    expect(element.contains(document.activeElement)).toBe(true);
  });
  afterEach(() => {
    main.remove();
    document.querySelector('[role=dialog]')?.remove();
    vi.useRealTimers();
  });

  it('moves the focus to the content of the page', () => {
    element.querySelector('button')?.click();
    TestBed.tick();
    vi.advanceTimersByTime(1);
    expect(document.activeElement).toBe(main);
  });

  it('returns the focus to where it came from', () => {
    main.innerHTML = '<button>Actions</button>';
    const origin = main.querySelector('button');
    origin?.focus();
    element.querySelector('button')?.focus();
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    element.querySelector('button')?.click();
    TestBed.tick();
    vi.advanceTimersByTime(1);
    expect(document.activeElement).toBe(origin);
    expect(focus.mock.lastCall, 'the page moves').toEqual([{ preventScroll: true }]);
    focus.mockRestore();
  });

  it('returns the focus there too when newer toasts push this one out', () => {
    for (const text of ['1', '2', '3']) TestBed.inject(Toasts).done(text);
    TestBed.tick();
    vi.advanceTimersByTime(1);
    expect(document.activeElement).toBe(main);
  });

  it('waits until focus and pointer have left it', () => {
    const toast = element.querySelector('.toast');
    const isThere = (): boolean => TestBed.inject(Toasts).toasts().length > 0;
    vi.advanceTimersByTime(UNDO_MS);
    expect(isThere()).toBe(true);
    toast?.dispatchEvent(new Event('pointerenter'));
    main.focus();
    vi.advanceTimersByTime(UNDO_MS);
    expect(isThere()).toBe(true);
    toast?.dispatchEvent(new Event('pointerleave'));
    vi.advanceTimersByTime(UNDO_MS);
    expect(isThere()).toBe(false);
  });

  it('happens on Escape, the newest first, unless Escape is meant for something else', () => {
    main.innerHTML = '<button>Actions</button><input />';
    TestBed.inject(Toasts).done('Saved.');
    const escape = (selector: string): Event => {
      const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      main.querySelector(selector)?.dispatchEvent(event);
      return event;
    };
    const texts = (): string[] =>
      TestBed.inject(Toasts)
        .toasts()
        .map(({ text }) => text);
    escape('input');
    main.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    escape('button');
    expect(texts()).toEqual(['Deleted.', 'Saved.']);
    escape('button');
    expect(texts()).toEqual(['Deleted.']);
    TestBed.inject(Toasts).done('Copied.');
    TestBed.tick();
    element.querySelector('button')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(texts()).toEqual(['Copied.']);
  });

  it('moves the focus to the open modal dialog', () => {
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true" tabindex="-1"></div>');
    element.querySelector('button')?.click();
    TestBed.tick();
    vi.advanceTimersByTime(1);
    expect(document.activeElement?.getAttribute('role')).toBe('dialog');
  });
});

describe('a toast and an open dialog', () => {
  let dialog: HTMLElement;
  let onTop: Mock;

  beforeEach(() => {
    vi.useFakeTimers();
    const element = TestBed.createComponent(ToastOutlet).nativeElement as HTMLElement;
    onTop = vi.fn();
    Object.assign(element, { showPopover: onTop, hidePopover: () => undefined });
    dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-modal', 'true');
    document.body.append(dialog);
  });
  afterEach(() => {
    dialog.remove();
    vi.useRealTimers();
  });

  it('which was there before: the toast is above it and read out', () => {
    TestBed.inject(Toasts).error('Not saved.');
    TestBed.tick();
    vi.advanceTimersByTime(1_000);
    expect(onTop).toHaveBeenCalledOnce();
    expect(dialog.textContent).toBe('Not saved.');
  });

  it('which comes later: the toast is above it, and is not read out again', () => {
    dialog.remove();
    TestBed.inject(Toasts).done('Deleted.', () => undefined);
    TestBed.tick();
    expect(onTop).not.toHaveBeenCalled();
    document.body.append(dialog);
    TestBed.inject(OpenDialogs).opened(NEVER);
    TestBed.tick();
    vi.advanceTimersByTime(1_000);
    expect(onTop).toHaveBeenCalledOnce();
    expect(dialog.textContent).toBe('');
  });
});
