import { CdkOverlayOrigin } from '@angular/cdk/overlay';
import { Component, computed, input, signal } from '@angular/core';
import { Button, type SelectOption } from '@signpost/ui';
import { Combobox, Field } from '@signpost/ui/forms';
import { Popover } from '@signpost/ui/overlay';

/** An action on the picked item. */
export interface PickAction {
  readonly label: string;
  readonly run: (picked: SelectOption) => void;
  /** Action for a new item of that name; without it, the action needs an existing item. */
  readonly create?: (name: string) => void;
}

/** Prefix of the value for a new item, followed by its name. No id begins with it. */
const NEW = '+';

/** A button that asks for one item of many (a workspace may have hundreds of tags) and then for an action on it. */
@Component({
  selector: 'app-bulk-pick',
  imports: [Button, CdkOverlayOrigin, Combobox, Field, Popover],
  template: `
    <button
      spButton
      small
      cdkOverlayOrigin
      #origin="cdkOverlayOrigin"
      aria-haspopup="dialog"
      [attr.aria-expanded]="open()"
      [icon]="icon()"
      [busy]="busy()"
      (click)="toggle()"
    >
      {{ label() }}
    </button>
    <sp-popover [origin]="origin" [(open)]="open" [label]="label()">
      <div class="pick">
        <sp-field [label]="field()" [hint]="hint()">
          <sp-combobox [options]="options()" [none]="none()" [offer]="offer" [(value)]="value" />
        </sp-field>
        <div class="row">
          @for (action of actions(); track action.label) {
            <button spButton small [disabled]="!stepOf(action)" (click)="take(action)">{{ action.label }}</button>
          }
        </div>
      </div>
    </sp-popover>
  `,
  styles: `
    .pick {
      display: grid;
      gap: 12px;
      inline-size: min(300px, calc(100vw - 32px));
      padding: 16px;
    }
  `,
})
export class BulkPick {
  readonly label = input.required<string>();
  readonly icon = input.required<'tag' | 'flag' | 'user'>();
  /** Label of the field: the kind of item. */
  readonly field = input.required<string>();
  readonly hint = input<string | null>(null);
  readonly options = input.required<readonly SelectOption[]>();
  /** Label of the empty choice; without it, an item must be picked. */
  readonly none = input('');
  readonly actions = input.required<readonly PickAction[]>();
  /** Label of the choice for a new item, where an action can create it. */
  readonly newLabel = input<(name: string) => string>((name) => name);
  /** Whether a new item may have that name. */
  readonly mayBeName = input<(name: string) => boolean>(() => true);
  readonly busy = input(false);
  protected readonly open = signal(false);
  protected readonly value = signal('');
  protected readonly picked = computed<SelectOption | undefined>(
    () =>
      this.options().find(({ value }) => value === this.value()) ??
      (this.none() ? { value: '', label: this.none() } : undefined),
  );

  protected toggle(): void {
    this.value.set('');
    this.open.update((open) => !open);
  }

  protected readonly offer = (name: string): SelectOption | null => {
    const isThere = this.options().some(({ label }) => label.toLowerCase() === name.toLowerCase());
    const mayMake = this.mayBeName()(name) && this.actions().some(({ create }) => create);
    return mayMake && !isThere ? { value: NEW + name, label: this.newLabel()(name) } : null;
  };

  /** The action on the current choice; undefined when it is not possible. */
  protected stepOf({ run, create }: PickAction): (() => void) | undefined {
    const value = this.value();
    if (value.startsWith(NEW)) return create && (() => create(value.slice(NEW.length)));
    const picked = this.picked();
    return picked && (() => run(picked));
  }

  protected take(action: PickAction): void {
    const step = this.stepOf(action);
    if (!step) return;
    this.open.set(false);
    step();
  }
}
