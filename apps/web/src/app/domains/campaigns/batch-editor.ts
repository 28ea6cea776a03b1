import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { BatchResult, Campaign, LIMITS } from '@signpost/contracts';
import { buildDestination, effectiveUtm } from '@signpost/domain';
import { Button, CopyButton, Icon, IconButton } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { Confirm, DialogFrame, GuardsClosing } from '@signpost/ui/overlay';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems, toProblem } from '../../platform/problem';
import { LinkActions } from '../links/link-actions';
import { withScheme } from '../links/short-address';
import { CampaignsApi } from './campaigns-api';

/** One link to be made: a source, and what may differ from the campaign. */
interface Row {
  readonly key: string;
  readonly source: string;
  readonly medium: string;
  readonly content: string;
  readonly slug: string;
}

const USUAL = ['newsletter', 'linkedin', 'instagram', 'facebook', 'google', 'print'];

/** One destination, many sources: a row for each link, with the address that its visitors will reach. All or none. */
@Component({
  selector: 'app-batch-editor',
  imports: [Button, CopyButton, DialogFrame, Field, FormFailure, Icon, IconButton, Input],
  templateUrl: './batch-editor.html',
  styleUrl: './batch-editor.css',
})
export class BatchEditor implements GuardsClosing {
  protected readonly campaign = inject<Campaign>(DIALOG_DATA);
  protected readonly ref = inject<DialogRef>(DialogRef);
  protected readonly i18n = inject(I18n);
  private readonly api = inject(CampaignsApi);
  private readonly actions = inject(LinkActions);
  protected readonly problems = inject(Problems);
  private readonly confirm = inject(Confirm);
  protected readonly limits = LIMITS;
  private next = 1;
  protected readonly form = new FormModel<{ destinationUrl: string; title: string; rows: readonly Row[] }>({
    destinationUrl: '',
    title: '',
    rows: [this.row('newsletter'), this.row('linkedin')],
  });
  protected readonly rowErrors = signal<Readonly<Record<string, string>>>({});
  protected readonly results = signal<BatchResult['results'] | null>(null);
  protected readonly unused = computed(() =>
    USUAL.filter((source) => !this.form.f.rows().some((row) => row.source === source)),
  );
  private discarding = false;

  mayClose(result: unknown): boolean {
    if (result !== undefined || this.discarding || this.results() || !this.form.dirty()) return true;
    void this.askToDiscard();
    return false;
  }

  protected add(source = ''): void {
    this.form.f.rows.update((rows) => [...rows, this.row(source)]);
  }

  protected set(index: number, change: Partial<Row>): void {
    this.form.f.rows.update((rows) => rows.map((row, i) => (i === index ? { ...row, ...change } : row)));
  }

  protected drop(index: number): void {
    this.form.f.rows.update((rows) => rows.filter((_, i) => i !== index));
  }

  /** Where visitors of a row's link are sent. */
  protected final(row: Row): string {
    const destination = withScheme(this.form.f.destinationUrl());
    if (!destination) return '';
    const own = {
      utmSource: row.source.trim() || null,
      utmMedium: row.medium.trim() || null,
      utmCampaign: null,
      utmTerm: null,
      utmContent: row.content.trim() || null,
    };
    return buildDestination(destination, effectiveUtm(own, this.campaign), '');
  }

  protected async save(): Promise<void> {
    this.form.busy.set(true);
    this.form.clearErrors();
    this.rowErrors.set({});
    const { destinationUrl, title, rows } = this.form.value();
    try {
      const { results } = await firstValueFrom(
        this.api.createLinks({
          campaignId: this.campaign.id,
          destinationUrl: destinationUrl.trim(),
          title: title.trim() || null,
          items: rows.map((row) => ({
            clientKey: row.key,
            utmSource: row.source.trim(),
            utmMedium: row.medium.trim() || null,
            utmContent: row.content.trim() || null,
            slug: row.slug.trim() || null,
          })),
        }),
      );
      this.results.set(results);
      this.actions.touched();
    } catch (error) {
      const bad = toProblem(error).body.rows ?? [];
      this.rowErrors.set(Object.fromEntries(bad.map(({ clientKey, error: text }) => [clientKey, text])));
      this.problems.intoForm(error, this.form);
    } finally {
      this.form.busy.set(false);
    }
  }

  private row(source: string): Row {
    return { key: `row-${this.next++}`, source, medium: '', content: '', slug: '' };
  }

  private async askToDiscard(): Promise<void> {
    this.discarding = await this.confirm.ask({
      heading: this.i18n.t('campaigns.batch.discard'),
      text: this.i18n.t('campaigns.batch.discardText'),
      action: this.i18n.t('campaigns.batch.discardAction'),
      danger: true,
    });
    if (this.discarding) this.ref.close();
  }
}
