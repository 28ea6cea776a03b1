import {
  afterNextRender,
  booleanAttribute,
  Component,
  computed,
  contentChild,
  Directive,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  model,
  Signal,
  signal,
} from '@angular/core';
import { dateFormat, Words } from '../words/index';
import { FieldError } from './field-error';
import { momentOfSkipped } from './skipped-time';

let nextId = 0;

/** Lets a field connect its label, hint and error to the control inside of it. */
export abstract class FieldControl {
  abstract readonly controlId: string;
  abstract readonly describedBy: { set(ids: string | null): void };
  abstract readonly invalid: { set(invalid: boolean): void };
  /**
   * What is wrong with the content of the control, such as a partial date, as text for the user; null when nothing is.
   */
  readonly complaint?: Signal<string | null>;
  /**
   * For a local time that does not exist because clocks are set forward: the moment that it is taken as; null for any
   * other.
   */
  readonly moved?: Signal<Date | null>;
}

/**
 * Label, hint and error around one control. The error replaces nothing: hint and error are both read with the control.
 */
@Component({
  selector: 'sp-field',
  imports: [FieldError],
  template: `
    <div class="head">
      <label [attr.for]="control()?.controlId" [class.sr-only]="hideLabel()">{{ label() }}</label>
      @if (optional()) {
        <span class="optional">{{ words.t('ui.optional') }}</span>
      }
      <ng-content select="[fieldAside]" />
    </div>
    <ng-content />
    <sp-field-error [errorId]="errorId" [label]="label()" [text]="shownError()" />
    @if (remark(); as text) {
      <p class="hint" [id]="remarkId" role="status">{{ text }}</p>
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
      font-size: 0.8125rem;
      font-weight: 550;
    }
    .optional,
    .hint {
      color: var(--ink-2);
      font-size: 0.75rem;
      line-height: 1rem;
    }

    .optional {
      flex: none;
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
  /** The control's own complaint comes first: an error of the form was not about this content. */
  protected readonly shownError = computed(() => this.control()?.complaint?.() ?? this.error());
  /** A value that is interpreted differently from what it says is pointed out, not refused. */
  protected readonly remark = computed(() => {
    const moment = this.control()?.moved?.();
    const time = moment && dateFormat(this.words.locale(), { timeStyle: 'short' }).format(moment);
    return time ? this.words.t('ui.skippedTime', { time }) : null;
  });
  private readonly id = `sp-field-${nextId++}`;
  protected readonly errorId = `${this.id}-error`;
  protected readonly remarkId = `${this.id}-remark`;
  protected readonly hintId = `${this.id}-hint`;

  constructor() {
    effect(() => {
      const ids = [
        this.shownError() ? this.errorId : '',
        this.remark() ? this.remarkId : '',
        this.hint() ? this.hintId : '',
      ]
        .filter(Boolean)
        .join(' ');
      this.control()?.describedBy.set(ids || null);
      this.control()?.invalid.set(Boolean(this.shownError()));
    });
  }
}

/** Checks what is typed in an {@link Input} on the same element, before the form is sent. */
export abstract class InputValidator {
  /** What is wrong with a non-empty value, as text for the user; null when nothing is. */
  abstract objection(value: string): string | null;
}

/** Message keys for partial content of a control of this type that is not a value yet. */
const PARTIAL: Readonly<Record<string, string>> = {
  'datetime-local': 'ui.enterDateTime',
  date: 'ui.enterDate',
  number: 'ui.enterNumber',
};

/**
 * A native text control bound to a signal: `<input spInput [(value)]="form.f.title" />`. Violations of `required` and
 * `type` are shown in its field when the form is sent, with our messages instead of the browser's; objections of an
 * {@link InputValidator} are shown when the control is left.
 */
@Directive({
  selector: 'input[spInput], textarea[spInput]',
  providers: [{ provide: FieldControl, useExisting: Input }],
  host: {
    class: 'sp-input',
    '[id]': 'controlId',
    '(input)': 'read()',
    '(keyup)': 'mend()',
    '(blur)': 'leave()',
    '(change)': 'isLeft.set(true)',
    '(invalid)': 'refuse($event)',
    '[attr.aria-describedby]': 'describedBy()',
    '[attr.aria-invalid]': 'invalid() || null',
  },
})
export class Input implements FieldControl {
  readonly value = model('');
  private readonly box = inject<ElementRef<HTMLInputElement | HTMLTextAreaElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  private readonly words = inject(Words);
  private readonly validator = inject(InputValidator, { optional: true, self: true });
  private readonly fault = signal<string | null>(null);
  /** Whether the user has left the control; from then on it is checked until it is valid. */
  protected readonly isLeft = signal(false);
  private readonly objection = computed(() => (this.value().trim() && this.validator?.objection(this.value())) || null);
  readonly complaint = computed(() => {
    const fault = this.fault();
    if (fault) return this.words.t(fault);
    return this.isLeft() ? this.objection() : null;
  });
  readonly moved = computed(() => (this.box.type === 'datetime-local' ? momentOfSkipped(this.value()) : null));
  readonly controlId = `sp-input-${nextId++}`;
  readonly describedBy = signal<string | null>(null);
  readonly invalid = signal(false);

  constructor() {
    // Password managers and scripts fill in fields without any event: what is there when the form is sent counts. Heard
    // before the form's own listener; a removed control has no form any more.
    const catchUp = (): void => {
      if (this.box.form && this.box.value !== this.value()) this.read();
    };
    afterNextRender(() => this.box.form?.addEventListener('submit', catchUp, true));
    effect(() => {
      const value = this.value();
      // Only for changes from outside: a partial date reads as '', and writing that back would delete the remaining
      // parts.
      if (this.box.value !== value) this.box.value = value;
      if (this.isLeft() && !this.objection()) this.isLeft.set(false);
      this.isComplete();
    });
  }

  /**
   * Checks whether the whole content of the control is in `value`; if not, its field shows an error from then on. To be
   * called before sending: browsers fire no event while a user fills in the parts of a date.
   */
  isComplete(): boolean {
    const isPartial = this.box.validity.badInput;
    this.fault.set(isPartial ? (PARTIAL[this.box.type] ?? null) : null);
    return !isPartial;
  }

  protected read(): void {
    this.value.set(this.box.value);
    this.isComplete();
  }

  /**
   * Withdraws a complaint about a partial value at once: browsers fire no change event when the last part of a date is
   * deleted.
   */
  protected mend(): void {
    if (this.fault() === PARTIAL[this.box.type]) this.isComplete();
  }

  protected leave(): void {
    // Keep an error about a missing value: leaving the control does not resolve it.
    if (this.fault() === null) this.isComplete();
  }

  /** The browser refuses to submit the form: focuses the first invalid control. */
  protected refuse(event: Event): void {
    event.preventDefault();
    const { validity, form, type } = this.box;
    if (validity.badInput) this.fault.set(PARTIAL[type] ?? null);
    else this.fault.set(validity.valueMissing ? 'ui.required' : type === 'email' ? 'ui.enterEmail' : null);
    const first = [...(form?.elements ?? [])].find((field) => !(field as HTMLInputElement).validity.valid);
    // After rendering, so that the error is read together with the control.
    if (first === this.box) afterNextRender(() => this.box.focus(), { injector: this.injector });
  }
}
