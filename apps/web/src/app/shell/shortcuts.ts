import { inject, Injectable, Injector } from '@angular/core';
import { Router } from '@angular/router';
import type { Dialogs } from '@signpost/ui/overlay';
import { type Toast, Toasts } from '@signpost/ui/toasts';
import { firstValueFrom } from 'rxjs';
import { LinkActions } from '../domains/links/page/link-actions';
import { I18n } from '../platform/i18n';
import { KeySettings, mayBeShortcut, PALETTE_KEYS } from '../platform/key-settings';
import { Navigation } from '../platform/navigation';
import { LazyLoader } from '../platform/lazy-loader';
import { SessionStore } from '../platform/session';
import { Theme } from '../platform/theme';
import { WORK_NAV, WORKSPACE_NAV } from './nav';
import type { Command, PaletteStart } from './palette';
import type { ShortcutLine } from './shortcut-sheet';

/** How long the second key of a two-key shortcut may take. */
const CHORD_MS = 900;

const PLACES: Readonly<Record<string, string>> = { o: '/', l: '/links', c: '/campaigns', t: '/tags' };

/**
 * Keyboard shortcuts of the dashboard: single keys while nothing is being typed and no dialog is open, and Ctrl or
 * Cmd-K everywhere. Single keys can be turned off: who speaks to the computer sets them off by accident.
 */
@Injectable({ providedIn: 'root' })
export class Shortcuts {
  private readonly router = inject(Router);
  private readonly navigation = inject(Navigation);
  private readonly session = inject(SessionStore);
  private readonly actions = inject(LinkActions);
  private readonly theme = inject(Theme);
  private readonly i18n = inject(I18n);
  private readonly loader = inject(LazyLoader);
  private readonly injector = inject(Injector);
  private readonly toasts = inject(Toasts);
  private readonly keys = inject(KeySettings);
  private awaiting = 0;
  private paletteOpen = false;

  /** Acts on a key press of the window. */
  press(event: KeyboardEvent): void {
    // Keys that choose among the letters of a word belong to the method of input.
    if (event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      void this.openPalette();
      return;
    }
    if (!mayBeShortcut(event)) return;
    // A key that is held down is one press.
    if (!this.keys.singleKeys() || event.repeat) return;
    const second = Date.now() < this.awaiting ? PLACES[event.key] : undefined;
    this.awaiting = 0;
    if (second) void this.router.navigateByUrl(second);
    else if (event.key === 'g') this.awaiting = Date.now() + CHORD_MS;
    else if (event.key === 'c' && this.session.can('links.manage')) void this.actions.create();
    else if (event.key === '/') void this.search();
    else if (event.key === '?') void this.openSheet();
    else if (event.key === 'a') document.querySelector<HTMLElement>('app-bulk-bar button')?.focus();
    else if (event.key !== 'z' || !this.toasts.undoNewest()) return;
    event.preventDefault();
  }

  async openPalette(): Promise<void> {
    if (this.paletteOpen) return;
    this.paletteOpen = true;
    // Single keys may be off, and the way to a toast is long: what can be undone is the first command, and waits.
    const offers = this.toasts.offers();
    offers.forEach(({ id }) => this.toasts.hold(id));
    try {
      const part = await this.loader.fetch(() => Promise.all([import('./palette'), this.dialogs()]));
      if (!part) return;
      const [{ Palette }, dialogs] = part;
      const start: PaletteStart = {
        commands: [...offers.map((toast) => this.commandOf(toast)), ...this.commands()],
        openLink: (link) => void this.router.navigate(['/links', link.id]),
      };
      await firstValueFrom(dialogs.openPalette(Palette, start, this.i18n.t('ui.palette.label')).closed, {
        defaultValue: undefined,
      });
    } finally {
      offers.forEach(({ id }) => this.toasts.release(id));
      this.paletteOpen = false;
    }
  }

  async openSheet(): Promise<void> {
    const part = await this.loader.fetch(() => Promise.all([import('./shortcut-sheet'), this.dialogs()]));
    if (!part) return;
    const [{ ShortcutSheet }, dialogs] = part;
    dialogs.open(ShortcutSheet, this.lines());
  }

  private lines(): readonly ShortcutLine[] {
    const t = (key: string): string => this.i18n.t(key);
    const manage = this.session.can('links.manage');
    return [
      { keys: PALETTE_KEYS, label: t('shell.shortcuts.palette') },
      ...(manage ? [{ keys: ['C'], label: t('shell.shortcuts.create') }] : []),
      { keys: ['/'], label: t('shell.shortcuts.search') },
      ...(manage
        ? [
            { keys: ['A'], label: t('shell.shortcuts.chosen') },
            { keys: ['Z'], label: t('shell.shortcuts.undo') },
          ]
        : []),
      { keys: ['G', 'O'], label: t('nav.overview') },
      { keys: ['G', 'L'], label: t('nav.links') },
      { keys: ['G', 'C'], label: t('nav.campaigns') },
      { keys: ['G', 'T'], label: t('nav.tags') },
      { keys: ['?'], label: t('shell.shortcuts.sheet') },
    ];
  }

  private commandOf(toast: Toast): Command {
    return {
      label: `${toast.actionLabel ?? this.i18n.t('ui.undo')}: ${toast.text}`,
      icon: toast.actionLabel ? 'arrow-right' : 'undo-2',
      keys: toast.actionLabel ? undefined : ['Z'],
      run: () => {
        this.toasts.take(toast);
      },
    };
  }

  private commands(): readonly Command[] {
    const t = (key: string): string => this.i18n.t(key);
    const go = (path: string) => () => void this.router.navigateByUrl(path);
    const manage = this.session.can('links.manage');
    const chord = new Map(Object.entries(PLACES).map(([key, path]) => [path, ['G', key.toUpperCase()]]));
    const places = [...WORK_NAV, ...WORKSPACE_NAV].filter((item) => this.session.can(item.permission));
    return [
      ...(manage
        ? [
            {
              label: t('shell.shortcuts.create'),
              icon: 'plus' as const,
              keys: ['C'],
              run: () => void this.actions.create(),
            },
          ]
        : []),
      ...places.map((item) => ({
        label: t(item.label),
        icon: item.icon,
        keys: chord.get(item.path),
        run: go(item.path),
      })),
      ...(manage
        ? [
            { label: t('shell.shortcuts.import'), icon: 'upload' as const, run: go('/links/import') },
            { label: t('nav.trash'), icon: 'trash-2' as const, run: go('/links/trash') },
          ]
        : []),
      {
        label: t('shell.shortcuts.light'),
        icon: 'sun',
        run: () => {
          this.theme.choice.set('light');
        },
      },
      {
        label: t('shell.shortcuts.dark'),
        icon: 'moon',
        run: () => {
          this.theme.choice.set('dark');
        },
      },
      { label: t('shell.shortcuts.sheet'), icon: 'keyboard', keys: ['?'], run: () => void this.openSheet() },
    ];
  }

  private async search(): Promise<void> {
    if (this.navigation.current() !== '/links') await this.router.navigateByUrl('/links');
    setTimeout(() => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus());
  }

  private async dialogs(): Promise<Dialogs> {
    const { Dialogs } = await import('../platform/dialogs');
    return this.injector.get(Dialogs);
  }
}
