import { Component, inject, input, linkedSignal } from '@angular/core';
import { Switch } from '@signpost/ui';
import { SessionStore } from '../session';
import { InOrder } from './in-order';
import { Problems, toProblem } from './problem';

/** A switch of a setting, saved when it is pressed. A refusal takes it back and is reported. */
@Component({
  selector: 'app-saved-switch',
  imports: [Switch],
  template: `<sp-switch [label]="label()" [hint]="hint()" [checked]="isOn()" (checkedChange)="save($event)" />`,
})
export class SavedSwitch {
  readonly label = input.required<string>();
  readonly hint = input('');
  /** The setting as the session has it; the session is renewed after saving. */
  readonly value = input.required<boolean>();
  /** Sends the setting. */
  readonly send = input.required<(isOn: boolean) => Promise<unknown>>();
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly order = new InOrder();
  private unanswered = 0;
  private hasEnded = false;
  protected readonly isOn = linkedSignal(() => this.value());

  protected async save(isOn: boolean): Promise<void> {
    this.isOn.set(isOn);
    this.hasEnded = false;
    this.unanswered += 1;
    try {
      await this.order.run('', () => this.send()(isOn));
    } catch (error) {
      this.isOn.set(!isOn);
      this.problems.toast(error);
      this.hasEnded = toProblem(error).code === 'unauthenticated';
    }
    this.unanswered -= 1;
    // Nobody's session would take the page away, with what is typed on it.
    if (this.unanswered === 0 && !this.hasEnded) await this.session.load();
  }
}
