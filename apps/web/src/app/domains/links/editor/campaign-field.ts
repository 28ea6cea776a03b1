import { Component, inject, input, model } from '@angular/core';
import type { Campaign } from '@signpost/contracts';
import { Combobox, Field } from '@signpost/ui/forms';
import { Dialogs } from '@signpost/ui/overlay';
import { firstValueFrom } from 'rxjs';
import { I18n } from '../../../platform/words/i18n';
import { DialogLoader } from '../../../platform/navigation/dialog-loader';
import { Lookups } from './lookups';

/** Chooses a campaign, or creates one without leaving the link. */
@Component({
  selector: 'app-campaign-field',
  imports: [Combobox, Field],
  template: `<sp-field
    [label]="i18n.t('links.field.campaign')"
    [optional]="true"
    [hint]="lookups.campaignHint()"
    [error]="error()"
  >
    <button fieldAside type="button" class="make small" (click)="make()">{{ i18n.t('links.newCampaign') }}</button>
    <sp-combobox [options]="lookups.campaignOptions()" [none]="i18n.t('links.noCampaign')" [(value)]="value" />
  </sp-field>`,
  styles: `
    .make {
      margin-inline-start: auto;
      color: var(--ink-2);
      text-decoration: underline;
      text-underline-offset: 3px;
    }
  `,
})
export class CampaignField {
  readonly error = input<string | null>(null);
  /** Id of the campaign; empty: none. */
  readonly value = model('');
  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  private readonly dialogs = inject(Dialogs);
  private readonly loader = inject(DialogLoader);

  protected async make(): Promise<void> {
    const part = await this.loader.fetch(() =>
      Promise.all([import('../../campaigns/campaign-editor'), this.i18n.use('campaigns')]),
    );
    if (!part) return;
    const [{ CampaignEditor }] = part;
    const ref = this.dialogs.open<Campaign, null, InstanceType<typeof CampaignEditor>>(CampaignEditor, null);
    const made = await firstValueFrom(ref.closed, { defaultValue: undefined });
    if (made) this.value.set(made.id);
  }
}
