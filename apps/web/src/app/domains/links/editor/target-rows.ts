import { afterNextRender, Component, computed, ElementRef, inject, Injector, input, model } from '@angular/core';
import { Button, IconButton, SelectOption } from '@signpost/ui';
import { Combobox, Field } from '@signpost/ui/forms';
import { I18n } from '../../../platform/words/i18n';
import { DestinationBox } from './destination-box';
import { TargetRow } from './link-form';

let nextId = 0;

/** With more kinds than this, the kind is chosen by typing. */
const FEW = 12;

/** Rules "visitors of this kind go to this URL", one per row and one per kind. */
@Component({
  selector: 'app-target-rows',
  imports: [Button, Combobox, DestinationBox, Field, IconButton],
  template: `
    @for (row of rows(); track $index; let i = $index) {
      @let problem = error()(row, i);
      <div class="row">
        @if (isLong()) {
          <sp-field [label]="kindLabel()" [hideLabel]="true">
            <sp-combobox [options]="free()[i] ?? []" [value]="row.key" (valueChange)="set(i, { key: $event })" />
          </sp-field>
        } @else {
          <select
            class="sp-input sp-select"
            [attr.aria-label]="kindLabel()"
            #kind
            (change)="set(i, { key: kind.value })"
          >
            @for (option of options(); track option.value) {
              <option
                [value]="option.value"
                [selected]="option.value === row.key"
                [disabled]="option.value !== row.key && used().has(option.value)"
              >
                {{ option.label }}
              </option>
            }
          </select>
        }
        <input
          class="sp-input"
          appDestinationBox
          inputmode="url"
          autocomplete="off"
          spellcheck="false"
          #url
          [value]="row.url"
          [placeholder]="'https://'"
          [attr.aria-label]="i18n.t('links.field.targetUrl', { name: nameOf(row) })"
          [attr.aria-invalid]="problem ? true : null"
          [attr.aria-describedby]="problem ? errorId(i) : null"
          (input)="set(i, { url: url.value })"
        />
        <button
          spIconButton
          icon="x"
          [label]="i18n.t('links.targeting.remove', { name: nameOf(row) })"
          [describes]="false"
          (click)="remove(i)"
        ></button>
      </div>
      @if (problem) {
        <p class="error" [id]="errorId(i)">{{ problem }}</p>
      }
    }
    @if (rows().length < max()) {
      <button spButton small class="add" type="button" icon="plus" (click)="add()">{{ addLabel() }}</button>
    }
  `,
  styles: `
    :host {
      display: grid;
      gap: 8px;
      justify-items: start;
    }
    .row {
      display: grid;
      grid-template-columns: minmax(120px, 180px) minmax(0, 1fr) auto;
      inline-size: 100%;
      gap: 8px;
    }
    .error {
      color: var(--stop);
      font-size: 0.75rem;
    }
    @media (max-width: 30em) {
      .row {
        grid-template-columns: minmax(0, 1fr) auto;
      }
      .row :is(select, sp-field) {
        grid-column: 1 / -1;
      }
    }
  `,
})
export class TargetRows {
  readonly rows = model.required<readonly TargetRow[]>();
  readonly options = input.required<readonly SelectOption[]>();
  readonly kindLabel = input.required<string>();
  readonly addLabel = input.required<string>();
  readonly max = input.required<number>();
  /** Message for a rule, or null. */
  readonly error = input.required<(row: TargetRow, index: number) => string | null>();
  protected readonly i18n = inject(I18n);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  private readonly id = `target-rows-${nextId++}`;
  /** Kinds that have a rule: a second rule would replace the first. */
  protected readonly used = computed(() => new Set(this.rows().map(({ key }) => key)));
  protected readonly isLong = computed(() => this.options().length > FEW);
  /** Kinds offered in each row: its own, and those without a rule. */
  protected readonly free = computed(() =>
    this.rows().map(({ key }) => this.options().filter(({ value }) => value === key || !this.used().has(value))),
  );

  protected errorId(index: number): string {
    return `${this.id}-error-${index}`;
  }

  /** Label of the kind of a rule. */
  protected nameOf({ key }: TargetRow): string {
    return this.options().find(({ value }) => value === key)?.label ?? (key || this.kindLabel());
  }

  /** Sets one half of a row; based on the current rows, because an earlier change need not be rendered yet. */
  protected set(index: number, half: Partial<TargetRow>): void {
    this.rows.update((rows) => rows.map((row, i) => (i === index ? { ...row, ...half } : row)));
  }

  protected remove(index: number): void {
    this.rows.update((rows) => rows.filter((_, i) => i !== index));
    this.focusRow(index - 1);
  }

  protected add(): void {
    const first = this.options().find(({ value }) => !this.used().has(value));
    if (!first) return;
    // No default: the first of two hundred countries is never meant.
    this.rows.update((rows) => [...rows, { key: this.isLong() ? '' : first.value, url: '' }]);
    this.focusRow(this.rows().length - 1);
  }

  /** Focuses a row once it is rendered; the add button when there is no such row. */
  private focusRow(index: number): void {
    const focus = (): void => {
      const row = this.host.querySelectorAll<HTMLElement>('.row :is(select, [role=combobox])')[index];
      (row ?? this.host.querySelector<HTMLElement>('.add'))?.focus();
    };
    afterNextRender(focus, { injector: this.injector });
  }
}
