import {
  booleanAttribute,
  Component,
  computed,
  contentChild,
  Directive,
  effect,
  ElementRef,
  inject,
  input,
  model,
  Signal,
  signal,
} from '@angular/core';
import { Icon } from '../icon';
import { SelectOption } from '../select-option';
import { Words } from '../words/index';

let nextId = 0;

/** Lets a field tie its label, hint and error to whatever control stands in it. */
export abstract class FieldControl {
  abstract readonly controlId: string;
  abstract readonly describedBy: { set(ids: string | null): void };
  abstract readonly invalid: { set(invalid: boolean): void };
  /** Key of the words for what stands in the control and is no value, such as half a date; null when nothing does. */
  readonly complaint?: Signal<string | null>;
}

/**
 * Label, hint and error around one control. The error replaces nothing: both hint and error are read with the control.
 */
@Component({
  selector: 'sp-field',
  imports: [Icon],
  template: `
    <div class="head">
      <label [attr.for]="control()?.controlId" [class.sr-only]="hideLabel()">{{ label() }}</label>
      @if (optional()) {
        <span class="optional">{{ words.t('ui.optional') }}</span>
      }
      <ng-content select="[fieldAside]" />
    </div>
    <ng-content />
    @if (shownError(); as text) {
      <p class="error" [id]="errorId"><sp-icon name="circle-alert" [size]="14" />{{ text }}</p>
    }
    @if (hint(); as text) {
      <p class="hint" [id]="hintId">{{ text }}</p>
    }
    <ng-content select="[fieldAfter]" />
  `,
  styles: `
    :host {
      display: grid;
      gap: 4px;
      align-content: start;
      min-inline-size: 0;
    }
    .head {
      display: flex;
      align-items: baseline;
      gap: 8px;
    }
    .head:has(.sr-only:only-child) {
      display: contents;
    }
    label {
      font-size: 13px;
      font-weight: 550;
    }
    .optional,
    .hint {
      color: var(--ink-2);
      font-size: 12px;
      line-height: 16px;
    }
    .error {
      display: flex;
      gap: 4px;
      color: var(--stop);
      font-size: 12px;
      line-height: 16px;
    }
    .error sp-icon {
      margin-block-start: 1px;
    }
  `,
})
export class Field {
  readonly label = input.required<string>();
  readonly hint = input<string | null>(null);
  readonly error = input<string | null>(null);
  readonly optional = input(false, { transform: booleanAttribute });
  readonly hideLabel = input(false, { transform: booleanAttribute });

  protected readonly words = inject(Words);
  protected readonly control = contentChild(FieldControl, { descendants: true });
  /** What the control itself complains about comes first: no error of a form was about that. */
  protected readonly shownError = computed(() => {
    const complaint = this.control()?.complaint?.();
    return complaint ? this.words.t(complaint) : this.error();
  });
  private readonly id = `sp-field-${nextId++}`;
  protected readonly errorId = `${this.id}-error`;
  protected readonly hintId = `${this.id}-hint`;

  constructor() {
    effect(() => {
      const ids = [this.shownError() ? this.errorId : '', this.hint() ? this.hintId : ''].filter(Boolean).join(' ');
      this.control()?.describedBy.set(ids || null);
      this.control()?.invalid.set(Boolean(this.shownError()));
    });
  }
}

/** What to ask for where a control of this type holds something that is no value. */
const COMPLAINTS: Readonly<Record<string, string>> = { 'datetime-local': 'ui.enterDateTime', number: 'ui.enterNumber' };

/** A native text control bound to a signal: `<input spInput [(value)]="form.f.title" />`. */
@Directive({
  selector: 'input[spInput], textarea[spInput]',
  providers: [{ provide: FieldControl, useExisting: Input }],
  host: {
    class: 'sp-input',
    '[id]': 'controlId',
    '(input)': 'read()',
    '(keyup)': 'mend()',
    '(blur)': 'isComplete()',
    '[attr.aria-describedby]': 'describedBy()',
    '[attr.aria-invalid]': 'invalid() || null',
  },
})
export class Input implements FieldControl {
  readonly value = model('');
  private readonly box = inject<ElementRef<HTMLInputElement | HTMLTextAreaElement>>(ElementRef).nativeElement;
  /** Whether the control was last seen with a part of a value, which it gives as an empty text. */
  private readonly partial = signal(false);
  readonly complaint = computed(() => (this.partial() ? (COMPLAINTS[this.box.type] ?? null) : null));
  readonly controlId = `sp-input-${nextId++}`;
  readonly describedBy = signal<string | null>(null);
  readonly invalid = signal(false);

  constructor() {
    effect(() => {
      const value = this.value();
      // Only what comes from elsewhere: half a date reads as '', and writing that back would take the other half too.
      if (this.box.value !== value) this.box.value = value;
      this.isComplete();
    });
  }

  /**
   * Looks whether all that stands in the control is in `value`; if not, its field says so from now on. To be asked before
   * sending: browsers report no change while somebody fills in the parts of a date.
   */
  isComplete(): boolean {
    const isPartial = this.box.validity.badInput;
    this.partial.set(isPartial);
    return !isPartial;
  }

  protected read(): void {
    this.value.set(this.box.value);
    this.isComplete();
  }

  /** Takes the complaint back at once: emptying the last part of a date is no change for the browser either. */
  protected mend(): void {
    if (this.partial()) this.isComplete();
  }
}

/** A native select bound to a signal. Options are given as data, so that the chosen one shows whenever they arrive. */
@Component({
  selector: 'select[spSelect]',
  providers: [{ provide: FieldControl, useExisting: Select }],
  template: `@for (option of options(); track option.value) {
    <option [value]="option.value" [selected]="option.value === value()">{{ option.label }}</option>
  }`,
  host: {
    class: 'sp-input sp-select',
    '[id]': 'controlId',
    '(change)': 'read($event)',
    '[attr.aria-describedby]': 'describedBy()',
    '[attr.aria-invalid]': 'invalid() || null',
  },
})
export class Select implements FieldControl {
  readonly value = model('');
  readonly options = input.required<readonly SelectOption[]>();
  readonly controlId = `sp-select-${nextId++}`;
  readonly describedBy = signal<string | null>(null);
  readonly invalid = signal(false);

  protected read(event: Event): void {
    this.value.set((event.target as HTMLSelectElement).value);
  }
}
