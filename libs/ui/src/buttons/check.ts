import { Component, input, model } from '@angular/core';

let nextId = 0;

/** A checkbox with its label; `indeterminate` when only some of the items that it stands for are chosen. */
@Component({
  selector: 'sp-checkbox',
  template: `<label [attr.for]="id" [class.hidden-label]="hideLabel()">
    <input
      #box
      type="checkbox"
      [id]="id"
      [checked]="checked()"
      [indeterminate]="indeterminate()"
      (change)="checked.set(box.checked)"
    />
    <span [class.sr-only]="hideLabel()">{{ label() }}</span>
  </label>`,
  styleUrl: './check.css',
})
export class Checkbox {
  readonly label = input.required<string>();
  readonly hideLabel = input(false);
  readonly checked = model(false);
  readonly indeterminate = input(false);
  protected readonly id = `sp-check-${nextId++}`;
}

/** An on/off switch that takes effect immediately, with an optional line that describes its effect. */
@Component({
  selector: 'sp-switch',
  template: `<label [attr.for]="id">
    <input
      #box
      type="checkbox"
      role="switch"
      class="switch"
      [id]="id"
      [checked]="checked()"
      [attr.aria-describedby]="hint() ? id + '-hint' : null"
      (change)="checked.set(box.checked)"
    />
    <span class="text">
      <span>{{ label() }}</span>
      @if (hint()) {
        <span class="hint" [id]="id + '-hint'">{{ hint() }}</span>
      }
    </span>
  </label>`,
  styleUrl: './check.css',
})
export class Switch {
  readonly label = input.required<string>();
  readonly hint = input('');
  readonly checked = model(false);
  protected readonly id = `sp-switch-${nextId++}`;
}
