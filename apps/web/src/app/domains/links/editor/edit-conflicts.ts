import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, Injectable, input, signal } from '@angular/core';
import { Button, Icon } from '@signpost/ui';
import { FormModel } from '@signpost/ui/forms';
import { DialogFrame, Dialogs } from '@signpost/ui/overlay';
import { firstValueFrom } from 'rxjs';
import { I18n } from '../../../platform/words/i18n';
import { Clash, Merged } from './merge-forms';

/** A conflict as text. */
export interface ClashText {
  readonly path: string;
  /** Name of the field. */
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  /** Author or time of the other change, if known. */
  readonly by: string | null;
}

/** A form of a record, with the record as it was when the form was opened and as it is now. */
interface Versions<T extends object> {
  readonly form: FormModel<T>;
  readonly before: T;
  readonly now: T;
  readonly merge: (yielded?: ReadonlySet<string>) => Merged<T>;
  readonly describe: (clashes: readonly Clash[]) => readonly ClashText[] | Promise<readonly ClashText[]>;
}

/** Detects changes by other users to a record that is open in a form. */
@Injectable({ providedIn: 'root' })
export class EditConflicts {
  private readonly dialogs = inject(Dialogs);
  private readonly i18n = inject(I18n);

  /**
   * Merges the current record into the form, so that the user's input remains as changes to it; asks where both have
   * changed the same field. Returns the fields whose value has changed, or null when the question was dismissed: then
   * the form is unchanged.
   */
  async takeInto<T extends object>({
    form,
    before,
    now,
    merge,
    describe: tell,
  }: Versions<T>): Promise<(keyof T)[] | null> {
    let merged = merge();
    if (merged.clashes.length > 0) {
      const clashes = await tell(merged.clashes);
      // The form is not being sent while the question is open.
      form.busy.set(false);
      const yielded = await this.chooseYielded(clashes);
      form.busy.set(true);
      if (!yielded) return null;
      merged = merge(yielded);
    }
    const mine = form.value();
    const renewed = (Object.keys(mine) as (keyof T)[]).filter((field) => !same(mine[field], merged.value[field]));
    if (renewed.length === 0 && same(before, now)) return [];
    await this.i18n.use('links');
    form.reset(now);
    form.patch(merged.value);
    return renewed;
  }

  /** Paths where the other change wins, or undefined when the question was dismissed. */
  private async chooseYielded(clashes: readonly ClashText[]): Promise<ReadonlySet<string> | undefined> {
    await this.i18n.use('links');
    const ref = this.dialogs.open<ReadonlySet<string>, readonly ClashText[], ClashQuestion>(ClashQuestion, clashes);
    return firstValueFrom(ref.closed, { defaultValue: undefined });
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Asks which of two conflicting changes wins, field by field. Nothing is saved until it is answered. */
@Component({
  selector: 'app-clash-question',
  imports: [Button, DialogFrame],
  template: `
    <form (submit)="$event.preventDefault(); ref.close(yielded())">
      <sp-dialog [heading]="i18n.t('links.conflicts.heading')" (closed)="ref.close()">
        <div class="stack">
          <p>{{ i18n.t('links.conflicts.text') }}</p>
          @for (clash of clashes; track clash.path) {
            <fieldset>
              <legend>{{ clash.label }}</legend>
              <label>
                <input type="radio" checked [name]="clash.path" (change)="keep(clash)" />
                <span>
                  <strong>{{ i18n.t('links.conflicts.mine') }}</strong>
                  <span dir="auto">{{ clash.mine }}</span>
                </span>
              </label>
              <label>
                <input type="radio" [name]="clash.path" (change)="yield(clash)" />
                <span>
                  <strong>{{ i18n.t('links.conflicts.theirs') }}</strong>
                  <span dir="auto">{{ clash.theirs }}</span>
                  @if (clash.by; as by) {
                    <span class="muted small">{{ by }}</span>
                  }
                </span>
              </label>
            </fieldset>
          }
        </div>
        <ng-container dialogActions>
          <button spButton type="button" (click)="ref.close()">{{ i18n.t('ui.discard.stay') }}</button>
          <button spButton variant="primary" type="submit">{{ i18n.t('ui.save') }}</button>
        </ng-container>
      </sp-dialog>
    </form>
  `,
  styles: `
    fieldset {
      display: grid;
      gap: 8px;
    }
    legend {
      padding: 0;
      margin-block-end: 4px;
      font-size: 0.8125rem;
      font-weight: 550;
    }
    label {
      display: flex;
      gap: 8px;
      padding: 8px 12px;
      border: 1px solid var(--line);
      border-radius: var(--r-control);
      cursor: pointer;
    }
    label:hover {
      background: var(--surface-2);
    }
    label:has(:checked) {
      border-color: var(--ink);
      box-shadow: inset 0 0 0 1px var(--ink);
    }
    label > span {
      display: grid;
      min-inline-size: 0;
      gap: 2px;
      overflow-wrap: anywhere;
      white-space: pre-line;
    }
    strong {
      font-weight: 550;
    }
    input {
      flex: none;
      inline-size: 16px;
      block-size: 16px;
      margin: 2px 0 0;
      accent-color: var(--ink);
    }
  `,
})
class ClashQuestion {
  protected readonly clashes = inject<readonly ClashText[]>(DIALOG_DATA);
  protected readonly ref = inject<DialogRef<ReadonlySet<string>>>(DialogRef);
  protected readonly i18n = inject(I18n);
  protected readonly yielded = signal<ReadonlySet<string>>(new Set());

  protected keep({ path }: ClashText): void {
    this.yielded.update((paths) => new Set([...paths].filter((other) => other !== path)));
  }

  protected yield({ path }: ClashText): void {
    this.yielded.update((paths) => new Set([...paths, path]));
  }
}

/** Shows in a form which fields another user has changed. */
@Component({
  selector: 'app-edit-conflicts-note',
  imports: [Icon],
  template: `<div role="status">
    @if (fields().length) {
      <p>
        <sp-icon name="info" /><span>{{ i18n.t('links.conflicts.taken', { fields: fields().join(', ') }) }}</span>
      </p>
    }
  </div>`,
  styles: `
    /* Takes no place while it is empty, and is there all the same: only what was there before is read out. */
    :host(:has(div:empty)) {
      position: absolute;
    }
    p {
      display: flex;
      gap: 8px;
      padding: 8px 12px;
      border-radius: var(--r-control);
      background: var(--info-soft);
      color: var(--info);
    }
    sp-icon {
      margin-block-start: 2px;
    }
  `,
})
export class EditConflictsNote {
  /** Labels of the fields. */
  readonly fields = input.required<readonly string[]>();
  protected readonly i18n = inject(I18n);
}
