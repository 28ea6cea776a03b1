import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { LinkActions } from '../domains/links/page/link-actions';
import { Toasts } from '@signpost/ui';
import { keysForWords } from '../platform/words/i18n.fixtures';
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
      { provide: DialogLoader, useValue: { fetch: () => new Promise(() => undefined) } },
      { provide: Toasts, useValue: { offers: () => [] } },
      keysForWords(),
    ],
  });
  const shortcuts = TestBed.inject(Shortcuts);
  shortcuts.press(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  shortcuts.press(new KeyboardEvent('keydown', { key: 'c' }));
  expect(create).not.toHaveBeenCalled();
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
