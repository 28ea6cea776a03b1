import { Component, effect, inject, input, output, untracked } from '@angular/core';
import { LIMITS } from '@signpost/contracts';
import { Autofocus, Button, composes, IconButton } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { FormFailure } from '../../../platform/requests/form-failure';
import { Problems } from '../../../platform/requests/problem';
import { I18n } from '../../../platform/words/i18n';

/** The field for the name of a saved view. A file of its own, which the list of links only loads when it is needed. */
@Component({
  selector: 'app-view-name',
  imports: [Autofocus, Button, Field, FormFailure, IconButton, Input],
  template: `
    <form (submit)="$event.preventDefault(); save()" (keydown.escape)="stop($event)">
      <app-form-failure [text]="form.failure()" />
      <sp-field [label]="label()" [error]="form.error('name')" hideLabel>
        <input
          spInput
          spAutofocus
          dir="auto"
          autocomplete="off"
          [attr.maxlength]="limits.viewNameLength"
          [placeholder]="i18n.t('links.views.name')"
          [(value)]="form.f.name"
        />
      </sp-field>
      <button spButton type="submit" [busy]="form.busy()">{{ i18n.t('ui.save') }}</button>
      <button spIconButton icon="x" [label]="i18n.t('ui.cancel')" [describes]="false" (click)="stop()"></button>
    </form>
  `,
  styles: `
    form {
      display: flex;
      flex-wrap: wrap;
      align-items: flex-start;
      gap: 4px;
    }
    app-form-failure {
      flex-basis: 100%;
    }
    sp-field {
      inline-size: 160px;
    }
  `,
})
export class ViewName {
  readonly label = input.required<string>();
  /** The name so far; empty for a new view. */
  readonly name = input.required<string>();
  /** Whether another view has the name. */
  readonly isTaken = input.required<(name: string) => boolean>();
  readonly send = input.required<(name: string) => Promise<void>>();
  /** The name was saved, or is left as it was. */
  readonly done = output();

  protected readonly i18n = inject(I18n);
  private readonly problems = inject(Problems);
  protected readonly limits = LIMITS;
  protected readonly form = new FormModel({ name: '' });

  constructor() {
    effect(() => {
      const name = this.name();
      untracked(() => this.form.reset({ name }));
    });
  }

  protected async save(): Promise<void> {
    const name = this.form.f.name().trim();
    if (this.form.busy()) return;
    if (name !== '' && name === this.name()) {
      this.done.emit();
      return;
    }
    const fault = name === '' ? 'ui.required' : this.isTaken()(name) ? 'links.views.taken' : null;
    if (fault !== null) {
      this.form.fail({ name: this.i18n.t(fault) });
      return;
    }
    await this.form.send(
      () => this.send()(name),
      (error) => this.problems.intoForm(error, this.form),
    );
  }

  protected stop(event?: Event): void {
    // While an input method is composing, Escape only cancels the composition.
    if (event === undefined || !composes(event)) this.done.emit();
  }
}
