import { CdkConnectedOverlay, CdkOverlayOrigin } from '@angular/cdk/overlay';
import { Component, computed, ElementRef, inject, input, model, signal, viewChild } from '@angular/core';
import { foldCase, lengthOf } from '@signpost/domain';
import { FieldControl } from './field';
import { Icon } from '../icon';
import { numberFormat, Words } from '../words/index';
import { composes } from '../focus/composes';

let nextId = 0;

/** Maximum number of suggestions rendered at a time; typing finds the others. */
const MOST_SUGGESTED = 100;

/**
 * Several short names as chips, with our own suggestion list, because browsers differ in what Enter does in a
 * `datalist`. Enter or a comma adds the typed name; Enter adds the suggestion selected with the arrow keys instead, if
 * there is one. Backspace in the empty field removes the last chip, and Escape closes only the list. A full field is
 * read-only: a disabled one would lose the keyboard focus.
 */
@Component({
  selector: 'sp-chips-input',
  imports: [CdkConnectedOverlay, CdkOverlayOrigin, Icon],
  providers: [{ provide: FieldControl, useExisting: ChipsInput }],
  template: `
    <div class="box" cdkOverlayOrigin #origin="cdkOverlayOrigin" #box>
      @for (name of value(); track name) {
        <span class="chip">
          <span dir="auto">{{ name }}</span>
          <button type="button" [attr.aria-label]="words.t('ui.removeNamed', { name })" (click)="remove(name)">
            <sp-icon name="x" [size]="12" />
          </button>
        </span>
      }
      <input
        #field
        autocomplete="off"
        dir="auto"
        [id]="controlId"
        [value]="text()"
        role="combobox"
        aria-autocomplete="list"
        [attr.aria-expanded]="isListOpen()"
        [attr.aria-controls]="listId"
        [attr.aria-activedescendant]="isListOpen() && active() >= 0 ? listId + '-' + active() : null"
        [attr.aria-describedby]="describedBy()"
        [attr.aria-invalid]="invalid() || null"
        [readOnly]="value().length >= max() && !text()"
        (input)="type(field.value)"
        (keydown)="key($event)"
        (click)="show()"
        (blur)="leave(field.value)"
      />
      <span class="sr-only" role="status">{{ (isListOpen() && more()) || announcement() }}</span>
    </div>
    <ng-template
      cdkConnectedOverlay
      [cdkConnectedOverlayOrigin]="origin"
      [cdkConnectedOverlayOpen]="isListOpen()"
      [cdkConnectedOverlayWidth]="box.offsetWidth"
      (detach)="open.set(false)"
    >
      <ul #list class="sp-options" role="listbox" [id]="listId" [attr.aria-label]="words.t('ui.choices')">
        @for (name of shown(); track name; let i = $index) {
          <li
            role="option"
            [id]="listId + '-' + i"
            [attr.aria-selected]="i === active()"
            [class.active]="i === active()"
            (mousedown)="$event.preventDefault(); take(name)"
          >
            <span dir="auto">{{ name }}</span>
          </li>
        }
        @if (more(); as text) {
          <!-- Not announced: the status element says the same. -->
          <li class="none" aria-hidden="true">{{ text }}</li>
        }
      </ul>
    </ng-template>
  `,
  styles: `
    .box {
      position: relative;
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
      min-block-size: var(--control);
      padding: 3px 6px;
      border: 1px solid var(--line-2);
      border-radius: var(--r-control);
      background: var(--surface);
      cursor: text;
    }
    .box:focus-within {
      outline: 2px solid var(--ink);
      outline-offset: 2px;
      box-shadow: 0 0 0 2px var(--signal);
    }
    .chip {
      display: inline-flex;
      align-items: center;
      gap: 2px;
      min-block-size: 24px;
      padding-inline: 8px 2px;
      border-radius: 999px;
      background: var(--surface-2);
      font-size: 0.8125rem;
    }
    .chip button {
      display: grid;
      place-items: center;
      inline-size: 24px;
      block-size: 24px;
      border-radius: 50%;
    }
    input {
      flex: 1;
      min-inline-size: 80px;
      border: 0;
      outline: none;
      box-shadow: none;
      background: none;
      padding: 0 2px;
    }
    @media (pointer: coarse) {
      .box {
        gap: 8px;
      }
      .chip button {
        position: relative;
        inline-size: var(--control);
        block-size: 32px;
      }
      /* Into the room between the lines of chips. */
      .chip button::after {
        content: '';
        position: absolute;
        inset: calc((32px - var(--control)) / 2) 0;
      }
      /* Below 16 px a phone enlarges the page when the field is entered. */
      input {
        min-block-size: 32px;
        font-size: 1rem;
      }
    }
  `,
})
export class ChipsInput implements FieldControl {
  readonly value = model<readonly string[]>([]);
  readonly suggestions = input<readonly string[]>([]);
  readonly max = input(20);
  /** Maximum characters of a name. */
  readonly maxLength = input(40);
  /** Message key for names that are too long or too many; such names stay in the field. */
  readonly tooMuch = input<string | null>(null);

