import { inject, Injectable } from '@angular/core';
import { Router } from '@angular/router';
import type { Link } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';
import { copyText, type IconName } from '@signpost/ui';
import { Toasts } from '@signpost/ui/toasts';
import { firstValueFrom } from 'rxjs';
import { Lookups } from '../domains/links/editor/lookups';
import { LinksApi } from '../domains/links/links-api';
import { LinkActions } from '../domains/links/page/link-actions';
import { hostOf } from '../platform/host';
import { I18n } from '../platform/words/i18n';
import { LazyLoader } from '../platform/navigation/lazy-loader';
import { Navigation } from '../platform/navigation/navigation';
import { Problems } from '../platform/requests/problem';
import { SessionStore } from '../platform/session';
import { Theme } from '../platform/theme';
import { PLACES, WORK_NAV, WORKSPACE_NAV } from './nav';
import type { Command, PaletteStart } from './palette';
import { SignOut } from './sign-out';

/** The page of one link, with its id. */
const LINK_PAGE = /^\/links\/([0-9a-f-]{36})(?:\/|$)/;

/** What the palette offers: everything that the frame around the pages can do, and what is done to the link that is open. */
@Injectable({ providedIn: 'root' })
export class Commands {
  private readonly router = inject(Router);
  private readonly navigation = inject(Navigation);
  private readonly session = inject(SessionStore);
  private readonly actions = inject(LinkActions);
  private readonly links = inject(LinksApi);
  private readonly lookups = inject(Lookups);
  private readonly theme = inject(Theme);
  private readonly i18n = inject(I18n);
  private readonly loader = inject(LazyLoader);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly out = inject(SignOut);

  private mayCreate(): boolean {
    return this.session.can('links.manage');
  }

  /** @param openSheet shows the keyboard shortcuts. */
  private list(openSheet: () => void): readonly Command[] {
    return [...this.ofLink(), ...this.ofWork(), ...this.places(), ...this.ofPerson(openSheet)];
  }

  /** What is found by its name only: tags, campaigns, people; more of it when they are known. */
  private named(): readonly Command[] {
    const { tags, campaigns, members } = this.lookups;
    return [
      ...campaigns().map(({ id, name }) => this.place(name, 'flag', ['/campaigns', id], 'ui.palette.campaign')),
      ...tags().map(({ name }): Command => ({
        label: name,
        icon: 'tag',
        about: this.i18n.t('ui.palette.tag'),
        run: () => void this.router.navigate(['/links'], { queryParams: { tags: name } }),
      })),
      ...(this.session.can('members.manage')
        ? members().map(({ email }) => this.place(email, 'user', ['/members'], 'ui.palette.person'))
        : []),
    ];
  }

  /** Everything that the palette is opened with, but for what can be undone. */
  start(openSheet: () => void): Omit<PaletteStart, 'typed'> {
    this.lookups.want();
    return {
      commands: this.list(openSheet),
      named: () => this.named(),
      openLink: ({ id }) => void this.router.navigate(['/links', id]),
      seeAll: (q) => void this.router.navigate(['/links'], { queryParams: { q, archived: 'all' } }),
      shorten: this.mayCreate() ? (destinationUrl) => void this.actions.create({ destinationUrl }) : null,
    };
  }

  private place(label: string, icon: IconName, to: readonly string[], about: string): Command {
    return { label, icon, about: this.i18n.t(about), run: () => void this.router.navigate([...to]) };
  }

  private go(label: string, icon: IconName, path: string, keys: readonly string[] = []): Command {
    return { label: this.i18n.t(label), icon, keys, run: () => void this.router.navigateByUrl(path) };
  }

  private do(label: string, icon: IconName, run: () => void, keys: readonly string[] = []): Command {
    return { label: this.i18n.t(label), icon, keys, run };
  }

  /** For the page of a link. */
  private ofLink(): Command[] {
    const id = LINK_PAGE.exec(this.navigation.current())?.[1];
    if (id === undefined) return [];
    const about = (act: (link: Link) => unknown) => () => void this.withLink(id, act);
    return [
      this.do(
        'ui.palette.link.copy',
        'copy',
        about(async ({ shortUrl }) => {
          const url = readableAddress(shortUrl);
          if (await copyText(url)) this.toasts.done(this.i18n.t('ui.copied'));
          else this.toasts.error(this.i18n.t('ui.copyByHand'));
        }),
      ),
      this.do(
        'ui.palette.link.qr',
        'qr-code',
        about((link) => this.actions.qr(link)),
      ),
      ...(this.mayCreate()
        ? [
            this.do(
              'ui.palette.link.edit',
              'pencil',
              about((link) => this.actions.edit(link)),
            ),
          ]
        : []),
    ];
  }

  private async withLink(id: string, act: (link: Link) => unknown): Promise<void> {
    try {
      await act(await firstValueFrom(this.links.get(id)));
    } catch (error) {
      this.problems.toast(error);
    }
  }

  private ofWork(): Command[] {
    return this.mayCreate() ? [this.do('shell.shortcuts.create', 'plus', () => void this.actions.create(), ['C'])] : [];
  }

  private places(): Command[] {
    const chord = new Map(Object.entries(PLACES).map(([key, path]) => [path, ['G', key.toUpperCase()]]));
    const workspace = this.session.workspace();
    const isOneOfSeveral = workspace === null || hostOf(workspace.url).startsWith(`${workspace.slug}.`);
    return [
      ...[...WORK_NAV, ...WORKSPACE_NAV]
        .filter((item) => this.session.can(item.permission))
        .map((item) => this.go(item.label, item.icon, item.path, chord.get(item.path))),
      ...(this.mayCreate()
        ? [
            this.go('shell.shortcuts.import', 'upload', '/links/import'),
            this.go('nav.trash', 'trash-2', '/links/trash'),
          ]
        : []),
      this.go('nav.account', 'user', '/account'),
      ...(isOneOfSeveral ? [this.go('nav.switch', 'building-2', '/workspaces')] : []),
      ...(this.session.user()?.isOperator ? [this.go('nav.status', 'server', '/status')] : []),
    ];
  }

  private ofPerson(openSheet: () => void): Command[] {
    const other = this.i18n.language() === 'de' ? 'en' : 'de';
    return [
      this.do('shell.shortcuts.light', 'sun', () => {
        this.theme.choice.set('light');
      }),
      this.do('shell.shortcuts.dark', 'moon', () => {
        this.theme.choice.set('dark');
      }),
      { label: other === 'de' ? 'Deutsch' : 'English', icon: 'languages', run: () => void this.loader.speak(other) },
      this.do('shell.shortcuts.sheet', 'keyboard', openSheet, ['?']),
      this.do('shell.signOut', 'log-out', () => void this.out.run()),
    ];
  }
}
