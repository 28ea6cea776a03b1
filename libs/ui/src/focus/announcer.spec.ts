import { TestBed } from '@angular/core/testing';
import { Announcer } from './announcer';

describe('Announcer', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    document.querySelector('[role=dialog]')?.remove();
    vi.useRealTimers();
  });
  const said = (): string | undefined => document.querySelector('[role=status]')?.textContent;

  it('announces the same text again', () => {
    const announcer = TestBed.inject(Announcer);
    for (let time = 0; time < 2; time++) {
      announcer.say('Kept.');
      expect(said()).toBe('');
      vi.advanceTimersByTime(100);
      expect(said()).toBe('Kept.');
    }
  });

  it('announces inside an open modal dialog, and on the page again when it has closed', () => {
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true"></div>');
    const dialog = document.querySelector('[role=dialog]');
    const announcer = TestBed.inject(Announcer);
    announcer.say('Kept.');
    vi.advanceTimersByTime(100);
    expect(dialog?.textContent).toBe('Kept.');
    dialog?.remove();
    announcer.say('Working.');
    vi.advanceTimersByTime(100);
    expect(said()).toBe('Working.');
  });
});
