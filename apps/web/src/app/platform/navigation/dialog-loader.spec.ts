import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { OpenDialogs } from '@signpost/ui/start';
import { NEVER } from 'rxjs';
import { keysForWords } from '../words/i18n.fixtures';
import { DialogLoader } from './dialog-loader';
import { LazyLoader } from './lazy-loader';

@Component({ template: '' })
class Page {}

describe('a dialog whose code comes late', () => {
  const go = (url: string): Promise<boolean> => TestBed.inject(Router).navigateByUrl(url);

  beforeEach(async () => {
    TestBed.configureTestingModule({
      providers: [
        keysForWords(),
        provideRouter([
          { path: 'slow', component: Page },
          { path: '**', component: Page },
        ]),
      ],
    });
    await go('/links');
  });

  it.each<[string, () => unknown, string | undefined]>([
    ['is there where nothing has happened', () => undefined, 'a dialog'],
    ['is there on the same page with another filter', () => go('/links?q=a'), 'a dialog'],
    ['does not cover another page', () => go('/tags'), undefined],
    ['does not cover another dialog', () => TestBed.inject(OpenDialogs).opened(NEVER), undefined],
    [
      'gives way to one that is asked for later',
      () => TestBed.inject(DialogLoader).fetch(() => Promise.resolve()),
      undefined,
    ],
  ])('%s', async (_, meanwhile, expected) => {
    const code = Promise.withResolvers<string>();
    const part = TestBed.inject(DialogLoader).fetch(() => code.promise);
    expect(TestBed.inject(LazyLoader).loading()).toBe(1);
    await meanwhile();
    code.resolve('a dialog');
    expect(await part).toBe(expected);
    expect(TestBed.inject(LazyLoader).loading()).toBe(0);
  });

  it('gives way to a page that is still coming', async () => {
    const page = Promise.withResolvers<typeof Page>();
    TestBed.inject(Router).resetConfig([{ path: 'slow', loadComponent: () => page.promise }]);
    const code = Promise.withResolvers<string>();
    const part = TestBed.inject(DialogLoader).fetch(() => code.promise);
    const gone = go('/slow');
    await Promise.resolve();
    code.resolve('a dialog');
    expect(await part).toBeUndefined();
    page.resolve(Page);
    expect(await gone).toBe(true);
  });
});
