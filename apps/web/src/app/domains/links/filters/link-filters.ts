import { CdkOverlayOrigin } from '@angular/cdk/overlay';
import { Component, computed, effect, inject, input, output, signal } from '@angular/core';
import { LINK_SORTS, LinkSort } from '@signpost/contracts';
import { Button, Chip, Chips, keepFocusFrom } from '@signpost/ui';
import { dateFormat } from '@signpost/ui/words';
import { I18n } from '../../../platform/words/i18n';
import { ChunkLoadError } from '../../../platform/navigation/chunk-load-error';
import { LinkConditions } from './link-conditions';
import { LinkQuery } from '../list/link-query';
import { Lookups } from '../editor/lookups';
import { SearchBox } from '../list/search-box';
import { readable } from '../page/short-address';

/** One active condition, shown as a chip that can be removed. */
interface Condition extends Chip {
  readonly without: Partial<LinkQuery>;
}

/** Search while typing, conditions in a popover, each active condition as a chip. */
@Component({
  selector: 'app-link-filters',
  imports: [Button, CdkOverlayOrigin, Chips, LinkConditions, SearchBox, ChunkLoadError],
  templateUrl: './link-filters.html',
  styleUrl: './link-filters.css',
})
export class LinkFilters {
  readonly query = input.required<LinkQuery>();
  /** Conditions to change; the list returns to page 1. */
  readonly narrowed = output<Partial<LinkQuery>>();

  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  protected readonly open = signal(false);

  protected readonly sorts = computed(() =>
    LINK_SORTS.map((value) => ({ value, label: this.i18n.t(`links.sort.${value}`) })),
  );
  protected readonly chips = computed(() => this.describe(this.query()));

  constructor() {
    // Also for conditions in the initial URL, whose chips show names.
    effect(() => {
      const { campaignId, createdBy, responsible } = this.query();
      if (campaignId || createdBy || responsible) this.lookups.ensureLoaded();
    });
    // A chip is removed together with its focused button: the focus moves to the filter button.
    keepFocusFrom('app-link-filters sp-chips', this.chips, 'app-link-filters .bar > button');
  }

  protected setSort(value: string): void {
    this.narrowed.emit({ sort: value as LinkSort });
  }

  protected show(): void {
    this.lookups.ensureLoaded();
    this.open.update((open) => !open);
  }

  private personName(id: string): string {
    return id === 'me' ? this.i18n.t('links.filter.me') : this.lookups.memberName(id);
  }

  private describe(query: LinkQuery): Condition[] {
    const chips: Condition[] = [];
    const t = (key: string, value: string): string => this.i18n.t(`links.chip.${key}`, { value });
    if (query.status) {
      chips.push({
        key: 'status',
        text: t('status', this.i18n.t(`links.status.${query.status}`)),
        without: { status: '' },
      });
    }
    if (query.health) {
      chips.push({
        key: 'health',
        text: t('health', this.i18n.t(`links.health.${query.health}`)),
        without: { health: '' },
      });
    }
    for (const tag of query.tags) {
      chips.push({
        key: `tag ${tag}`,
        text: t('tag', tag),
        without: { tags: query.tags.filter((name) => name !== tag) },
      });
    }
    if (query.campaignId) {
      const name = this.lookups.campaignName(query.campaignId);
      chips.push({ key: 'campaign', text: t('campaign', name), without: { campaignId: '' } });
    }
    if (query.createdBy) {
      const name = this.personName(query.createdBy);
      chips.push({ key: 'createdBy', text: t('createdBy', name), without: { createdBy: '' } });
    }
    if (query.responsible) {
      const name = query.responsible === 'none' ? this.i18n.t('links.nobody') : this.personName(query.responsible);
      chips.push({ key: 'responsible', text: t('responsible', name), without: { responsible: '' } });
    }
    for (const key of ['createdFrom', 'createdTo'] as const) {
      if (!query[key]) continue;
      const day = dateFormat(this.i18n.locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(query[key]));
      chips.push({ key, text: t(key, day), without: { [key]: '' } });
    }
    for (const key of ['minClicks', 'maxClicks'] as const) {
      if (!query[key]) continue;
      const count = Number(query[key]);
      const isNone = key === 'maxClicks' && count === 0;
      const text = isNone ? this.i18n.t('links.chip.noClicks') : this.i18n.tn(`links.chip.${key}`, count);
      chips.push({ key, text, without: { [key]: '' } });
    }
    if (query.destination) {
      chips.push({
        key: 'destination',
        text: t('destination', readable(query.destination)),
        without: { destination: '' },
      });
    }
    if (query.archived) {
      const key = query.archived === 'true' ? 'links.filter.onlyArchived' : 'links.filter.both';
      chips.push({ key: 'archived', text: this.i18n.t(key), without: { archived: '' } });
    }
    if (query.needsReview) {
      chips.push({
        key: 'needsReview',
        text: this.i18n.t('links.filter.needsReview'),
        without: { needsReview: false },
      });
    }
    return chips;
  }
}
