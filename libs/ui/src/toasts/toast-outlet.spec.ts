import { TestBed } from '@angular/core/testing';
import { ToastOutlet } from './toast-outlet';
import { Toasts, UNDO_MS } from './toasts';

describe('a toast that goes', () => {
  let main: HTMLElement;
  let element: HTMLElement;

  beforeEach(() => {
    vi.useFakeTimers();
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

  it('leaves the place of the keyboard to the content of the page', () => {
    element.querySelector('button')?.click();
    TestBed.tick();
    vi.advanceTimersByTime(1);
    expect(document.activeElement).toBe(main);
  });

  it('does so too when its time is over', () => {
    vi.advanceTimersByTime(UNDO_MS);
    TestBed.tick();
    vi.advanceTimersByTime(1);
    expect(document.activeElement).toBe(main);
  });

  it('leaves it to the dialog that lies over the page', () => {
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true" tabindex="-1"></div>');
    element.querySelector('button')?.click();
    TestBed.tick();
    vi.advanceTimersByTime(1);
    expect(document.activeElement?.getAttribute('role')).toBe('dialog');
  });
});
