import { Component, inject, input, linkedSignal } from '@angular/core';
import { Switch } from '@signpost/ui';
import { firstValueFrom, Observable } from 'rxjs';
import { SessionStore } from '../session';
import { InOrder } from './in-order';
import { Problems } from './problem';

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
  readonly send = input.required<(isOn: boolean) => Observable<unknown>>();
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly order = new InOrder();
  private unanswered = 0;
  protected readonly isOn = linkedSignal(() => this.value());

  protected async save(isOn: boolean): Promise<void> {
    this.isOn.set(isOn);
    this.unanswered += 1;
    try {
      await this.order.run('', () => firstValueFrom(this.send()(isOn)));
    } catch (error) {
      this.isOn.set(!isOn);
      this.problems.toast(error);
    }
    this.unanswered -= 1;
    if (this.unanswered === 0) await this.session.load();
  }
}