  protected readonly words = inject(Words);
  protected readonly text = signal('');
  /** Announcement of the chip added or removed last. */
  protected readonly announcement = signal('');
  protected readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  readonly controlId = `sp-chips-${nextId++}`;
  readonly describedBy = signal<string | null>(null);
  readonly invalid = signal(false);
  /** Whether the content of the field was refused. */
  private readonly left = signal(false);
  readonly complaint = computed(() => {
    const tooMuch = this.tooMuch();
    return this.left() && tooMuch ? this.words.t(tooMuch) : null;
  });
  protected readonly listId = `${this.controlId}-list`;
  /** Whether suggestions are requested; there may be none. */
  protected readonly open = signal(false);
  protected readonly isListOpen = computed(() => this.open() && this.shown().length > 0);
  /** Index of the suggestion that Enter takes; -1 while the arrow keys have selected none. */
  protected readonly active = signal(-1);
  private readonly list = viewChild<ElementRef<HTMLElement>>('list');
  private readonly matching = computed(() => {
    const part = foldCase(this.text().trim());
    return this.suggestions().filter((name) => foldCase(name).includes(part) && !this.has(name));
  });
  protected readonly shown = computed(() => this.matching().slice(0, MOST_SUGGESTED));
  /** Text about the suggestions that match besides those shown; empty when there are none. */
  protected readonly more = computed(() => {
    const count = this.matching().length - MOST_SUGGESTED;
    return count > 0 ? this.words.t('ui.moreChoices', { count: numberFormat(this.words.locale()).format(count) }) : '';
  });

  protected type(text: string): void {
    this.text.set(text);
    this.active.set(-1);
    this.open.set(text.trim() !== '');
    if (!text.trim()) this.left.set(false);
    // Refused text is not split at commas again while the user corrects it.
    if (text.includes(',') && !this.left()) this.take(text);
  }

  protected show(): void {
    if (this.open() || this.free() === 0) return;
    this.active.set(-1);
    this.open.set(true);
  }

  protected key(event: KeyboardEvent): void {
    // While an input method is composing a word, the keys belong to it.
    if (composes(event)) return;
    const picked = this.isListOpen() ? this.shown()[this.active()] : undefined;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') this.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Escape' && this.isListOpen()) {
      // Do not close the panel that contains the field as well.
      event.stopPropagation();
      this.open.set(false);
    } else if (event.key === 'Enter' && picked !== undefined) this.take(picked);
    else if (event.key === 'Enter' && this.text().trim()) this.take(this.text());
    else {
      const last = this.value().at(-1);
      if (event.key === 'Backspace' && !this.text() && last !== undefined) this.drop(last);
      return;
    }
    event.preventDefault();
  }

  private move(step: 1 | -1): void {
    this.show();
    const last = this.shown().length - 1;
    this.active.update((i) => Math.max(-1, Math.min(i + step, last)));
    this.list()?.nativeElement.children[this.active()]?.scrollIntoView({ block: 'nearest' });
  }

  protected take(name: string): void {
    this.open.set(false);
    this.active.set(-1);
    this.add(name);
  }

  protected leave(text: string): void {
    this.open.set(false);
    this.add(text);
  }

  protected add(text: string): void {
    const names: string[] = [];
    for (const name of text.split(/[,|]/).map((part) => part.trim()))
      if (name !== '' && !isIn([...this.value(), ...names], name)) names.push(name);
    const fit = names.filter((name) => lengthOf(name) <= this.maxLength()).slice(0, this.free());
    if (fit.length) {
      this.value.update((all) => [...all, ...fit]);
      this.announcement.set(this.words.t('ui.added', { name: fit.join(', ') }));
    }
    const rest = names.filter((name) => !fit.includes(name)).join(', ');
    this.left.set(rest !== '');
    this.text.set(rest);
    this.field().nativeElement.value = rest;
  }

  /** Adds the content of the field; returns whether the field is empty afterwards. To be called before sending. */
  isComplete(): boolean {
    this.add(this.text());
    return !this.left();
  }

  protected remove(name: string): void {
    this.drop(name);
    this.field().nativeElement.focus();
  }

  private drop(name: string): void {
    this.value.update((all) => all.filter((other) => other !== name));
    this.announcement.set(this.words.t('ui.removed', { name }));
  }

  private free(): number {
    return Math.max(0, this.max() - this.value().length);
  }

  private has(name: string): boolean {
    return isIn(this.value(), name);
  }
}

/** Names that differ only in case are one. */
function isIn(names: readonly string[], name: string): boolean {
  return names.some((other) => other.toLowerCase() === name.toLowerCase());
}
