import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, DestroyRef, effect, ElementRef, inject, signal, viewChild } from '@angular/core';
import type { Link } from '@signpost/contracts';
import { Icon, IconName, Kbd } from '@signpost/ui';
import { I18n } from '../platform/i18n';
import { LinksApi } from '../domains/links/links-api';
import { readable } from '../domains/links/short-address';

/** Something that the palette can do. */
export interface Command {
  readonly label: string;
  readonly icon: IconName;
  /** Shown at the end: keys, or what the entry is. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

/** What the palette is opened with. */
export interface PaletteStart {
  readonly commands: readonly Command[];
  readonly openLink: (link: Link) => void;
}

interface Entry extends Command {
  readonly about?: string;
}

const TYPING_PAUSE_MS = 180;
const MOST_LINKS = 6;

/** Search links and run commands from the keyboard. */
@Component({
  selector: 'app-palette',
  imports: [Icon, Kbd],
  template: `
    <div class="box">
      <sp-icon name="search" [size]="18" />
      <input
        #box
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck="false"
        [attr.aria-label]="i18n.t('ui.palette.label')"
        [attr.aria-activedescendant]="entries().length ? 'palette-' + active() : null"
        [placeholder]="i18n.t('ui.palette.placeholder')"
        (input)="type(box.value)"
        (keydown)="key($event)"
      />
      <sp-kbd>Esc</sp-kbd>
    </div>
    <ul id="palette-list" role="listbox" [attr.aria-label]="i18n.t('ui.palette.label')" #list>
      @for (entry of entries(); track entry.label + (entry.about ?? ''); let i = $index) {
        <li
          role="option"
          [id]="'palette-' + i"
          [attr.aria-selected]="i === active()"
          [class.active]="i === active()"
          (mousemove)="active.set(i)"
          (mousedown)="$event.preventDefault(); run(entry)"
        >
          <sp-icon [name]="entry.icon" />
          <span class="truncate name" [class.mono]="entry.about">{{ entry.label }}</span>
          <span class="muted truncate grow">{{ entry.about }}</span>
          @for (key of entry.keys ?? []; track key) {
            <sp-kbd>{{ key }}</sp-kbd>
          }
        </li>
      } @empty {
        <li class="none" role="option" aria-disabled="true" aria-selected="false">{{ i18n.t(nothing()) }}</li>
      }
    </ul>
    <p class="small muted">{{ i18n.t('ui.palette.hint') }}</p>
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
      font-size: 16px;
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
      box-shadow: inset 2px 0 0 var(--signal);
    }
    .name {
      flex: none;
      max-inline-size: 45%;
    }
    li > sp-icon {
      color: var(--ink-2);
    }
    li.none {
      color: var(--ink-2);
      cursor: default;
    }
    p {
      padding: 8px 16px;
      border-block-start: 1px solid var(--line);
    }
  `,
})
export class Palette {
  private readonly start = inject<PaletteStart>(DIALOG_DATA);
  private readonly ref = inject<DialogRef>(DialogRef);
  private readonly links = inject(LinksApi);
  protected readonly i18n = inject(I18n);
  private readonly list = viewChild.required<ElementRef<HTMLElement>>('list');
  private readonly query = signal('');
  private readonly found = signal<readonly Link[]>([]);
  private readonly search = signal<'none' | 'asked' | 'answered' | 'failed'>('none');
  /** Why the list is empty: only an answer can say that there is nothing. */
  protected readonly nothing = computed(() => {
    if (this.search() === 'asked') return 'ui.palette.searching';
    return this.search() === 'failed' ? 'ui.failed.heading' : 'ui.nothingFound';
  });
  protected readonly active = signal(0);

  protected readonly entries = computed<readonly Entry[]>(() => {
    const query = this.query().trim().toLocaleLowerCase();
    const commands = this.start.commands.filter(({ label }) => label.toLocaleLowerCase().includes(query));
    const links = this.found().map((link) => ({
      label: link.slug,
      about: link.title ?? readable(link.destinationUrl),
      icon: 'link' as const,
      run: () => {
        this.start.openLink(link);
      },
    }));
    return query ? [...links, ...commands] : commands;
  });

  constructor() {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn = 0;
    inject(DestroyRef).onDestroy(() => {
      clearTimeout(timer);
      turn++;
    });
    effect(() => {
      const q = this.query().trim();
      clearTimeout(timer);
      const asked = ++turn;
      if (!q) {
        this.found.set([]);
        this.search.set('none');
        return;
      }
      this.search.set('asked');
      timer = setTimeout(() => {
        this.links.find({ q, perPage: MOST_LINKS, archived: 'all', sort: '-clicks' }).subscribe({
          next: ({ items }) => {
            if (asked === turn) this.show(items, 'answered');
          },
          error: () => {
            if (asked === turn) this.show([], 'failed');
          },
        });
      }, TYPING_PAUSE_MS);
    });
  }

  private show(links: readonly Link[], search: 'answered' | 'failed'): void {
    this.found.set(links);
    this.search.set(search);
  }

  protected type(text: string): void {
    this.query.set(text);
    this.active.set(0);
  }

  protected key(event: KeyboardEvent): void {
    const last = this.entries().length - 1;
    if (event.key === 'ArrowDown') this.active.update((i) => (i >= last ? 0 : i + 1));
    else if (event.key === 'ArrowUp') this.active.update((i) => (i <= 0 ? Math.max(0, last) : i - 1));
    else if (event.key === 'Enter') {
      const entry = this.entries()[this.active()];
      if (entry) this.run(entry);
    } else return;
    event.preventDefault();
    this.list().nativeElement.children[this.active()]?.scrollIntoView({ block: 'nearest' });
  }

  protected run(entry: Entry): void {
    this.ref.close();
    entry.run();
  }
}
