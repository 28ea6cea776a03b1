import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { Kbd, Switch } from '@signpost/ui';
import { DialogFrame } from '@signpost/ui/overlay';
import { I18n } from '../platform/words/i18n';
import { KeySettings, PALETTE_KEYS } from '../platform/key-settings';

/** One line of the sheet. */
export interface ShortcutLine {
  readonly keys: readonly string[];
  readonly label: string;
}

/** All keyboard shortcuts, and the switch for single-key shortcuts. */
@Component({
  selector: 'app-shortcut-sheet',
  imports: [DialogFrame, Kbd, Switch],
  template: `<sp-dialog [heading]="i18n.t('shell.shortcuts.heading')" (closed)="ref.close()">
    <dl>
      @for (line of lines; track line.label) {
        <div>
          <dt>{{ line.label }}</dt>
          <dd>
            @for (key of line.keys; track $index) {
              <sp-kbd>{{ key }}</sp-kbd>
            }
          </dd>
        </div>
      }
    </dl>
    <sp-switch
      [label]="i18n.t('shell.shortcuts.single')"
      [hint]="i18n.t('shell.shortcuts.singleHint', { keys })"
      [checked]="settings.singleKeys()"
      (checkedChange)="settings.setSingleKeys($event)"
    />
  </sp-dialog>`,
  styles: `
    dl div {
      display: flex;
      align-items: center;
      justify-content: space-between;
      min-block-size: 36px;
    }
    dl div + div {
      border-block-start: 1px solid var(--line);
    }
    sp-switch {
      display: block;
      margin-block-start: 16px;
    }
    dd {
      display: flex;
      gap: 4px;
    }
  `,
})
export class ShortcutSheet {
  protected readonly lines = inject<readonly ShortcutLine[]>(DIALOG_DATA);
  protected readonly ref = inject<DialogRef>(DialogRef);
  protected readonly i18n = inject(I18n);
  protected readonly settings = inject(KeySettings);
  protected readonly keys = PALETTE_KEYS.join(' ');
}
