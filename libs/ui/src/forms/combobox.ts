import { CdkConnectedOverlay, CdkOverlayOrigin } from '@angular/cdk/overlay';
import {
  afterNextRender,
  Component,
  computed,
  ElementRef,
  inject,
  Injector,
  input,
  model,
  signal,
  viewChild,
} from '@angular/core';
import { foldCase } from '@signpost/domain';
import { SelectOption } from '../menus/select-option';
import { FieldControl } from './field';
import { Icon } from '../icon';
import { numberFormat, Words } from '../words/index';
import { composes } from '../focus/composes';

let nextId = 0;

/** Further options are found by typing: rendering thousands of rows would block the page. */
const MOST_SHOWN = 100;

/** Chooses one of many by typing a part of its name. The empty value is a choice of its own (`none`). */
@Component({
  selector: 'sp-combobox',
  imports: [CdkConnectedOverlay, CdkOverlayOrigin, Icon],
  providers: [{ provide: FieldControl, useExisting: Combobox }],
  template: `
    <div class="wrap" cdkOverlayOrigin #origin="cdkOverlayOrigin">
      <input
        #field
        class="sp-input"
        role="combobox"
        autocomplete="off"
        dir="auto"
        aria-autocomplete="list"
        [id]="controlId"
        [value]="open() ? query() : chosenLabel()"
        [placeholder]="value() && !chosenLabel() ? '…' : none()"
        [attr.aria-expanded]="open()"
        [attr.aria-controls]="listId"
        [attr.aria-activedescendant]="open() && shown()[active()] ? listId + '-' + active() : null"
        [attr.aria-describedby]="describedBy()"
        [attr.aria-invalid]="invalid() || null"
        (input)="search(field.value)"
        (focus)="field.select()"
        (click)="show()"
        (blur)="leave()"
        (keydown)="key($event)"
      />
      <sp-icon name="chevron-down" [size]="14" />
      <span class="sr-only" role="status">{{ open() ? news() : '' }}</span>
    </div>
    <ng-template
      cdkConnectedOverlay
      [cdkConnectedOverlayOrigin]="origin"
      [cdkConnectedOverlayOpen]="open()"
      [cdkConnectedOverlayWidth]="width()"
      (detach)="hide()"
    >
      <ul #list class="sp-options" role="listbox" [id]="listId" [attr.aria-label]="words.t('ui.choices')">
        @for (option of shown(); track option.value; let i = $index) {
          <li
            role="option"
            [id]="listId + '-' + i"
            [attr.aria-selected]="option.value === value()"
            [class.active]="i === active()"
            (mousedown)="$event.preventDefault(); choose(option)"
          >
            <span dir="auto">{{ option.label }}</span>
          </li>
        }
        @if (news(); as text) {
          <!-- Not announced: the status element says the same, and exists before this text. -->
          <li class="none" aria-hidden="true">{{ text }}</li>
        }
      </ul>
    </ng-template>
  `,
  styles: `
    .wrap {
      position: relative;
    }
    .sp-input {
      inline-size: 100%;
      padding-inline-end: 28px;
    }
    .wrap sp-icon {
      position: absolute;
      inset-block-start: 50%;
      inset-inline-end: 8px;
      translate: 0 -50%;
      color: var(--ink-2);
      pointer-events: none;
    }
  `,
})
export class Combobox implements FieldControl {
  readonly value = model('');
  readonly options = input.required<readonly SelectOption[]>();
  /** Label of the empty value: the field's text when nothing is chosen, and the first choice of the list. */
  readonly none = input('');
  /** An extra option below the matches, made from the typed text; null offers none. */
  readonly offer = input<(typed: string) => SelectOption | null>(() => null);

  protected readonly words = inject(Words);
  private readonly injector = inject(Injector);
  protected readonly open = signal(false);
  protected readonly query = signal('');
  /** Index of the option that Enter takes; -1 while the chosen one is not among those shown. */
  protected readonly active = signal(0);
  protected readonly width = signal(240);
  /** Whether the user has typed since the list opened; opening empties the field. */
  private hasTyped = false;
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  private readonly list = viewChild<ElementRef<HTMLElement>>('list');
  readonly controlId = `sp-combobox-${nextId++}`;
  readonly describedBy = signal<string | null>(null);
  readonly invalid = signal(false);
  protected readonly listId = `${this.controlId}-list`;

