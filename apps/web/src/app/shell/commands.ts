import { inject, Injectable, Injector } from '@angular/core';
import { Router } from '@angular/router';
import type { Link } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';
import { copyText, type IconName } from '@signpost/ui';
import { Toasts } from '@signpost/ui/toasts';
import { LinkActions } from '../domains/links/page/link-actions';
import { OpenLink } from '../domains/links/page/open-link';
import { I18n, LANGUAGE_NAMES } from '../platform/words/i18n';
import { DialogLoader } from '../platform/navigation/dialog-loader';
import { LazyLoader } from '../platform/navigation/lazy-loader';
import { SessionStore } from '../platform/session';
import { Theme } from '../platform/theme';
import { NamedPlaces } from './named-places';
import { PLACES, SERVER_NAV, WORK_NAV, WORKSPACE_NAV } from './nav';
import type { Command, PaletteStart } from './palette';
import { SignOut } from './sign-out';
import { Workspaces } from './workspaces';

/** Commands of the palette: everything that the application frame offers, and the actions on the open link. */
@Injectable({ providedIn: 'root' })
export class Commands {
  private readonly router = inject(Router);
  private readonly session = inject(SessionStore);
  private readonly actions = inject(LinkActions);
  private readonly openLink = inject(OpenLink);
  private readonly named = inject(NamedPlaces);
  private readonly workspaces = inject(Workspaces);
  private readonly theme = inject(Theme);
  private readonly i18n = inject(I18n);
  private readonly dialogLoader = inject(DialogLoader);
  private readonly loader = inject(LazyLoader);
  private readonly toasts = inject(Toasts);
  private readonly out = inject(SignOut);
  private readonly injector = inject(Injector);

  private mayCreate(): boolean {
    return this.session.can('links.manage');
  }

  /** @param openSheet shows the keyboard shortcuts. */
  private list(openSheet: () => void): readonly Command[] {
    return [...this.ofLink(), ...this.ofWork(), ...this.places(), ...this.ofPerson(openSheet)];
  }

  /** Input of the palette, except the commands for Undo. */
  start(openSheet: () => void): Omit<PaletteStart, 'typed'> {
    this.named.ensureLoaded();
    return {
      commands: this.list(openSheet),
      named: () => this.named.all(),
      openLink: ({ id }) => void this.router.navigate(['/links', id]),
      seeAll: (q) => void this.router.navigate(['/links'], { queryParams: { q, archived: 'all' } }),
      shorten: this.mayCreate() ? (destinationUrl) => void this.actions.create({ destinationUrl }) : null,
    };
  }

  private go(label: string, icon: IconName, path: string, keys: readonly string[] = []): Command {
    return { label: this.i18n.t(label), icon, keys, run: () => void this.router.navigateByUrl(path) };
  }

  private do(label: string, icon: IconName, run: () => void, keys: readonly string[] = []): Command {
    return { label: this.i18n.t(label), icon, keys, run };
  }

  /** For the page of a link. */
  private ofLink(): Command[] {
    const link = this.openLink.link();
    if (!link) return [];
    const act = (name: string, icon: IconName, run: (link: Link) => unknown): Command =>
      this.do(`ui.palette.link.${name}`, icon, () => void run(link));
    const ofEverybody = [
      act('copy', 'copy', ({ shortUrl }) => this.copy(readableAddress(shortUrl))),
      act('qr', 'qr-code', (one) => this.actions.qr(one)),
      act('visit', 'external-link', ({ shortUrl }) => window.open(shortUrl, '_blank', 'noopener')),
    ];
    if (!this.mayCreate()) return ofEverybody;
    return [
      ...ofEverybody,
      act('edit', 'pencil', (one) => this.actions.edit(one)),
      act('duplicate', 'copy', (one) => this.actions.duplicate(one)),
      link.isEnabled
        ? act('pause', 'pause', (one) => this.actions.pause(one))
        : act('resume', 'play', (one) => this.actions.resume(one)),
      link.archived
        ? act('unarchive', 'archive-restore', (one) => this.actions.unarchive(one))
        : act('archive', 'archive', (one) => this.actions.archive(one)),
      act('delete', 'trash-2', (one) => this.actions.remove(one)),
    ];
  }

  private async copy(url: string): Promise<void> {
    if (await copyText(url)) this.toasts.done(this.i18n.t('ui.copied'));
    else this.toasts.error(this.i18n.t('ui.copyByHand'));
  }

  /** On the members page, which then lists the invitation. */
  private async invite(): Promise<void> {
    await this.router.navigateByUrl('/members');
    // The user stayed on the previous page to keep unsaved input.
    if (!this.router.url.startsWith('/members')) return;
    const part = await this.dialogLoader.fetch(() =>
      Promise.all([import('../domains/people/invite-people'), this.i18n.use('people')]),
    );
    if (part) await this.injector.get(part[0].InvitePeople).open();
  }

  private ofWork(): Command[] {
    return this.mayCreate() ? [this.do('shell.shortcuts.create', 'plus', () => void this.actions.create(), ['C'])] : [];
  }

  private places(): Command[] {
    const chord = new Map(Object.entries(PLACES).map(([key, path]) => [path, ['G', key.toUpperCase()]]));
    const isOperator = this.session.user()?.isOperator === true;
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
      ...(this.session.can('members.manage') && !this.session.isDemo()
        ? [this.do('shell.shortcuts.invite', 'user-plus', () => void this.invite())]
        : []),
      this.go('nav.account', 'user', '/account'),
      ...(this.workspaces.several() ? [this.go('nav.switch', 'building-2', '/workspaces')] : []),
      ...(isOperator ? SERVER_NAV : []).map((item) => this.go(item.label, item.icon, item.path)),
    ];
  }

  private ofPerson(openSheet: () => void): Command[] {
    const other = this.i18n.language() === 'de' ? 'en' : 'de';
    return [
      this.do('shell.shortcuts.system', 'monitor', () => {
        this.theme.choice.set('system');
      }),
      this.do('shell.shortcuts.light', 'sun', () => {
        this.theme.choice.set('light');
      }),
      this.do('shell.shortcuts.dark', 'moon', () => {
        this.theme.choice.set('dark');
      }),
      {
        label: LANGUAGE_NAMES[other],
        icon: 'languages',
        run: () => void this.loader.switchLanguage(other),
      },
      this.do('shell.shortcuts.sheet', 'keyboard', openSheet, ['?']),
      this.do('shell.signOut', 'log-out', () => void this.out.run()),
    ];
  }
}
