import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import {
  Component,
  computed,
  DestroyRef,
  effect,
  ElementRef,
  inject,
  Signal,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import type { Link } from '@signpost/contracts';
import { foldCase } from '@signpost/domain';
import { composes, Icon, IconName, Kbd } from '@signpost/ui';
import { Subscription, switchMap, timer } from 'rxjs';
import { I18n } from '../platform/words/i18n';
import { SessionStore } from '../platform/session';
import { LinksApi } from '../domains/links/links-api';
import { pastedAddress } from '../domains/links/editor/typed-destination';
import { searchWords } from '../domains/links/list/search-words';
import { readable } from '../domains/links/page/short-address';
import { bestFirst, linkMatches, paletteOrder } from './palette-matches';

/** An action of the palette. */
export interface Command {
  readonly label: string;
  readonly icon: IconName;
  /** Shown at the end of the entry: keys, or its kind. */
  readonly keys?: readonly string[];
  /** Kind of the entry, where the name does not say it. */
  readonly about?: string;
  readonly run: () => void;
}

/** Input of the palette. */
export interface PaletteStart {
  readonly commands: readonly Command[];
  /** Text typed before the palette has the focus. */
  readonly typed: Signal<string>;
  /** Entries that are found only by their name. */
  readonly named: () => readonly Command[];
  readonly openLink: (link: Link) => void;
  /** Opens all links that match the text. */
  readonly seeAll: (words: string) => void;
  /** Creates a link to a URL; null for users without that permission. */
  readonly shorten: ((address: string) => void) | null;
}

interface Entry extends Command {
  readonly isLink?: true;
  /** Found by its name only: better matching links may follow. */
  readonly isNamed?: true;
  /** Identifies the entry: a link may have the same name as a command. */
  readonly key: string;
}

const TYPING_PAUSE_MS = 180;
const MOST_LINKS = 6;
/** More links are requested than shown: an exact match may have fewer clicks than other matches. */
const SEARCHED_LINKS = 50;
/** Key of the entry that creates a link to a pasted URL. */
const OFFER = 'shorten';
/** Maximum number of tags, campaigns and users together. */
const MOST_NAMED = 6;

/** Searches links and runs commands from the keyboard. */
@Component({
  selector: 'app-palette',
  imports: [Icon, Kbd],
  template: `
    <div class="box">
      <sp-icon name="search" [size]="18" />
      <input
        #box
        role="combobox"
        [attr.aria-expanded]="entries().length > 0"
        aria-controls="palette-list"
        aria-autocomplete="list"
        autocomplete="off"
        dir="auto"
        spellcheck="false"
        [value]="query()"
        [attr.aria-label]="i18n.t('ui.palette.label')"
        [attr.aria-activedescendant]="entries().length ? 'palette-' + active() : null"
        [placeholder]="i18n.t('ui.palette.placeholder')"
        (input)="type(box.value)"
        (keydown)="key($event)"
      />
      <sp-kbd>Esc</sp-kbd>
    </div>
    <ul id="palette-list" role="listbox" [attr.aria-label]="i18n.t('ui.palette.label')" #list>
      @for (entry of entries(); track entry.key; let i = $index) {
        <li
          role="option"
          [id]="'palette-' + i"
          [attr.aria-selected]="i === active()"
          [class.active]="i === active()"
          (mousemove)="hover($event, i)"
          (mousedown)="$event.preventDefault(); run(entry)"
        >
          <sp-icon [name]="entry.icon" />
          <span class="truncate name" dir="auto" [class.mono]="entry.isLink">{{ entry.label }}</span>
          <span class="muted truncate grow about" dir="auto">{{ entry.about }}</span>
          @for (key of entry.keys ?? []; track key) {
            <sp-kbd>{{ key }}</sp-kbd>
          }
        </li>
      }
    </ul>
    <div role="status">
      @if (entries().length === 0) {
        <p class="none">{{ i18n.t(nothing()) }}</p>
      } @else if (search() === 'answered') {
        <span class="sr-only">{{ i18n.tn('ui.palette.found', entries().length) }}</span>
      }
    </div>
    <p class="hint small muted">{{ i18n.t('ui.palette.hint') }}</p>
  `,
  styles: `
    :host {
      display: block;
    }
    .box {
      display: flex;
      align-items: center;
      gap: 12px;
      padding: 0 16px;
      border-block-end: 1px solid var(--line);
      color: var(--ink-2);
    }
    input {
      flex: 1;
      min-inline-size: 0;
      min-block-size: 52px;
      border: 0;
      outline: none;
      box-shadow: none;
      background: none;
      color: var(--ink);
      font-size: 1rem;
    }
    ul {
      max-block-size: min(420px, 55dvh);
      overflow-y: auto;
      padding: 8px;
    }
    li {
      display: flex;
      align-items: center;
      gap: 10px;
      min-block-size: 40px;
      padding-inline: 8px;
      border-radius: var(--r-control);
      cursor: pointer;
    }
    li.active {
      background: var(--surface-2);
      outline: 2px solid var(--ink);
      outline-offset: -2px;
    }
    .name {
      flex: 0 1 auto;
    }
    .name:has(+ .about:not(:empty)) {
      flex: none;
      max-inline-size: 45%;
    }
    li > sp-icon {
      color: var(--ink-2);
    }
    ul:empty {
      display: none;
    }
    .none {
      padding: 18px 16px;
      color: var(--ink-2);
    }
    .hint {
      padding: 8px 16px;
      border-block-start: 1px solid var(--line);
    }
    /* Where fingers choose, there are no such keys. */
    @media (pointer: coarse) {
      .hint,
      .box sp-kbd {
        display: none;
      }
    }
  `,
})
export class Palette {
  protected readonly start = inject<PaletteStart>(DIALOG_DATA);
  private readonly ref = inject<DialogRef>(DialogRef);
  private readonly links = inject(LinksApi);
  private readonly session = inject(SessionStore);
  protected readonly i18n = inject(I18n);
  private readonly list = viewChild.required<ElementRef<HTMLElement>>('list');
  protected readonly query = signal('');
  /** Text that links are searched for. */
  private readonly wanted = computed(() => searchWords(this.query().trim(), this.session.workspace()));
  private readonly found = signal<readonly Link[]>([]);
  /** Total number of links that match. */
  private readonly total = signal(0);
  protected readonly search = signal<'none' | 'pending' | 'answered' | 'failed'>('none');
  /** Why the list is empty: only a response can say that nothing was found. */
  protected readonly nothing = computed(() => {
    if (this.search() === 'pending') return 'ui.palette.searching';
    return this.search() === 'failed' ? 'ui.failed.heading' : 'ui.nothingFound';
  });
  protected readonly active = signal(0);
  /** The user has selected an entry with arrow keys or mouse. */
  private hasPicked = false;
  /** Enter was pressed before the links were loaded. */
  private isAwaited = false;

  protected readonly entries = computed<readonly Entry[]>(() => {
    const words = this.query().trim();
    const commands = this.start.commands.map((command) => ({ ...command, key: command.label }));
    // Links of the previous text stay while the next ones load, if they match the new text too.
    const isOlder = this.search() === 'pending';
    const known = this.found().filter((link) => !isOlder || linkMatches(link, this.wanted()));
    const links = known.slice(0, MOST_LINKS).map((link) => ({
      key: link.id,
      label: link.slug,
      about: link.title ?? readable(link.destinationUrl),
      icon: 'link' as const,
      isLink: true as const,
      run: () => {
        this.start.openLink(link);
      },
    }));
    return [
      ...this.offerFor(words),
      ...paletteOrder<Entry, Entry>(words, commands, [...links, ...this.namedLike(words)]),
      ...this.rest(words),
    ];
  });

  /** A URL that is not a short URL of the workspace can be shortened. */
  private offerFor(words: string): Entry[] {
    const { shorten } = this.start;
    const address = pastedAddress(words);
    if (!shorten || address === null || this.wanted() !== words) return [];
    const run = (): void => {
      shorten(address);
    };
    return [{ key: OFFER, label: this.i18n.t('ui.palette.shorten'), about: address, icon: 'plus', run }];
  }

  private namedLike(words: string): Entry[] {
    if (!words) return [];
    return paletteOrder(words, this.start.named(), [])
      .slice(0, MOST_NAMED)
      .map((command) => ({ ...command, key: `${command.icon} ${command.label}`, isNamed: true as const }));
  }

  private rest(words: string): Entry[] {
    if (this.search() !== 'answered' || this.total() <= MOST_LINKS) return [];
    const run = (): void => {
      this.start.seeAll(words);
    };
    return [{ key: 'all', label: this.i18n.tn('ui.palette.all', this.total()), icon: 'list', run }];
  }

  private pendingSearch: Subscription | undefined;

  constructor() {
    effect(() => {
      const typed = this.start.typed();
      if (typed) untracked(() => this.type(typed));
    });
    inject(DestroyRef).onDestroy(() => this.pendingSearch?.unsubscribe());
  }

  protected type(text: string): void {
    this.pendingSearch?.unsubscribe();
    this.query.set(text);
    this.active.set(0);
    this.hasPicked = false;
    this.isAwaited = false;
    const q = this.wanted();
    this.search.set(q ? 'pending' : 'none');
    if (!q) this.found.set([]);
    else this.runSearch(q);
  }

  private runSearch(q: string): void {
    this.pendingSearch = timer(TYPING_PAUSE_MS)
      .pipe(switchMap(() => this.links.find({ q, perPage: SEARCHED_LINKS, archived: 'all', sort: '-clicks' })))
      .subscribe({
        next: ({ items, total }) => {
          this.total.set(total);
          this.show(bestFirst(items, q), 'answered');
        },
        error: () => this.show([], 'failed'),
      });
  }

  private show(links: readonly Link[], search: 'answered' | 'failed'): void {
    const picked = this.hasPicked ? this.entries()[this.active()]?.key : undefined;
    this.found.set(links);
    this.search.set(search);
    this.active.set(
      Math.max(
        0,
        this.entries().findIndex(({ key }) => key === picked),
      ),
    );
    // After a failed search, Enter must not run a command instead of the link that the user waited for.
    if (this.isAwaited && search === 'answered') this.enter();
    this.isAwaited = false;
  }

  protected key(event: KeyboardEvent): void {
    // While an input method is composing a word, the keys belong to it.
    if (composes(event)) return;
    const last = this.entries().length - 1;
    if (event.key === 'ArrowDown') this.pick(this.active() >= last ? 0 : this.active() + 1);
    else if (event.key === 'ArrowUp') this.pick(this.active() <= 0 ? Math.max(0, last) : this.active() - 1);
    else if (event.key === 'Enter') this.enter();
    else return;
    event.preventDefault();
    this.list().nativeElement.children[this.active()]?.scrollIntoView({ block: 'nearest' });
  }

  /** Browsers also fire mouse events for a resting mouse when the list scrolls below it. */
  protected hover(event: MouseEvent, index: number): void {
    if (event.movementX !== 0 || event.movementY !== 0) this.pick(index);
  }

  protected pick(index: number): void {
    this.active.set(index);
    this.hasPicked = true;
  }

  /** Runs the best entry; while better ones may still load, as soon as they have loaded. */
  private enter(): void {
    const entry = this.entries()[this.active()];
    const words = foldCase(this.wanted());
    const begins = entry && entry.isNamed !== true && foldCase(entry.label).startsWith(words);
    const isBest = this.hasPicked || begins || entry?.key === OFFER;
    this.isAwaited = this.search() === 'pending' && !isBest;
    if (entry && !this.isAwaited) this.run(entry);
  }

  protected run(entry: Entry): void {
    this.ref.close();
    entry.run();
  }
}