  /** The option chosen last: one that came from `offer` need not be among the options. */
  private readonly taken = signal<SelectOption | null>(null);
  protected readonly chosenLabel = computed(() => {
    const isChosen = ({ value }: SelectOption): boolean => value === this.value();
    return [...this.options(), ...asList(this.taken())].find(isChosen)?.label ?? '';
  });
  private readonly found = computed(() => {
    const query = foldCase(this.query());
    const found = this.options().filter(({ label }) => foldCase(label).includes(query));
    return query || !this.none() ? found : [{ value: '', label: this.none() }, ...found];
  });
  private readonly offered = computed(() => {
    const typed = this.query().trim();
    return typed ? this.offer()(typed) : null;
  });
  protected readonly shown = computed(() => [...this.found().slice(0, MOST_SHOWN), ...asList(this.offered())]);
  /** How many further options match besides those shown, formatted; null when there are none. */
  protected readonly hidden = computed(() => {
    const count = this.found().length - MOST_SHOWN;
    return count > 0 ? numberFormat(this.words.locale()).format(count) : null;
  });

  /** Text of the live region besides the choices. */
  protected readonly news = computed(() => {
    if (this.shown().length === 0) return this.words.t('ui.nothingFound');
    const count = this.hidden();
    return count === null ? '' : this.words.t('ui.moreChoices', { count });
  });

  protected show(): void {
    this.width.set(this.field().nativeElement.offsetWidth);
    if (this.open()) return;
    this.query.set('');
    this.hasTyped = false;
    // Enter on a list that has just been opened keeps the current choice.
    this.active.set(this.value() ? this.shown().findIndex(({ value }) => value === this.value()) : 0);
    this.open.set(true);
    afterNextRender(() => this.reveal(), { injector: this.injector });
  }

  protected search(text: string): void {
    this.show();
    this.query.set(text);
    this.hasTyped = true;
    this.active.set(0);
  }

  protected hide(): void {
    this.open.set(false);
    this.field().nativeElement.value = this.chosenLabel();
  }

  protected choose(option: SelectOption): void {
    this.taken.set(option);
    this.value.set(option.value);
    this.hide();
  }

  /** Leaving the field chooses what was typed if it identifies one option; otherwise nothing changes. */
  protected leave(): void {
    const option = this.open() && this.hasTyped ? this.meant() : undefined;
    if (option) this.choose(option);
    else this.hide();
  }

  /**
   * The option with exactly the typed name, else the only one that contains it, else the extra option. An emptied field
   * means `none`, where that is a choice.
   */
  private meant(): SelectOption | undefined {
    const typed = foldCase(this.query().trim());
    if (!typed) return this.none() ? { value: '', label: this.none() } : undefined;
    const containing = this.options().filter(({ label }) => foldCase(label).includes(typed));
    const exact = containing.filter(({ label }) => foldCase(label) === typed);
    const [first, ...others] = exact.length ? exact : containing;
    return others.length ? undefined : (first ?? this.offered() ?? undefined);
  }

  protected key(event: KeyboardEvent): void {
    // While an input method is composing a word, the keys belong to it.
    if (composes(event)) return;
    const last = this.shown().length - 1;
    switch (event.key) {
      case 'ArrowDown':
        if (!this.open()) this.show();
        else this.active.update((i) => Math.min(i + 1, last));
        break;
      case 'ArrowUp':
        this.active.update((i) => Math.max(i - 1, 0));
        break;
      case 'Enter': {
        const option = this.shown()[this.active()];
        if (!this.open() || (!option && this.active() >= 0)) return;
        if (option) this.choose(option);
        else this.hide();
        break;
      }
      case 'Escape':
        if (!this.open()) return;
        event.stopPropagation();
        this.hide();
        break;
      default:
        return;
    }
    event.preventDefault();
    this.reveal();
  }

  private reveal(): void {
    this.list()?.nativeElement.children[this.active()]?.scrollIntoView({ block: 'nearest' });
  }
}

function asList<T>(one: T | null): readonly T[] {
  return one === null ? [] : [one];
}
