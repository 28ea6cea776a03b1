import { Component, computed, inject, input } from '@angular/core';
import { LIMITS, type UtmPreset } from '@signpost/contracts';
import { buildDestination, effectiveUtm, normalizeDestination } from '@signpost/domain';
import { Announcer, Button, IconButton, keepFocus, keepFocusInRows } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { I18n } from '../../../platform/words/i18n';
import { Problems } from '../../../platform/requests/problem';
import { LinkFormValue } from './link-form';
import { Lookups } from './lookups';
import { UtmPresets } from './utm-presets';

/** Presets for every workspace, in addition to its own ones. */
const COMMON: readonly UtmPreset[] = [
  { name: 'Newsletter', source: 'newsletter', medium: 'email' },
  { name: 'LinkedIn', source: 'linkedin', medium: 'social' },
  { name: 'Instagram', source: 'instagram', medium: 'social' },
  { name: 'Google Ads', source: 'google', medium: 'cpc' },
  { name: 'Print', source: 'print', medium: 'qr' },
];

/** The five UTM values, presets for them, and the resulting destination URL. */
@Component({
  selector: 'app-utm-builder',
  imports: [Button, Field, IconButton, Input],
  template: `
    <div class="row" role="group" aria-labelledby="utm-presets">
      <span id="utm-presets" class="small muted">{{ i18n.t('links.utm.presets') }}</span>
      @for (preset of presets(); track preset.name) {
        <span class="preset">
          <button spButton small class="wraps" type="button" (click)="use(preset)">{{ preset.name }}</button>
          @if (own(preset)) {
            <button
              spIconButton
              icon="x"
              [label]="i18n.t('ui.removeNamed', { name: preset.name })"
              [describes]="false"
              (click)="drop(preset)"
            ></button>
          }
        </span>
      }
      @if (canKeep()) {
        <button spButton small variant="quiet" type="button" icon="bookmark-plus" (click)="keep()">
          {{ i18n.t('links.utm.keep') }}
        </button>
      } @else if (!kept().length) {
        <span class="small muted">{{ i18n.t('links.utm.keepHint') }}</span>
      }
    </div>
    <div class="grid">
      <sp-field label="utm_source" [error]="form().error('utmSource')">
        <input spInput autocomplete="off" [(value)]="form().f.utmSource" />
      </sp-field>
      <sp-field label="utm_medium" [error]="form().error('utmMedium')">
        <input spInput autocomplete="off" [placeholder]="campaign()?.utmMedium ?? ''" [(value)]="form().f.utmMedium" />
      </sp-field>
      <sp-field
        label="utm_campaign"
        [error]="form().error('utmCampaign')"
        [hint]="campaign() ? i18n.t('links.utm.fromCampaign', { name: campaign()!.name }) : null"
      >
        <input
          spInput
          autocomplete="off"
          [placeholder]="campaign()?.utmCampaign ?? ''"
          [readonly]="campaign() !== null && form().f.utmCampaign() === ''"
          [(value)]="form().f.utmCampaign"
        />
      </sp-field>
      <sp-field label="utm_term" [error]="form().error('utmTerm')">
        <input spInput autocomplete="off" [(value)]="form().f.utmTerm" />
      </sp-field>
      <sp-field label="utm_content" [error]="form().error('utmContent')">
        <input spInput autocomplete="off" [(value)]="form().f.utmContent" />
      </sp-field>
    </div>
    @if (final(); as url) {
      <div class="final">
        <p class="small muted">{{ i18n.t('links.utm.final') }}</p>
        <p class="mono">{{ url }}</p>
      </div>
    }
  `,
  styles: `
    :host {
      display: grid;
      gap: 12px;
    }
    .preset {
      display: inline-flex;
      align-items: center;
    }
    .grid {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(160px, 1fr));
      gap: 12px;
    }
    input:read-only {
      background: var(--surface-2);
    }
    .final {
      padding: 8px 12px;
      border-radius: var(--r-control);
      background: var(--surface-2);
    }
    .final .mono {
      max-block-size: 100px;
      overflow: auto;
      font-size: 0.75rem;
      overflow-wrap: anywhere;
    }
  `,
})
export class UtmBuilder {
  readonly form = input.required<FormModel<LinkFormValue>>();
  protected readonly i18n = inject(I18n);
  private readonly lookups = inject(Lookups);
  private readonly problems = inject(Problems);
  private readonly announcer = inject(Announcer);
  private readonly workspacePresets = inject(UtmPresets);
  protected readonly kept = this.workspacePresets.items;
  /** A preset of the workspace replaces a common one with the same name. */
  protected readonly presets = computed(() => [
    ...COMMON.filter(({ name }) => !this.kept().some((preset) => preset.name === name)),
    ...this.kept(),
  ]);
  protected readonly campaign = computed(
    () => this.lookups.campaigns().find(({ id }) => id === this.form().f.campaignId()) ?? null,
  );
  /** Destination of a visitor whose request has no query of its own. */
  protected readonly final = computed(() => {
    const { destinationUrl, utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = this.form().value();
    const destination = normalizeDestination(destinationUrl, { allowPrivate: true });
    if (!destination.ok) return null;
    const own = { utmSource, utmMedium, utmCampaign, utmTerm, utmContent };
    const trimmed = Object.fromEntries(Object.entries(own).map(([key, text]) => [key, text.trim() || null])) as {
      [K in keyof typeof own]: string | null;
    };
    return buildDestination(destination.url, effectiveUtm(trimmed, this.campaign()), '');
  });
  protected readonly canKeep = computed(() => {
    const mine = this.values();
    return mine.source !== undefined && !this.presets().some((preset) => areSame(preset, mine));
  });

  /** Values of the fields in the shape of a preset. */
  private readonly values = computed<Omit<UtmPreset, 'name'>>(() => {
    const { utmSource, utmMedium, utmTerm, utmContent } = this.form().value();
    const typed = { source: utmSource, medium: utmMedium, term: utmTerm, content: utmContent };
    return Object.fromEntries(
      Object.entries(typed).flatMap(([key, text]) => (text.trim() ? [[key, text.trim()] as const] : [])),
    );
  });

  constructor() {
    this.workspacePresets.ensureLoaded();
    keepFocusInRows('app-utm-builder .preset', 'button', this.kept);
  }

  protected own(preset: UtmPreset): boolean {
    return this.kept().includes(preset);
  }

  /** Fills in the values of the preset; other fields stay. */
  protected use({ source, medium, term, content }: UtmPreset): void {
    this.form().patch({
      ...(source ? { utmSource: source } : {}),
      ...(medium ? { utmMedium: medium } : {}),
      ...(term ? { utmTerm: term } : {}),
      ...(content ? { utmContent: content } : {}),
    });
  }

  protected async keep(): Promise<void> {
    const values = this.values();
    const name = [values.source, values.medium, values.content, values.term].filter(Boolean).join(' / ');
    try {
      await this.workspacePresets.keep({ name: name.slice(0, LIMITS.utmPresetNameLength), ...values });
    } catch (error) {
      this.problems.toast(error);
      return;
    }
    // The button disappears: the focus moves to the new preset, which is the last one.
    keepFocus('app-utm-builder .preset:last-of-type button');
    this.announce('links.utm.kept', name);
  }

  protected async drop({ name }: UtmPreset): Promise<void> {
    try {
      await this.workspacePresets.drop(name);
      this.announce('links.utm.dropped', name);
    } catch (error) {
      this.problems.toast(error);
    }
  }

  /** Announced only to screen readers: the change itself is visible. */
  private announce(key: string, name: string): void {
    this.announcer.announce(this.i18n.t(key, { name }));
  }
}

function areSame(a: Omit<UtmPreset, 'name'>, b: Omit<UtmPreset, 'name'>): boolean {
  return (['source', 'medium', 'term', 'content'] as const).every((key) => (a[key] ?? '') === (b[key] ?? ''));
}
