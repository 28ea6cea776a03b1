import { Component, computed, inject, model } from '@angular/core';
import { QR_EYES, QR_STYLES } from '@signpost/contracts';
import { Switch } from '@signpost/ui';
import { Field, Input, Select } from '@signpost/ui/forms';
import { I18n } from '../../../platform/words/i18n';

/** Maximum characters on a frame: more are not readable at scanning distance. */
const WORDS_LENGTH = 24;

/** Appearance of codes and whether scans are counted separately: for one code, and for many. */
@Component({
  selector: 'app-look-fields',
  imports: [Field, Input, Select, Switch],
  template: `
    <div class="pair">
      <sp-field [label]="i18n.t('qr.style')">
        <select spSelect [options]="styles()" [(value)]="style"></select>
      </sp-field>
      <sp-field [label]="i18n.t('qr.eyes')">
        <select spSelect [options]="eyeForms()" [(value)]="eyes"></select>
      </sp-field>
    </div>
    <sp-field [label]="i18n.t('qr.words')" [hint]="i18n.t('qr.wordsHint')">
      <input spInput autocomplete="off" [attr.maxlength]="wordsLength" [(value)]="words" />
    </sp-field>
    <sp-switch [label]="i18n.t('qr.scans')" [hint]="i18n.t('qr.scansHint')" [(checked)]="scans" />
  `,
  styles: `
    :host {
      display: grid;
      gap: 12px;
      inline-size: 100%;
    }
    .pair {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 12px;
    }
  `,
})
export class LookFields {
  /** One of `QR_STYLES` and of `QR_EYES`. */
  readonly style = model.required<string>();
  readonly eyes = model.required<string>();
  /** Text on the frame; without it there is no frame. */
  readonly words = model.required<string>();
  readonly scans = model.required<boolean>();
  protected readonly i18n = inject(I18n);
  protected readonly wordsLength = WORDS_LENGTH;
  protected readonly styles = computed(() =>
    QR_STYLES.map((value) => ({ value, label: this.i18n.t(`qr.styles.${value}`) })),
  );
  protected readonly eyeForms = computed(() =>
    QR_EYES.map((value) => ({ value, label: this.i18n.t(`qr.eyeForms.${value}`) })),
  );
}
