import { createEnvironmentInjector, EnvironmentInjector, runInInjectionContext, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Confirm } from './confirm';
import { unsavedPageGuard } from './unsaved-guard';

const DISCARD = { heading: 'Discard what you changed?', text: 'Nothing of it has been saved.', action: 'Discard' };

describe('unsaved input on a page', () => {
  function write() {
    const ask = vi.fn(() => Promise.resolve(false));
    TestBed.configureTestingModule({ providers: [{ provide: Confirm, useValue: { ask } }] });
    const page = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const dirty = signal(true);
    onTestFinished(() => dirty.set(false));
    const mayLeave = runInInjectionContext(page, () => unsavedPageGuard(dirty, () => DISCARD));
    /** Whether the browser asks before leaving the page. */
    const isWarned = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    return { ask, dirty, mayLeave, isWarned, page };
  }

  it('leads to a question before leaving', async () => {
    const { ask, mayLeave, isWarned } = write();
    expect([await mayLeave(), isWarned()]).toEqual([false, true]);
    expect(ask).toHaveBeenCalledExactlyOnceWith(DISCARD);
  });

  it('leads to no question once it is saved', () => {
    const { ask, dirty, mayLeave, isWarned } = write();
    dirty.set(false);
    expect([mayLeave(), isWarned()]).toEqual([true, false]);
    expect(ask).not.toHaveBeenCalled();
  });

  it('leads to no warning after its page is destroyed', () => {
    const { isWarned, page } = write();
    page.destroy();
    expect(isWarned()).toBe(false);
  });
});
