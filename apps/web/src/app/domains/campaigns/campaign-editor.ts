import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, effect, inject } from '@angular/core';
import type { Campaign, UpdateCampaignInput } from '@signpost/contracts';
import { Button } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { Confirm, DialogFrame, GuardsClosing } from '@signpost/ui/overlay';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { errorRevealer } from '../../platform/reveal-error';
import { Lookups } from '../links/lookups';
import { CampaignsApi } from './campaigns-api';
import { utmOfName } from './utm-of-name';

/** Create or edit a campaign. The UTM value follows the name until it is written by hand. */
@Component({
  selector: 'app-campaign-editor',
  imports: [Button, DialogFrame, Field, FormFailure, Input],
  template: `
    <form novalidate (submit)="$event.preventDefault(); save()">
      <sp-dialog [heading]="i18n.t(campaign ? 'campaigns.edit' : 'campaigns.create')" (closed)="ref.close()">
        <div class="stack">
          <app-form-failure [text]="form.failure()" />
          <sp-field [label]="i18n.t('campaigns.name')" [error]="form.error('name')">
            <input spInput autocomplete="off" [(value)]="form.f.name" />
          </sp-field>
          <sp-field label="utm_campaign" [hint]="i18n.t('campaigns.utmHint')" [error]="form.error('utmCampaign')">
            <input
              spInput
              class="mono"
              autocomplete="off"
              spellcheck="false"
              [value]="form.f.utmCampaign()"
              (valueChange)="write($event)"
            />
          </sp-field>
          <sp-field
            label="utm_medium"
            optional
            [hint]="i18n.t('campaigns.mediumHint')"
            [error]="form.error('utmMedium')"
          >
            <input spInput class="mono" autocomplete="off" spellcheck="false" [(value)]="form.f.utmMedium" />
          </sp-field>
        </div>
        <ng-container dialogActions>
          <button spButton type="button" (click)="ref.close()">{{ i18n.t('ui.cancel') }}</button>
          <button spButton variant="primary" type="submit" [busy]="form.busy()">
            {{ i18n.t(campaign ? 'ui.save' : 'campaigns.create') }}
          </button>
        </ng-container>
      </sp-dialog>
    </form>
  `,
  host: { '(window:beforeunload)': 'warn($event)' },
})
export class CampaignEditor implements GuardsClosing {
  protected readonly campaign = inject<Campaign | null>(DIALOG_DATA);
  protected readonly ref = inject<DialogRef<Campaign>>(DialogRef);
  protected readonly i18n = inject(I18n);
  private readonly api = inject(CampaignsApi);
  private readonly lookups = inject(Lookups);
  private readonly problems = inject(Problems);
  private readonly confirm = inject(Confirm);
  private readonly revealError = errorRevealer();
  protected readonly form = new FormModel({
    name: this.campaign?.name ?? '',
    utmCampaign: this.campaign?.utmCampaign ?? '',
    utmMedium: this.campaign?.utmMedium ?? '',
  });
  private byHand = this.campaign !== null;
  private discarding = false;

  constructor() {
    effect(() => {
      const name = this.form.f.name();
      if (!this.byHand) this.form.f.utmCampaign.set(utmOfName(name));
    });
  }

  mayClose(result: unknown): boolean {
    if (result !== undefined || this.discarding || !this.form.dirty()) return true;
    void this.askToDiscard();
    return false;
  }

  protected warn(event: BeforeUnloadEvent): void {
    if (this.form.dirty()) event.preventDefault();
  }

  protected write(text: string): void {
    this.byHand = text !== '';
    this.form.f.utmCampaign.set(text);
  }

  protected async save(): Promise<void> {
    if (this.form.busy()) return;
    this.form.busy.set(true);
    this.form.clearErrors();
    try {
      const saved = await this.send();
      this.lookups.refresh();
      this.ref.close(saved);
    } catch (error) {
      this.problems.intoForm(error, this.form, { utm_campaign_taken: 'utmCampaign' });
      this.revealError();
    } finally {
      this.form.busy.set(false);
    }
  }

  private async send(): Promise<Campaign> {
    const { name, utmCampaign, utmMedium } = this.form.value();
    const input = { name: name.trim(), utmCampaign: utmCampaign.trim(), utmMedium: utmMedium.trim() || null };
    if (!this.campaign) return firstValueFrom(this.api.create(input));
    // What was left alone here may have been changed by somebody else meanwhile.
    const changed = this.form.changes();
    const changes: UpdateCampaignInput = Object.fromEntries(
      Object.entries(input).filter(([field]) => field in changed),
    );
    return Object.keys(changes).length ? firstValueFrom(this.api.update(this.campaign.id, changes)) : this.campaign;
  }

  private async askToDiscard(): Promise<void> {
    this.discarding = await this.confirm.ask({
      heading: this.i18n.t('campaigns.discard.heading'),
      text: this.i18n.t('campaigns.discard.text'),
      action: this.i18n.t('campaigns.discard.action'),
      cancel: this.i18n.t('campaigns.discard.stay'),
      danger: true,
    });
    if (this.discarding) this.ref.close();
  }
}
