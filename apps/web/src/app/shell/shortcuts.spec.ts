import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { LinkActions } from '../domains/links/page/link-actions';
import { Toasts } from '@signpost/ui';
import { keysForWords } from '../platform/words/i18n.fixtures';
import { mayBeShortcut } from '../platform/key-settings';
import { DialogLoader } from '../platform/navigation/dialog-loader';
import { Navigation } from '../platform/navigation/navigation';
import { SessionStore } from '../platform/session';
import { Shortcuts } from './shortcuts';

it.each([
  ['/', 1],
  ['/links', 0],
  ['/links/trash', 1],
  ['/links/1f6c', 1],
])('the search key on %s goes to the list of links where that is not the page', (path, times) => {
  const navigateByUrl = vi.fn(() => Promise.resolve(true));
  TestBed.configureTestingModule({
    providers: [
      { provide: Router, useValue: { url: path, navigateByUrl } },
      { provide: Navigation, useValue: { current: signal(path) } },
      { provide: SessionStore, useValue: {} },
      { provide: LinkActions, useValue: {} },
      keysForWords(),
    ],
  });
  TestBed.inject(Shortcuts).press(new KeyboardEvent('keydown', { key: '/' }));
  expect(navigateByUrl.mock.calls).toEqual(Array(times).fill(['/links']));
});

it('keys typed while the palette loads are no shortcuts', () => {
  const create = vi.fn();
  TestBed.configureTestingModule({
    providers: [
      { provide: Router, useValue: {} },
      { provide: Navigation, useValue: {} },
      { provide: SessionStore, useValue: { can: () => true } },
      { provide: LinkActions, useValue: { create } },
      { provide: DialogLoader, useValue: { fetch: () => new Promise(() => undefined), typed: signal('') } },
      { provide: Toasts, useValue: { offers: () => [] } },
      keysForWords(),
    ],
  });
  const shortcuts = TestBed.inject(Shortcuts);
  shortcuts.press(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  shortcuts.press(new KeyboardEvent('keydown', { key: 'c' }));
  expect(create).not.toHaveBeenCalled();
});

it('keys typed while the code of a dialog loads are meant for it, and are no shortcuts', () => {
  const create = vi.fn();
  const undoNewest = vi.fn(() => true);
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: Navigation, useValue: {} },
      { provide: SessionStore, useValue: { can: () => true } },
      { provide: LinkActions, useValue: { create } },
      { provide: Toasts, useValue: { undoNewest } },
      keysForWords(),
    ],
  });
  const loader = TestBed.inject(DialogLoader);
  void loader.fetch(() => new Promise(() => undefined));
  const keys = [...'cz/x'].map((key) => new KeyboardEvent('keydown', { key, cancelable: true }));
  for (const key of keys) TestBed.inject(Shortcuts).press(key);
  expect([create.mock.calls, undoNewest.mock.calls, loader.typed()]).toEqual([[], [], 'cz/x']);
  // Nor of the list of links, which hears them too.
  expect(keys.map((key) => mayBeShortcut(key))).toEqual([false, false, false, false]);
});

it('a key that is held down is one press', () => {
  const create = vi.fn();
  TestBed.configureTestingModule({
    providers: [
      { provide: Router, useValue: {} },
      { provide: Navigation, useValue: {} },
      { provide: SessionStore, useValue: { can: () => true } },
      { provide: LinkActions, useValue: { create } },
      keysForWords(),
    ],
  });
  for (const repeat of [false, true, true]) {
    TestBed.inject(Shortcuts).press(new KeyboardEvent('keydown', { key: 'c', repeat }));
  }
  expect(create).toHaveBeenCalledOnce();
});
