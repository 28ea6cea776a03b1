import { composes } from '@signpost/ui';
import { inject, Injectable, Injector } from '@angular/core';
import { Router } from '@angular/router';
import type { Dialogs } from '@signpost/ui/overlay';
import { type Toast, Toasts } from '@signpost/ui/toasts';
import { firstValueFrom } from 'rxjs';
import { LinkActions } from '../domains/links/page/link-actions';
import { I18n } from '../platform/words/i18n';
import { isDialogOpen, isTyping, KeySettings, mayBeShortcut, PALETTE_KEYS } from '../platform/key-settings';
import { Navigation } from '../platform/navigation/navigation';
import { DialogLoader } from '../platform/navigation/dialog-loader';
import { LazyLoader } from '../platform/navigation/lazy-loader';
import { SessionStore } from '../platform/session';
import { PLACES } from './nav';
import type { Command } from './palette';
import type { ShortcutLine } from './shortcut-sheet';

/** How long the second key of a two-key shortcut may take, in milliseconds. */
const CHORD_MS = 900;

/**
 * Keyboard shortcuts of the dashboard: single keys while no text is being typed and no dialog is open, and Ctrl-K or
 * Cmd-K everywhere. Single keys can be turned off, because users of speech input trigger them by accident.
 */
@Injectable({ providedIn: 'root' })
export class Shortcuts {
  private readonly router = inject(Router);
  private readonly navigation = inject(Navigation);
  private readonly session = inject(SessionStore);
  private readonly actions = inject(LinkActions);
  private readonly i18n = inject(I18n);
  private readonly dialogLoader = inject(DialogLoader);
  private readonly loader = inject(LazyLoader);
  private readonly injector = inject(Injector);
  private readonly toasts = inject(Toasts);
  private readonly keys = inject(KeySettings);
  private awaiting = 0;
  private paletteOpen = false;

  /** Handles a key press of the window. */
  press(event: KeyboardEvent): void {
    // While an input method is composing a word, the keys belong to it.
    if (composes(event)) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      void this.openPalette();
      return;
    }
    if (this.paletteOpen || this.loader.loading()) {
      this.typeAhead(event);
      return;
    }
    if (!mayBeShortcut(event)) return;
    // A key that is held down counts as one press.
    if (!this.keys.singleKeys() || event.repeat) return;
    const second = Date.now() < this.awaiting ? PLACES[event.key] : undefined;
    this.awaiting = 0;
    if (second) void this.router.navigateByUrl(second);
    else if (event.key === 'g') this.awaiting = Date.now() + CHORD_MS;
    else if (event.key === 'c' && this.session.can('links.manage')) this.create();
    else if (event.key === '/') void this.search();
    else if (event.key === '?') void this.openSheet();
    else if (event.key === 'a') document.querySelector<HTMLElement>('app-bulk-bar button')?.focus();
    else if (event.key !== 'z' || !this.toasts.undoNewest()) return;
    event.preventDefault();
  }

  /** Collects letters typed between asking for a dialog and the focus in its field, which are meant for it. */
  private typeAhead(event: KeyboardEvent): void {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    this.dialogLoader.typed.update((before) => before + event.key);
    event.preventDefault();
  }

  /** A URL pasted outside of text fields is offered to be shortened; several URLs open the import preview. */
  async paste(event: ClipboardEvent): Promise<void> {
    if (isTyping(event.target) || isDialogOpen() || !this.session.can('links.manage')) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // Text without a dot is no URL: do not load the code for it.
    if (!text.includes('.')) return;
    const part = await this.loader.fetch(() => import('../domains/links/editor/typed-destination'));
    const addresses = part?.pastedAddresses(text) ?? null;
    if (addresses !== null) {
      // On the page of a campaign, pasted links are added to it.
      const [, campaignId] = /^\/campaigns\/([\w-]+)/.exec(this.router.url) ?? [];
      await this.router.navigateByUrl('/links/import', { state: { addresses, campaignId } });
      return;
    }
    const destinationUrl = part?.pastedAddress(text) ?? null;
    if (destinationUrl !== null) await this.actions.create({ destinationUrl });
  }

  /** Opens the create panel. */
  create(): void {
    void this.actions.create();
  }

  async openPalette(): Promise<void> {
    if (this.paletteOpen) return;
    this.paletteOpen = true;
    // Single keys may be off, and a toast is many tab stops away: actions to undo are the first commands, and their
    // timers are paused.
    const offers = this.toasts.offers();
    offers.forEach(({ id }) => this.toasts.hold(id));
    try {
      const part = await this.dialogLoader.fetch(() =>
        Promise.all([import('./palette'), import('./commands'), this.dialogs()]),
      );
      if (!part) return;
      const [{ Palette }, { Commands }, dialogs] = part;
      const start = this.injector.get(Commands).start(() => void this.openSheet());
      const undo = offers.map((toast) => this.commandOf(toast));
      await firstValueFrom(
        dialogs.openPalette(
          Palette,
          { ...start, typed: this.dialogLoader.typed, commands: [...undo, ...start.commands] },
          this.i18n.t('ui.palette.label'),
        ).closed,
        {
          defaultValue: undefined,
        },
      );
    } finally {
      offers.forEach(({ id }) => this.toasts.release(id));
      this.paletteOpen = false;
    }
  }

  async openSheet(): Promise<void> {
    const part = await this.dialogLoader.fetch(() => Promise.all([import('./shortcut-sheet'), this.dialogs()]));
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
      { keys: ['J', 'K'], label: t('shell.shortcuts.rows') },
      { keys: ['Enter'], label: t('shell.shortcuts.open') },
      ...(manage
        ? [
            { keys: ['X'], label: t('shell.shortcuts.choose') },
            { keys: ['Shift', 'X'], label: t('shell.shortcuts.chooseTo') },
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
      ...(toast.actionLabel ? {} : { keys: ['Z'] }),
      run: () => {
        this.toasts.take(toast);
      },
    };
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
