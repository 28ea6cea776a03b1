import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, effect, inject, Injectable, Injector, Signal, signal } from '@angular/core';
import { firstValueFrom } from 'rxjs';
import { Button } from '../buttons/button';
import { DialogFrame, Dialogs } from './dialog';
import { Words } from '../words/index';

/** Texts of a question before an irreversible step. */
export interface Confirmation {
  readonly heading: string;
  readonly text: string;
  /** The verb on the button: "Delete workspace", never "OK". */
  readonly action: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  /** When given, this name must be typed before the button works. */
  readonly typed?: { readonly name: string; readonly label: string };
}

/** Asks before actions that cannot be undone. All other actions are done at once and offer Undo. */
@Injectable({ providedIn: 'root' })
export class Confirm {
  private readonly dialogs = inject(Dialogs);
  private readonly injector = inject(Injector);

  /** True when the user chose the action. Where `applies` becomes false, the question closes as unanswered. */
  async ask(question: Confirmation, applies?: Signal<boolean>): Promise<boolean> {
    const ref = this.dialogs.open<boolean, Confirmation, ConfirmDialog>(ConfirmDialog, question);
    const withdraw = (): void => {
      if (!applies?.()) ref.close(false);
    };
    const watch = applies && effect(withdraw, { injector: this.injector });
    const answer = await firstValueFrom(ref.closed, { defaultValue: false });
    watch?.destroy();
    return answer === true;
  }
}

@Component({
  selector: 'sp-confirm-dialog',
  imports: [Button, DialogFrame],
  template: `
    <form (submit)="$event.preventDefault(); allowed() && ref.close(true)">
      <sp-dialog [heading]="question.heading" (closed)="ref.close(false)">
        <div class="stack">
          <p>{{ question.text }}</p>
          @if (question.typed; as wanted) {
            <!-- A plain input instead of sp-field: every page would have to load that for two questions. -->
            <label class="typed">
              {{ wanted.label }}
              <input #box class="sp-input" autocomplete="off" [value]="typed()" (input)="typed.set(box.value)" />
            </label>
          }
        </div>
        <ng-container dialogActions>
          <button spButton type="button" (click)="ref.close(false)">
            {{ question.cancel ?? words.t('ui.cancel') }}
          </button>
          <button spButton type="submit" [variant]="question.danger ? 'danger' : 'primary'" [disabled]="!allowed()">
            {{ question.action }}
          </button>
        </ng-container>
      </sp-dialog>
    </form>
  `,
  styles: `
    .typed {
      display: grid;
      gap: 6px;
      font-weight: 550;
    }
    .typed input {
      font-weight: 400;
    }
  `,
})
class ConfirmDialog {
  protected readonly question = inject<Confirmation>(DIALOG_DATA);
  protected readonly ref = inject<DialogRef<boolean>>(DialogRef);
  protected readonly words = inject(Words);
  protected readonly typed = signal('');
  protected readonly allowed = computed(() => {
    const name = this.question.typed?.name;
    // Copied from the label, it may bring the marks that isolate it there.
    return name === undefined || [name, `\u2068${name}\u2069`].includes(this.typed().trim());
  });
}
