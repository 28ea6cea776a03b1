import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, effect, inject, signal } from '@angular/core';
import type { Campaign, CreateCampaignInput, UpdateCampaignInput } from '@signpost/contracts';
import { Button } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { DialogFrame, GuardsClosing } from '@signpost/ui/overlay';
import { FormFailure } from '../../platform/requests/form-failure';
import { formGuard } from '../../platform/requests/form-guard';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { errorRevealer } from '../../platform/reveal-error';
import { Lookups } from '../links/editor/lookups';
import { hyphenated } from '../links/editor/hyphenated';
import { EditConflicts, EditConflictsNote } from '../links/editor/edit-conflicts';
import { mergeForms } from '../links/editor/merge-forms';
import { CampaignsApi } from './campaigns-api';

/** Creates or edits a campaign. The UTM value follows the name until it is edited. */
@Component({
  selector: 'app-campaign-editor',
  imports: [Button, DialogFrame, Field, FormFailure, Input, EditConflictsNote],
  template: `
    <form novalidate (submit)="$event.preventDefault(); save()">
      <sp-dialog [heading]="i18n.t(campaign ? 'campaigns.edit' : 'campaigns.create')" (closed)="ref.close()">
        <div class="stack">
          <app-form-failure [text]="form.failure()" />
          <app-edit-conflicts-note [fields]="renewed()" />
          <sp-field [label]="i18n.t('campaigns.name')" [error]="form.error('name')">
            <input spInput dir="auto" autocomplete="off" [(value)]="form.f.name" />
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
})
export class CampaignEditor implements GuardsClosing {
  protected readonly campaign = inject<Campaign | null>(DIALOG_DATA);
  protected readonly ref = inject<DialogRef<Campaign>>(DialogRef);
  protected readonly i18n = inject(I18n);
  private readonly api = inject(CampaignsApi);
  private readonly lookups = inject(Lookups);
  private readonly problems = inject(Problems);
  private readonly conflicts = inject(EditConflicts);
  private readonly revealError = errorRevealer();
  /** The last known state of the campaign, which the form's changes are relative to. */
  private before = this.campaign;
  protected readonly form = new FormModel(campaignForm(this.campaign));
  readonly mayClose = formGuard(this.form);
  /** Labels of the fields that another user has changed while the form was open. */
  protected readonly renewed = signal<readonly string[]>([]);
  private byHand = this.campaign !== null;

  constructor() {
    effect(() => {
      const name = this.form.f.name();
      if (!this.byHand) this.form.f.utmCampaign.set(hyphenated(name, this.i18n.language()));
    });
  }

  protected write(text: string): void {
    this.byHand = text !== '';
    this.form.f.utmCampaign.set(text);
  }

  protected async save(): Promise<void> {
    await this.form.send(
      async () => {
        const saved = await this.send();
        if (!saved) return false;
        this.lookups.refresh();
        this.ref.close(saved);
        return true;
      },
      (error) => {
        this.problems.intoForm(error, this.form, { utm_campaign_taken: 'utmCampaign' });
        this.revealError();
      },
    );
  }

  /** The saved campaign, or null when a question before saving was dismissed. */
  private async send(): Promise<Campaign | null> {
    if (!this.before) return this.api.create(this.input());
    if (!this.form.dirty()) return this.before;
    const now = await this.takeIn(this.before);
    // Sends only changed fields: another user may have changed the others meanwhile.
    const changed = this.form.changes();
    const changes: UpdateCampaignInput = Object.fromEntries(
      Object.entries(this.input()).filter(([field]) => field in changed),
    );
    return now && Object.keys(changes).length ? this.api.update(now.id, changes) : now;
  }

  private input(): CreateCampaignInput {
    const { name, utmCampaign, utmMedium } = this.form.value();
    return { name: name.trim(), utmCampaign: utmCampaign.trim(), utmMedium: utmMedium.trim() || null };
  }

  /**
   * Loads the current state of the campaign and merges it. Returns it, or null when the question about a conflict was
   * dismissed.
   */
  private async takeIn(known: Campaign): Promise<Campaign | null> {
    const campaign = await this.api.get(known.id);
    const [before, now] = [campaignForm(known), campaignForm(campaign)];
    const fields = await this.conflicts.takeInto({
      form: this.form,
      before,
      now,
      merge: (yielded) => mergeForms(before, this.form.value(), now, yielded),
      describe: (clashes) =>
        clashes.map(({ path, mine, theirs }) => ({
          path,
          label: this.label(path),
          mine: String(mine) || this.i18n.t('links.history.nothing'),
          theirs: String(theirs) || this.i18n.t('links.history.nothing'),
          by: this.i18n.relative(campaign.updatedAt),
        })),
    });
    if (!fields) return null;
    this.before = campaign;
    this.renewed.update((names) => [...new Set([...names, ...fields.map((field) => this.label(field))])]);
    return campaign;
  }

  private label(field: string): string {
    return field === 'name' ? this.i18n.t('campaigns.name') : field === 'utmMedium' ? 'utm_medium' : 'utm_campaign';
  }
}

/** A campaign in the shape of its form. */
function campaignForm(campaign: Campaign | null): { name: string; utmCampaign: string; utmMedium: string } {
  return {
    name: campaign?.name ?? '',
    utmCampaign: campaign?.utmCampaign ?? '',
    utmMedium: campaign?.utmMedium ?? '',
  };
}
