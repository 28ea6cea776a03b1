import { CdkOverlayOrigin } from '@angular/cdk/overlay';
import { Component, computed, input, signal } from '@angular/core';
import { Button, type SelectOption } from '@signpost/ui';
import { Combobox, Field } from '@signpost/ui/forms';
import { Popover } from '@signpost/ui/overlay';

/** What can be done with the one that was picked. */
export interface PickAction {
  readonly label: string;
  readonly run: (picked: SelectOption) => void;
}

/** A button that asks for one of many (a workspace may have hundreds of tags) and then what to do with it. */
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
        <sp-field [label]="field()">
          <sp-combobox [options]="options()" [none]="none()" [(value)]="value" />
        </sp-field>
        <div class="row">
          @for (action of actions(); track action.label) {
            <button spButton small [disabled]="!picked()" (click)="take(action)">{{ action.label }}</button>
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
  readonly icon = input.required<'tag' | 'flag'>();
  /** Name of the field: what one of them is called. */
  readonly field = input.required<string>();
  readonly options = input.required<readonly SelectOption[]>();
  /** What picking nothing means; without it nothing cannot be picked. */
  readonly none = input('');
  readonly actions = input.required<readonly PickAction[]>();
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

  protected take(action: PickAction): void {
    const picked = this.picked();
    if (!picked) return;
    this.open.set(false);
    action.run(picked);
  }
}
