import { Component, computed, ElementRef, inject, input, model, signal, viewChild } from '@angular/core';
import { FieldControl } from './field';
import { Icon } from '../icon';
import { Words } from '../words/index';

let nextId = 0;

/** Suggestions in the page at a time; typing finds the others. */
const MOST_SUGGESTED = 100;

/**
 * Several short names as chips. Enter or comma adds, Backspace in the empty field takes the last away. A full field takes
 * no letters, but keeps the keyboard's place, which a disabled one would let go of.
 */
@Component({
  selector: 'sp-chips-input',
  imports: [Icon],
  providers: [{ provide: FieldControl, useExisting: ChipsInput }],
  template: `
    <div class="box">
      @for (name of value(); track name) {
        <span class="chip">
          {{ name }}
          <button type="button" [attr.aria-label]="words.t('ui.removeNamed', { name })" (click)="remove(name)">
            <sp-icon name="x" [size]="12" />
          </button>
        </span>
      }
      <input
        #field
        autocomplete="off"
        [id]="controlId"
        [value]="text()"
        [attr.list]="listId"
        [attr.aria-describedby]="describedBy()"
        [attr.aria-invalid]="invalid() || null"
        [readOnly]="value().length >= max() && !text()"
        (input)="type(field.value)"
        (keydown)="key($event)"
        (blur)="add(field.value)"
      />
      <datalist [id]="listId">
        @for (name of remaining(); track name) {
          <option [value]="name"></option>
        }
      </datalist>
      <span class="sr-only" role="status">{{ said() }}</span>
    </div>
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
    /* Which browsers draw one, do so where the pointer is. */
    @media (forced-colors: none) {
      input::-webkit-calendar-picker-indicator {
        appearance: none;
        inline-size: 16px;
        block-size: 16px;
        margin: 0;
        padding: 0;
        color: transparent;
        background: var(--drop-down);
        background-position:
          calc(50% - 2px) 50%,
          calc(50% + 2px) 50%;
        background-size: 4px 4px;
        background-repeat: no-repeat;
      }
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
  /** Characters of a name. */
  readonly maxLength = input(40);
  /** Key of the words for names that are too long or too many: they stay in the field. */
  readonly tooMuch = input<string | null>(null);

  protected readonly words = inject(Words);
  protected readonly text = signal('');
  /** What was added or taken away last. */
  protected readonly said = signal('');
  protected readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  readonly controlId = `sp-chips-${nextId++}`;
  readonly describedBy = signal<string | null>(null);
  readonly invalid = signal(false);
  /** Whether what stands in the field was refused. */
  private readonly left = signal(false);
  readonly complaint = computed(() => {
    const tooMuch = this.tooMuch();
    return this.left() && tooMuch ? this.words.t(tooMuch) : null;
  });
  protected readonly listId = `${this.controlId}-list`;
  protected readonly remaining = computed(() => {
    const part = this.text().trim().toLocaleLowerCase();
    return this.suggestions()
      .filter((name) => name.toLocaleLowerCase().includes(part) && !this.has(name))
      .slice(0, MOST_SUGGESTED);
  });

  protected type(text: string): void {
    this.text.set(text);
    if (!text.trim()) this.left.set(false);
    // What was refused is mended in peace, commas and all.
    if (text.includes(',') && !this.left()) this.add(text);
    // A picked suggestion arrives whole; typing does not add until Enter.
  }

  protected key(event: KeyboardEvent): void {
    if (event.key === 'Enter' && this.text().trim()) {
      event.preventDefault();
      this.add(this.text());
    } else if (event.key === 'Backspace' && !this.text()) {
      const last = this.value().at(-1);
      if (last !== undefined) this.drop(last);
    }
  }

  protected add(text: string): void {
    const names = text
      .split(/[,|]/)
      .map((name) => name.trim())
      .filter((name) => name !== '' && !this.has(name));
    const fit = names.filter((name) => Array.from(name).length <= this.maxLength()).slice(0, this.free());
    if (fit.length) {
      this.value.update((all) => [...all, ...fit]);
      this.said.set(this.words.t('ui.added', { name: fit.join(', ') }));
    }
    const rest = names.filter((name) => !fit.includes(name)).join(', ');
    this.left.set(rest !== '');
    this.text.set(rest);
    this.field().nativeElement.value = rest;
  }

  /** Takes what stands in the field; whether nothing of it is left there. To be asked before sending. */
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
    this.said.set(this.words.t('ui.removed', { name }));
  }

  private free(): number {
    return Math.max(0, this.max() - this.value().length);
  }

  private has(name: string): boolean {
    return this.value().some((other) => other.toLocaleLowerCase() === name.toLocaleLowerCase());
  }
}
