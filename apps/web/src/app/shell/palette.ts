import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import {
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  linkedSignal,
  Signal,
  untracked,
  viewChild,
} from '@angular/core';
import type { Link } from '@signpost/contracts';
import { foldCase } from '@signpost/domain';
import { composes, Icon, IconName, Kbd } from '@signpost/ui';
import { I18n } from '../platform/words/i18n';
import { SessionStore } from '../platform/session';
import { pastedAddress } from '../domains/links/editor/typed-destination';
import { searchWords } from '../domains/links/list/search-words';
import { readable } from '../domains/links/page/short-address';
import { paletteOrder } from './palette-matches';
import { linkSearch } from './palette-search';

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

/** A page that lists everything of a kind, and can be searched. */
export interface NamedList {
  /** Name of the page. */
  readonly label: string;
  readonly open: (words: string) => void;
}

/** A command that is found by its name only. */
export interface NamedCommand extends Command {
  /** Where all of its kind are; without it, it is one of few, and always shown. */
  readonly list?: NamedList;
}

/** Input of the palette. */
export interface PaletteStart {
  readonly commands: readonly Command[];
  /** Text typed before the palette has the focus. */
  readonly typed: Signal<string>;
  /** Entries that are found only by their name. */
  readonly named: () => readonly NamedCommand[];
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

const MOST_LINKS = 6;
/** Key of the entry that creates a link to a pasted URL. */
const OFFER = 'shorten';
/** Maximum number of campaigns, tags, users and workspaces together; their pages have the others. */
const MOST_NAMED = 6;

/** Searches links and runs commands from the keyboard. */
@Component({
  selector: 'app-palette',
  imports: [Icon, Kbd],
  templateUrl: './palette.html',
  styleUrl: './palette.css',
})
export class Palette {
  protected readonly start = inject<PaletteStart>(DIALOG_DATA);
  private readonly ref = inject<DialogRef>(DialogRef);
  private readonly session = inject(SessionStore);
  protected readonly i18n = inject(I18n);
  private readonly list = viewChild.required<ElementRef<HTMLElement>>('list');
  protected readonly query = linkedSignal(() => this.start.typed());
  private readonly words = computed(() => this.query().trim());
  /** Text that links are searched for. */
  private readonly wanted = computed(() => searchWords(this.words(), this.session.workspace()));
  protected readonly search = linkSearch(this.wanted);
  /** Why the list is empty: only a response can say that nothing was found. */
  protected readonly nothing = computed(() => {
    if (this.search.state() === 'pending') return 'ui.palette.searching';
    return this.search.state() === 'failed' ? 'ui.failed.heading' : 'ui.nothingFound';
  });
  /** Key of the entry that the user has selected with arrow keys or mouse; the next letter withdraws it. */
  private readonly picked = linkedSignal<string, string | null>({ source: this.query, computation: () => null });
  /** Whether Enter was pressed before the links for these words were loaded. */
  private readonly isAwaited = linkedSignal({ source: this.query, computation: () => false });

  private readonly named = computed(() => {
    const words = this.words();
    return words ? paletteOrder<NamedCommand, never>(words, this.start.named(), []) : [];
  });
  private readonly furtherNamed = computed(() =>
    this.named()
      .filter(({ list }) => list)
      .slice(MOST_NAMED),
  );

  protected readonly entries = computed<readonly Entry[]>(() => {
    const words = this.words();
    const commands = this.start.commands.map((command) => ({ ...command, key: command.label }));
    const found = [...this.links(), ...this.namedLike()];
    return [...this.offerFor(words), ...paletteOrder<Entry, Entry>(words, commands, found), ...this.rest(words)];
  });
  /** Index of the entry that Enter runs: the selected one, else the best. */
  protected readonly active = computed(() => {
    const index = this.entries().findIndex(({ key }) => key === this.picked());
    return Math.max(0, index);
  });

  constructor() {
    effect(() => {
      if (!this.isAwaited() || this.search.state() === 'pending') return;
      this.isAwaited.set(false);
      // After a failed search, Enter must not run a command instead of the link that the user waited for.
      if (this.search.state() === 'answered') untracked(() => this.enter());
    });
  }

  private links(): Entry[] {
    return this.search
      .links()
      .slice(0, MOST_LINKS)
      .map((link) => ({
        key: link.id,
        label: link.slug,
        about: link.title ?? readable(link.destinationUrl),
        icon: 'link',
        isLink: true,
        run: () => {
          this.start.openLink(link);
        },
      }));
  }

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

  private namedLike(): Entry[] {
    const further = new Set(this.furtherNamed());
    return this.named()
      .filter((command) => !further.has(command))
      .map((command) => ({ ...command, key: `${command.icon} ${command.label}`, isNamed: true as const }));
  }

  /** Leads to what was found and is not shown. */
  private rest(words: string): Entry[] {
    const total = this.search.total();
    const all = (key: string, label: string, run: () => void): Entry => ({ key, label, icon: 'list', run });
    const links = all('all', this.i18n.tn('ui.palette.all', total), () => {
      this.start.seeAll(words);
    });
    const lists = new Set(this.furtherNamed().flatMap(({ list }) => list ?? []));
    return [
      ...(total > MOST_LINKS ? [links] : []),
      ...[...lists].map(({ label, open }) =>
        all(`all ${label}`, this.i18n.t('ui.palette.allIn', { place: label }), () => {
          open(words);
        }),
      ),
    ];
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

  private pick(index: number): void {
    this.picked.set(this.entries()[index]?.key ?? null);
  }

  /** Runs the best entry; while better ones may still load, as soon as they have loaded. */
  private enter(): void {
    const entry = this.entries()[this.active()];
    const words = foldCase(this.wanted());
    const begins = entry && entry.isNamed !== true && foldCase(entry.label).startsWith(words);
    const isBest = this.picked() !== null || begins || entry?.key === OFFER;
    const mustWait = this.search.state() === 'pending' && !isBest;
    this.isAwaited.set(mustWait);
    if (entry && !mustWait) this.run(entry);
  }

  protected run(entry: Entry): void {
    this.ref.close();
    entry.run();
  }
}
