import { Location } from '@angular/common';
import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideLocationMocks, SpyLocation } from '@angular/common/testing';
import { provideRouter, Router, withNavigationErrorHandler } from '@angular/router';
import { toErrorPage } from './error-page';

@Component({ template: '' })
class Page {}

describe('a page that does not load', () => {
  async function start() {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const broken = (): Promise<never> => Promise.reject(new Error('offline'));
    TestBed.configureTestingModule({
      providers: [
        provideRouter(
          [
            { path: 'links', component: Page },
            { path: 'problem', component: Page },
            { path: 'tags', loadComponent: broken },
          ],
          withNavigationErrorHandler(toErrorPage),
        ),
        provideLocationMocks(),
      ],
    });
    const router = TestBed.inject(Router);
    router.initialNavigation();
    await router.navigateByUrl('/links');
    return { router, location: TestBed.inject(Location) as SpyLocation };
  }

  it('stands at its address, and Back leads to the page before', async () => {
    const { router, location } = await start();
    await router.navigateByUrl('/tags?sort=name');
    expect(location.path()).toBe('/tags?sort=name');
    location.back();
    expect(location.path()).toBe('/links');
  });

  it('takes the place of the page before where it was to', async () => {
    const { router, location } = await start();
    await router.navigateByUrl('/tags', { replaceUrl: true });
    expect(location.urlChanges.at(-1)).toBe('replace: /tags');
  });

  it('adds no second history entry when the user goes back to it', async () => {
    const { router, location } = await start();
    await router.navigateByUrl('/tags');
    await router.navigateByUrl('/links');
    const before = location.urlChanges.length;
    location.back();
    await vi.waitFor(() => expect(router.url).toBe('/problem'));
    expect([location.path(), location.urlChanges.slice(before)]).toEqual(['/tags', []]);
  });
});
