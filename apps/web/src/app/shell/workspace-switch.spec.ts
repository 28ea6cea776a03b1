import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { LISTED } from '@signpost/contracts';
import { SessionStore } from '../platform/session';
import { keysForWords } from '../platform/words/i18n.fixtures';
import { WorkspaceSwitch } from './workspace-switch';
import { Workspaces } from './workspaces';

/** The choices in the menu of an account with that many workspaces, in the one with that number, and those marked. */
async function choices(count: number, current: number): Promise<{ all: string[]; marked: string[] }> {
  const items = Array.from({ length: count }, (_, n) => ({ id: String(n), name: `w${String(n)}`, url: '' }));
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      keysForWords(),
      { provide: SessionStore, useValue: { workspace: signal(items[current]) } },
      {
        provide: Workspaces,
        useValue: {
          ensureLoaded: () => undefined,
          items: signal(items),
          labelOf:
            () =>
            ({ name }: { name: string }) =>
              name,
        },
      },
    ],
  });
  const fixture = TestBed.createComponent(WorkspaceSwitch);
  await fixture.whenStable();
  (fixture.nativeElement as HTMLElement).querySelector('button')?.click();
  await fixture.whenStable();
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  return { all: texts('[role^=menuitem]'), marked: texts('[role=menuitemradio][aria-checked=true]') };
}

const FIRST = Array.from({ length: 12 }, (_, n) => `w${String(n)}`);

it.each([
  ['few: all of them', 12, 11, FIRST, 'nav.allWorkspaces'],
  ['many, the current one among the first', 13, 11, FIRST, 'nav.allWorkspaces (13)'],
  ['many, the current one further back', 300, 200, [...FIRST.slice(0, 11), 'w200'], 'nav.allWorkspaces (300)'],
  ['more than are listed, whose number is not known', LISTED.workspaces, 0, FIRST, 'nav.allWorkspaces'],
])('shows the current workspace and leads to all of them: %s', async (_, count, current, shown, rest) => {
  expect(await choices(count, current)).toEqual({ all: [...shown, rest], marked: [`w${String(current)}`] });
});
