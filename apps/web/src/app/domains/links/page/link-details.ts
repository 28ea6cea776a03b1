import { Component, computed, inject } from '@angular/core';
import type { LinkWithCreator } from '@signpost/contracts';
import { Badge } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { LinkContext } from './link-context';
import { Lookups } from '../editor/lookups';
import { describeTargeting } from './targeting-text';

/** One row: a text, or names of tags. */
interface Fact {
  readonly label: string;
  readonly value: string | readonly string[];
  readonly mono?: boolean;
}

/** All settings of a link, read-only. */
@Component({
  selector: 'app-link-details',
  imports: [Badge],
  template: `@if (context.link()) {
    <section class="card">
      <h2 class="sr-only">{{ i18n.t('links.tab.details') }}</h2>
      <dl>
        @for (row of rows(); track row.label) {
          <div>
            <dt>{{ row.label }}</dt>
            @if (typeof row.value === 'string') {
              <dd [class.mono]="row.mono" dir="auto">{{ row.value }}</dd>
            } @else {
              <dd class="row">
                @for (tag of row.value; track tag) {
                  <sp-badge dir="auto">{{ tag }}</sp-badge>
                }
              </dd>
            }
          </div>
        }
      </dl>
    </section>
  }`,
  styles: `
    dl > div {
      display: grid;
      grid-template-columns: 200px minmax(0, 1fr);
      gap: 16px;
      padding: 10px 16px;
    }
    dl > div + div {
      border-block-start: 1px solid var(--line);
    }
    dt {
      color: var(--ink-2);
    }
    dd {
      white-space: pre-line;
      overflow-wrap: anywhere;
    }
    sp-badge {
      border-radius: var(--r-card);
      white-space: normal;
    }
    @media (max-width: 35em) {
      dl > div {
        grid-template-columns: minmax(0, 1fr);
        gap: 2px;
      }
    }
  `,
})
export class LinkDetails {
  protected readonly i18n = inject(I18n);
  protected readonly context = inject(LinkContext);
  private readonly lookups = inject(Lookups);
  protected readonly rows = computed(() => {
    const link = this.context.link();
    return link ? this.describe(link).filter((row) => row.value.length > 0) : [];
  });

  constructor() {
    this.lookups.ensureLoaded();
  }

  private describe(link: LinkWithCreator): Fact[] {
    const t = (key: string): string => this.i18n.t(`links.field.${key}`);
    const time = (value: string | null): string => (value ? this.i18n.dateTime(value) : '');
    const cap =
      link.maximumVisits === null
        ? ''
        : this.i18n.t('links.visits.usedOf', {
            used: this.i18n.number(link.usedVisits),
            cap: this.i18n.number(link.maximumVisits),
          });
    const rules = link.targeting ? describeTargeting(link.targeting, this.i18n) : '';
    return [
      { label: t('destination'), value: link.destinationUrl, mono: true },
      { label: t('title'), value: link.title ?? '' },
      { label: t('tags'), value: link.tags },
      { label: t('campaign'), value: link.campaignId ? this.lookups.campaignName(link.campaignId) : '' },
      ...(['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'] as const).map((key) => ({
        label: key.replace(/^utm(.)/, (_, letter: string) => `utm_${letter.toLowerCase()}`),
        value: link[key] ?? '',
        mono: true,
      })),
      { label: t('startsAt'), value: time(link.startsAt) },
      { label: t('scheduledDestination'), value: link.scheduledDestination ?? '', mono: true },
      { label: t('expiresAt'), value: time(link.expiresAt) },
      { label: t('expirationDestination'), value: link.expirationDestination ?? '', mono: true },
      { label: t('maximumVisits'), value: cap },
      { label: t('limitDestination'), value: link.limitDestination ?? '', mono: true },
      { label: this.i18n.t('links.section.targeting'), value: rules },
      { label: t('responsible'), value: this.responsible(link) },
      { label: t('reviewAt'), value: time(link.reviewAt) },
      { label: t('notes'), value: link.notes ?? '' },
      { label: this.i18n.t('links.filter.createdBy'), value: link.creator?.email ?? '' },
      { label: this.i18n.t('links.column.created'), value: time(link.createdAt) },
      { label: this.i18n.t('links.changedAt'), value: time(link.updatedAt) },
    ];
  }

  private responsible({ responsibleUserId, creator }: LinkWithCreator): string {
    if (!responsibleUserId) return '';
    // Viewers may not read the list of members, but the link itself contains this one.
    return responsibleUserId === creator?.id ? creator.email : this.lookups.memberName(responsibleUserId);
  }
}
