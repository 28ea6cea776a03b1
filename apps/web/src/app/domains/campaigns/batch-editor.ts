import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { afterNextRender, Component, computed, ElementRef, inject, Injector, signal } from '@angular/core';
import { BatchInput, BatchResult, Campaign, LIMITS, type UtmPreset } from '@signpost/contracts';
import { buildDestination, effectiveUtm, readableAddress } from '@signpost/domain';
import { Button, CopyButton, Icon, IconButton, keepFocus } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { DialogFrame, GuardsClosing } from '@signpost/ui/overlay';
import { Router } from '@angular/router';
import { FormFailure } from '../../platform/requests/form-failure';
import { formGuard } from '../../platform/requests/form-guard';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { errorRevealer } from '../../platform/reveal-error';
import { SafeRepeat } from '../../platform/requests/safe-repeat';
import { DestinationBox } from '../links/editor/destination-box';
import { UtmPresets } from '../links/editor/utm-presets';
import { SessionStore } from '../../platform/session';
import { areSeveralAddresses } from '../links/editor/typed-destination';
import { NewLinks } from '../links/made/new-links';
import { LinkActions } from '../links/page/link-actions';
import { utmText } from '../links/page/utm-text';
import { withScheme } from '../links/page/short-address';
import { CampaignsApi } from './campaigns-api';

/** One link to create: a source, and values that may differ from the campaign. Names are those in the API's errors. */
interface Row {
  readonly clientKey: string;
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmContent: string;
  readonly slug: string;
}

/** Input columns of a row, in their order. */
const COLUMNS = ['utmSource', 'utmMedium', 'utmContent', 'slug'] as const;
type Column = (typeof COLUMNS)[number];

/** Sources offered to every workspace in addition to its presets; the medium comes from the campaign. */
const USUAL: readonly UtmPreset[] = ['newsletter', 'linkedin', 'instagram', 'facebook', 'google', 'print'].map(
  (source) => ({ name: source, source }),
);

/**
 * One destination, many sources: a row for each link, with its resulting destination URL. All links are created or
 * none.
 */
@Component({
  selector: 'app-batch-editor',
  imports: [Button, CopyButton, DestinationBox, DialogFrame, Field, FormFailure, Icon, IconButton, Input],
  templateUrl: './batch-editor.html',
  styleUrl: './batch-editor.css',
})
export class BatchEditor implements GuardsClosing {
  protected readonly campaign = inject<Campaign>(DIALOG_DATA);
  protected readonly ref = inject<DialogRef>(DialogRef);
  protected readonly i18n = inject(I18n);
  protected readonly readableAddress = readableAddress;
  private readonly api = inject(CampaignsApi);
  private readonly actions = inject(LinkActions);
  private readonly made = inject(NewLinks);
  private readonly presets = inject(UtmPresets);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly revealError = errorRevealer();
  private readonly repeat = new SafeRepeat();
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  private readonly router = inject(Router);
  protected readonly limits = LIMITS;
  protected readonly columns = COLUMNS;
  private next = 1;
  protected readonly form = new FormModel<{ destinationUrl: string; title: string; items: readonly Row[] }>({
    destinationUrl: '',
    title: '',
    items: [this.row({ source: 'newsletter' }), this.row({ source: 'linkedin' })],
  });
  /** One sentence above the rows; each row shows its own errors. */
  protected readonly refusal = computed(() => {
    const paths = Object.keys(this.form.errors()).map((path) => path.split('.'));
    const bad = new Set(paths.filter(([root, index]) => root === 'items' && index).map(([, index]) => index));
    return bad.size ? this.i18n.tn('campaigns.batch.bad', bad.size) : this.form.error('items');
  });
  protected readonly results = signal<BatchResult['results'] | null>(null);
  protected readonly links = computed(() => (this.results() ?? []).flatMap(({ link }) => link ?? []));
  protected readonly addresses = computed(() =>
    this.links()
      .map(({ shortUrl }) => readableAddress(shortUrl))
      .join('\n'),
  );
  protected readonly utm = utmText;
  /** Presets that no row uses yet. */
  protected readonly offered = computed(() =>
    [...USUAL, ...this.presets.items().filter(({ source }) => source)].filter(
      (preset) => !this.form.f.items().some((row) => holds(row, preset)),
    ),
  );
  readonly mayClose = formGuard(this.form, {
    question: () => ({
      heading: this.i18n.t('campaigns.batch.discard'),
      text: this.i18n.t('campaigns.batch.discardText'),
      action: this.i18n.t('ui.discard.action'),
      cancel: this.i18n.t('ui.discard.stay'),
      danger: true,
    }),
    dirty: computed(() => !this.results() && this.form.dirty()),
  });

