import { Component, computed, inject, input, model, output } from '@angular/core';
import { csvLine } from '@signpost/domain';
import { Button } from '@signpost/ui';
import { Combobox, Field, Input } from '@signpost/ui/forms';
import { I18n } from '../../platform/words/i18n';
import { Lookups } from '../links/editor/lookups';
import { bareAddress } from '../links/editor/typed-destination';

/** A list of URLs instead of a file: each line becomes a link, after the same preview. */
@Component({
  selector: 'app-address-paste',
  imports: [Button, Combobox, Field, Input],
  template: `<section class="card card-pad stack">
    <sp-field [label]="i18n.t('import.paste')" [hint]="i18n.t('import.pasteHint')">
      <textarea spInput class="mono" rows="4" spellcheck="false" autocomplete="off" [(value)]="text"></textarea>
    </sp-field>
    @if (lookups.campaignOptions().length) {
      <sp-field [label]="i18n.t('import.pasteCampaign')" optional [hint]="lookups.campaignHint()">
        <sp-combobox
          [options]="lookups.campaignOptions()"
          [none]="i18n.t('import.noCampaign')"
          [(value)]="campaignId"
        />
      </sp-field>
    }
    <div>
      <button spButton small [disabled]="lines().length === 0" [busy]="busy()" (click)="pasted.emit(file())">
        {{ i18n.tn('import.pastePreview', lines().length) }}
      </button>
    </div>
  </section>`,
})
export class AddressPaste {
  readonly text = model('');
  /** Campaign of all links; empty for none. */
  readonly campaignId = model('');
  readonly busy = input(false);
  /** The list as a file in the import format. */
  readonly pasted = output<File>();
  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  protected readonly lines = computed(() => linesOf(this.text()));

  constructor() {
    this.lookups.ensureLoaded();
  }

  protected file(): File {
    const campaign = this.lookups.campaigns().find(({ id }) => id === this.campaignId())?.utmCampaign;
    const more = campaign === undefined ? [] : [campaign];
    const header = ['destination_url', ...more.map(() => 'campaign')];
    const rows = [header, ...this.lines().map((address) => [address, ...more])];
    return new File([rows.map((row) => csvLine(row)).join('')], this.i18n.t('import.pasteName'), { type: 'text/csv' });
  }
}

function linesOf(text: string): string[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const address = bareAddress(line).trim();
    return address === '' ? [] : [address];
  });
}
