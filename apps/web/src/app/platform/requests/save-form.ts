import { Component, ElementRef, inject, input, viewChild } from '@angular/core';
import { onceLost } from '@signpost/ui';
import type { FormModel } from '@signpost/ui/forms';
import { Toasts } from '@signpost/ui/toasts';
import { errorRevealer } from '../reveal-error';
import { SessionStore } from '../session';
import { FormFailure } from './form-failure';
import { Problems } from './problem';
import { SaveButton } from './save-button';

/**
 * The form of a settings section: errors, fields (projected), save button. It sends only what has changed, shows errors
 * at their fields and focuses the first, and renews the session, which contains what was saved.
 */
@Component({
  selector: 'app-save-form',
  imports: [FormFailure, SaveButton],
  template: `<form #frame class="stack card-pad" (submit)="$event.preventDefault(); save()">
    <ng-content select="[formBefore]" />
    <app-form-failure [text]="model().failure()" />
    <ng-content />
    <div class="row">
      <app-save-button [fit]="model().dirty()" [busy]="model().busy()" />
    </div>
  </form>`,
})
export class SaveForm<T extends object> {
  readonly model = input.required<FormModel<T>>();
  /** Sends the form; resolves to its saved content. */
  readonly send = input.required<() => Promise<T>>();
  /** What the toast says afterwards. */
  readonly done = input.required<string>();

  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly revealError = errorRevealer();
  private readonly frame = viewChild.required<ElementRef<HTMLElement>>('frame');

  protected async save(): Promise<void> {
    const model = this.model();
    if (!model.dirty()) return;
    await model.send(
      async () => {
        model.reset(await this.send()());
        // Without a change the button is disabled, and so loses the focus.
        onceLost(() => this.frame().nativeElement.querySelector<HTMLElement>('.sp-input'));
        await this.session.load();
        this.toasts.done(this.done());
      },
      (error) => {
        this.problems.intoForm(error, model);
        this.revealError();
      },
    );
  }
}
