import { createEnvironmentInjector, EnvironmentInjector, runInInjectionContext, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Confirm } from './confirm';
import { unsavedPageGuard } from './unsaved-guard';

const DISCARD = { heading: 'Discard what you changed?', text: 'Nothing of it has been saved.', action: 'Discard' };

describe('what is written on a page', () => {
  function write() {
    const ask = vi.fn(() => Promise.resolve(false));
    TestBed.configureTestingModule({ providers: [{ provide: Confirm, useValue: { ask } }] });
    const page = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const dirty = signal(true);
    onTestFinished(() => dirty.set(false));
    const mayLeave = runInInjectionContext(page, () => unsavedPageGuard(dirty, () => DISCARD));
    /** Whether the browser asks before the page goes. */
    const isWarned = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    return { ask, dirty, mayLeave, isWarned, page };
  }

  it('is asked about while it is not saved', async () => {
    const { ask, mayLeave, isWarned } = write();
    expect([await mayLeave(), isWarned()]).toEqual([false, true]);
    expect(ask).toHaveBeenCalledExactlyOnceWith(DISCARD);
  });

  it('is let go once it is saved', () => {
    const { ask, dirty, mayLeave, isWarned } = write();
    dirty.set(false);
    expect([mayLeave(), isWarned()]).toEqual([true, false]);
    expect(ask).not.toHaveBeenCalled();
  });

  it('is forgotten with its page', () => {
    const { isWarned, page } = write();
    page.destroy();
    expect(isWarned()).toBe(false);
  });
});
