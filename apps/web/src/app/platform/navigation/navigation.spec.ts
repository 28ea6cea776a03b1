import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, RouterOutlet, TitleStrategy } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { keysForWords } from '../words/i18n.fixtures';
import { RouteTitles } from './navigation';
import { SessionStore } from '../session';

@Component({ imports: [RouterOutlet], template: '<router-outlet />' })
class Page {}

describe('the title of a page', () => {
  async function open(url: string) {
    TestBed.configureTestingModule({
      providers: [
        keysForWords(),
        { provide: SessionStore, useValue: { workspace: () => ({ name: 'Northwind' }) } },
        { provide: TitleStrategy, useExisting: RouteTitles },
        provideRouter([
          { path: '', pathMatch: 'full', title: 'Overview', component: Page },
          { path: 'links', title: 'Links', component: Page },
          {
            path: 'links/:id',
            title: 'Links',
            component: Page,
            children: [
              { path: '', component: Page },
              { path: 'history', title: 'History', component: Page },
            ],
          },
        ]),
      ],
    });
    await RouterTestingHarness.create(url);
    const go = async (to: string): Promise<string> => {
      await TestBed.inject(Router).navigateByUrl(to);
      TestBed.tick();
      return document.title;
    };
    return { titles: TestBed.inject(RouteTitles), go };
  }

  it('keeps the name that the page was given on its tabs, and nowhere else', async () => {
    const { titles, go } = await open('/links/1');
    expect(await go('/links/1')).toBe('Links · Northwind · Signpost');
    titles.set('Spring');
    expect(await go('/links/1/history')).toBe('History · Spring · Northwind · Signpost');
    expect(await go('/links/1?range=7d')).toBe('Spring · Northwind · Signpost');
    expect(await go('/links/2')).toBe('Links · Northwind · Signpost');
    expect(await go('/links')).toBe('Links · Northwind · Signpost');
  });

  it('is that of the route on the first of all, and when the page is named by nothing', async () => {
    const { titles, go } = await open('/');
    expect(await go('/')).toBe('Overview · Northwind · Signpost');
    await go('/links');
    titles.set('Check your email');
    titles.set('');
    TestBed.tick();
    expect(document.title).toBe('Links · Northwind · Signpost');
  });

  it('comes back with the page', async () => {
    const { titles, go } = await open('/links/1');
    titles.set('Spring');
    await go('/links');
    expect(await go('/links/1')).toBe('Spring · Northwind · Signpost');
  });
});
