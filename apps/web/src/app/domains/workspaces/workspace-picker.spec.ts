import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { LISTED, type Workspace } from '@signpost/contracts';
import { HostStore } from '../../platform/host';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { WorkspacePicker } from './workspace-picker';

const some = (length: number): Workspace[] =>
  Array.from(
    { length },
    (_, n) => ({ id: `${n}`, name: `Client ${n}`, url: `https://c${n}.example.test`, role: 'OWNER' }) as Workspace,
  );

async function open(url: string, items: Workspace[]): Promise<HTMLElement> {
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      provideRouter([]),
      keysForWords(),
      { provide: Problems, useValue: {} },
      { provide: HostStore, useValue: { context: () => null, load: () => Promise.resolve() } },
      {
        provide: SessionStore,
        useValue: { user: () => ({ verified: true }), workspace: () => null, isDemo: () => false },
      },
    ],
  });
  await TestBed.inject(Router).navigateByUrl(url);
  const fixture = TestBed.createComponent(WorkspacePicker);
  fixture.detectChanges();
  const http = TestBed.inject(HttpTestingController);
  http.expectOne('/api/workspaces').flush({ mode: 'multi', currentId: null, items });
  await fixture.whenStable();
  return fixture.nativeElement as HTMLElement;
}

const namesIn = (page: HTMLElement): (string | null)[] =>
  [...page.querySelectorAll('li strong')].map(({ textContent }) => textContent);

describe('the search of workspaces', () => {
  it.each([
    ['the name', 'CLIENT 7', ['Client 7']],
    ['the address', 'c3.example', ['Client 3']],
    ['nothing', 'elsewhere', []],
  ])('finds by %s', async (_, text, found) => {
    const page = await open(`/?q=${text}`, some(12));
    expect(namesIn(page)).toEqual(found);
    expect(page.textContent?.includes('ui.nothingFound')).toBe(found.length === 0);
  });

  it.each([
    ['where the server may have cut the list off', LISTED.workspaces, true],
    ['not where it is whole', LISTED.workspaces - 1, false],
  ])('says where the list ends, also when nothing is found: %s', async (_, count, isSaid) => {
    const page = await open('/?q=elsewhere', some(count));
    expect(page.textContent?.includes('workspaces.end')).toBe(isSaid);
  });

  it('is not there for a few', async () => {
    const page = await open('/?q=elsewhere', some(3));
    expect([namesIn(page).length, page.querySelector('input')]).toEqual([3, null]);
  });
});