  constructor() {
    this.presets.ensureLoaded();
  }

  protected add(preset: Omit<UtmPreset, 'name'> = {}): void {
    this.form.f.items.update((rows) => [...rows, this.row(preset)]);
    this.focusRow(this.form.f.items().length - 1);
  }

  protected set(index: number, column: Column, text: string): void {
    this.form.f.items.update((rows) => rows.map((row, i) => (i === index ? { ...row, [column]: text } : row)));
  }

  protected drop(index: number): void {
    this.form.f.items.update((rows) => rows.filter((_, i) => i !== index));
    this.focusRow(Math.min(index, this.form.f.items().length - 1));
  }

  protected label(column: Column): string {
    const utm = { utmSource: 'utm_source', utmMedium: 'utm_medium', utmContent: 'utm_content' };
    return column === 'slug' ? this.i18n.t('campaigns.batch.slug') : utm[column];
  }

  /** The default value of an empty field, else the name of the column. */
  protected placeholder(column: Column): string {
    if (column === 'slug') return this.i18n.t('campaigns.batch.generated');
    return (column === 'utmMedium' ? this.campaign.utmMedium : null) ?? this.label(column);
  }

  /** The error of one value of a row, or null. */
  protected error(index: number, column: Column): string | null {
    return this.form.error(`items.${index}.${column}`);
  }

  /** Destination URL of a row's link. */
  protected final(row: Row): string {
    const destination = withScheme(this.form.f.destinationUrl());
    if (!destination) return '';
    const own = {
      utmSource: row.utmSource.trim() || null,
      utmMedium: row.utmMedium.trim() || null,
      utmCampaign: null,
      utmTerm: null,
      utmContent: row.utmContent.trim() || null,
    };
    return buildDestination(destination, effectiveUtm(own, this.campaign), '');
  }

  /** Opens the import of a list, where each link has its own destination, with the text pasted here. */
  protected toList(): void {
    const typed = this.form.f.destinationUrl().trim();
    const addresses = areSeveralAddresses(typed) ? typed.split(/\s+/) : [];
    this.ref.close(true);
    void this.router.navigateByUrl('/links/import', { state: { addresses, campaignId: this.campaign.id } });
  }

  protected async save(): Promise<void> {
    const { destinationUrl, title, items } = this.form.value();
    await this.form.send(
      async () => {
        const input: BatchInput = {
          campaignId: this.campaign.id,
          destinationUrl: destinationUrl.trim(),
          title: title.trim() || null,
          responsibleUserId: this.session.user()?.id ?? null,
          items: items.map((row) => ({
            clientKey: row.clientKey,
            utmSource: row.utmSource.trim(),
            utmMedium: row.utmMedium.trim() || null,
            utmContent: row.utmContent.trim() || null,
            slug: row.slug.trim() || null,
          })),
        };
        const { results } = await this.api.createLinks(input, this.repeat.keyFor(input));
        this.results.set(results);
        this.made.add(this.links());
        // The clicked button disappears with the form.
        keepFocus();
        this.actions.touched();
      },
      (error) => {
        this.problems.intoForm(error, this.form);
        this.revealError();
      },
    );
  }

  /** Focuses a row once it is rendered: the clicked button may disappear. */
  private focusRow(index: number): void {
    const focus = (): void => this.host.querySelectorAll<HTMLElement>('.line')[index]?.querySelector('input')?.focus();
    afterNextRender(focus, { injector: this.injector });
  }

  private row({ source = '', medium = '', content = '' }: Omit<UtmPreset, 'name'>): Row {
    return { clientKey: `row-${this.next++}`, utmSource: source, utmMedium: medium, utmContent: content, slug: '' };
  }
}

/** Whether a row has all values of the preset. */
function holds({ utmSource, utmMedium, utmContent }: Row, { source, medium, content }: UtmPreset): boolean {
  return utmSource === source && [utmMedium, undefined].includes(medium) && [utmContent, undefined].includes(content);
}
