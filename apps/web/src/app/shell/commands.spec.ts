import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import type { Link } from '@signpost/contracts';
import { Lookups } from '../domains/links/editor/lookups';
import { LinkActions } from '../domains/links/page/link-actions';
import { OpenLink } from '../domains/links/page/open-link';
import { aLink } from '../platform/link.fixtures';
import { LazyLoader } from '../platform/navigation/lazy-loader';
import { SessionStore } from '../platform/session';
import { Theme } from '../platform/theme';
import { keysForWords } from '../platform/words/i18n.fixtures';
import { Commands } from './commands';
import { SECTIONS } from './named-places';
import { SignOut } from './sign-out';
import { Workspaces } from './workspaces';

/** Where the router was sent. */
const went: unknown[] = [];

/** What the palette offers to a user with the permissions. */
function palette(permissions: readonly string[], link: Link | null = null): ReturnType<Commands['start']> {
  TestBed.configureTestingModule({
    providers: [
      { provide: Router, useValue: { navigate: (...args: unknown[]) => went.push(args) } },
      { provide: LinkActions, useValue: {} },
      { provide: LazyLoader, useValue: {} },
      { provide: Theme, useValue: {} },
      { provide: SignOut, useValue: {} },
      {
        provide: SessionStore,
        useValue: {
          can: (permission: string) => permissions.includes(permission),
          user: () => ({ isOperator: false }),
          workspace: () => ({ id: 'here' }),
          isDemo: () => false,
        },
      },
      {
        provide: Lookups,
        useValue: {
          ensureLoaded: () => undefined,
          campaignOptions: () => [{ value: 'c', label: 'Webinar' }],
          tags: () => [{ id: 't', name: 'press' }],
          members: () => [{ userId: 'u', displayName: 'Vera Vogel', email: 'vera@example.com' }],
        },
      },
      {
        provide: Workspaces,
        useValue: {
          ensureLoaded: () => undefined,
          several: () => true,
          labelOf:
            () =>
            ({ name }: { name: string }) =>
              name,
          items: () => [
            { id: 'here', name: 'Northwind', url: '' },
            { id: 'there', name: 'Blumen', url: '' },
          ],
        },
      },
      keysForWords(),
    ],
  });
  TestBed.inject(OpenLink).link.set(link);
  return TestBed.inject(Commands).start(() => undefined);
}

const labels = (commands: readonly { label: string }[]): string[] => commands.map(({ label }) => label);
/** The commands for the open link. */
const ofLink = (commands: readonly { label: string }[]): string[] =>
  labels(commands).flatMap((label) => /^ui\.palette\.link\.(.+)/.exec(label)?.[1] ?? []);

it.each<[string, Partial<Link>, string[]]>([
  ['runs', { isEnabled: true, archived: false }, ['pause', 'archive']],
  ['is paused in the archive', { isEnabled: false, archived: true }, ['resume', 'unarchive']],
])('everything that is done to a link is offered on its page: one that %s', (_, state, different) => {
  const names = ['copy', 'qr', 'visit', 'edit', 'duplicate', ...different, 'delete'];
  expect(ofLink(palette(['links.manage'], aLink('spring', state)).commands)).toEqual(names);
});

it('a viewer is offered no command that changes the link, and on other pages none about it', () => {
  expect(ofLink(palette(['links.read'], aLink('spring')).commands)).toEqual(['copy', 'qr', 'visit']);
  TestBed.inject(OpenLink).link.set(null);
  expect(ofLink(TestBed.inject(Commands).start(() => undefined).commands)).toEqual([]);
});

it('a user who may invite is offered it on every page', () => {
  expect(labels(palette(['members.manage']).commands)).toContain('shell.shortcuts.invite');
  TestBed.resetTestingModule();
  expect(labels(palette(['links.manage']).commands)).not.toContain('shell.shortcuts.invite');
});

it('campaigns, tags, people, other workspaces and sections of settings are found by name', () => {
  const names = labels(palette(['links.manage', 'members.manage', 'workspace.manage']).named());
  expect(names).toEqual(
    expect.arrayContaining([
      'Webinar',
      'press',
      'Vera Vogel (vera@example.com)',
      'Blumen',
      'settings.logo.heading',
      'account.passkeys.heading',
    ]),
  );
  expect(names).not.toContain('Northwind');
});

it('what is found by name among many of its kind has the page that finds all of them', () => {
  const lists = palette(['links.manage', 'members.manage'])
    .named()
    .flatMap(({ list }) => list ?? []);
  went.length = 0;
  for (const { open } of lists) open('spring');
  const search = { queryParams: { q: 'spring' } };
  expect(went).toEqual(['/campaigns', '/tags', '/members', '/workspaces'].map((path) => [[path], search]));
});

it('sections of settings that the user may not see are not found', () => {
  expect(labels(palette(['links.read']).named()).filter((label) => label.startsWith('settings.'))).toEqual([]);
});

it('a section that is found has the anchor that leads to it', () => {
  for (const [page, sections] of Object.entries(SECTIONS)) {
    const folder = join('apps/web/src/app/domains', page);
    const sources = readdirSync(folder, { encoding: 'utf8' })
      .filter((file) => /-section\.(?:ts|html)$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
    for (const [section, anchor] of Object.entries(sections)) {
      const isThere = new RegExp(
        `<sp-section\\s+id="${anchor}"\\s+\\[heading\\]="i18n\\.t\\('${page}\\.${section}\\.heading'`,
      );
      expect(
        sources.some((source) => isThere.test(source)),
        `${page}#${anchor}`,
      ).toBe(true);
    }
  }
});
