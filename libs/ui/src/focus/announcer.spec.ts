import { TestBed } from '@angular/core/testing';
import { Announcer } from './announcer';

describe('Announcer', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    document.querySelector('[role=dialog]')?.remove();
    vi.useRealTimers();
  });
  const announcement = (): string | undefined => document.querySelector('[role=status]')?.textContent;

  it('announces the same text again', () => {
    const announcer = TestBed.inject(Announcer);
    for (let time = 0; time < 2; time++) {
      announcer.announce('Kept.');
      expect(announcement()).toBe('');
      vi.advanceTimersByTime(100);
      expect(announcement()).toBe('Kept.');
    }
  });

  it('announces inside an open modal dialog, and on the page again when it has closed', () => {
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true"></div>');
    const dialog = document.querySelector('[role=dialog]');
    const announcer = TestBed.inject(Announcer);
    announcer.announce('Kept.');
    vi.advanceTimersByTime(100);
    expect(dialog?.textContent).toBe('Kept.');
    dialog?.remove();
    announcer.announce('Working.');
    vi.advanceTimersByTime(100);
    expect(announcement()).toBe('Working.');
  });
});
