import { Component, computed, inject, input, model, output, signal } from '@angular/core';
import { BulkInput, LIMITS, Link } from '@signpost/contracts';
import { Button, IconButton, Menu, MenuItem, MenuTrigger, Progress, Toasts } from '@signpost/ui';

import { firstValueFrom, Observable } from 'rxjs';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { LinkActions } from './link-actions';
import { bulkFilter, LinkQuery } from './link-query';
import { LinksApi } from './links-api';
import { Lookups } from './lookups';
import { runEach } from './run-each';

/** One request that takes a bulk action back. */
type Undo = readonly { link: Link; request: () => Observable<unknown> }[];

/** What can be done with the chosen links at once. */
@Component({
  selector: 'app-bulk-bar',
  imports: [Button, IconButton, Menu, MenuItem, MenuTrigger, Progress],
  templateUrl: './bulk-bar.html',
  styleUrl: './bulk-bar.css',
})
export class BulkBar {
  readonly chosen = input.required<ReadonlyMap<string, Link>>();
  readonly query = input.required<LinkQuery>();
  /** How many match the conditions in all. */
  readonly total = input.required<number>();
  readonly everyMatch = model(false);
  readonly cleared = output<void>();
  readonly done = output<void>();

  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  private readonly api = inject(LinksApi);
  private readonly actions = inject(LinkActions);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly busy = signal(false);
  protected readonly progress = signal<{ value: number; max: number } | null>(null);
  protected readonly limit = LIMITS.bulkSelection;
  protected readonly count = computed(() => (this.everyMatch() ? this.total() : this.chosen().size));
  protected readonly more = computed(() => !this.everyMatch() && this.total() > this.chosen().size);

  constructor() {
    this.lookups.want();
  }

  protected addTag(tagId: string, name: string): Promise<void> {
    return this.run({ action: 'tag', tagId }, 'tagged', { name }, (links) =>
      links
        .filter((link) => !link.tags.includes(name))
        .map((link) => ({ link, request: () => this.api.update(link.id, { tags: link.tags }) })),
    );
  }

  protected removeTag(tagId: string, name: string): Promise<void> {
    return this.run({ action: 'untag', tagId }, 'untagged', { name }, (links) =>
      links
        .filter((link) => link.tags.includes(name))
        .map((link) => ({ link, request: () => this.api.update(link.id, { tags: link.tags }) })),
    );
  }

  protected assign(campaignId: string | null, name: string): Promise<void> {
    return this.run({ action: 'assignCampaign', campaignId }, campaignId ? 'assigned' : 'detached', { name }, (links) =>
      links.map((link) => ({
        link,
        request: () => this.api.update(link.id, { campaignId: link.campaignId, utmCampaign: link.utmCampaign }),
      })),
    );
  }

  protected archive(): Promise<void> {
    return this.run({ action: 'archive' }, 'archived', {}, (links) =>
      links
        .filter((link) => !link.archived)
        .map((link) => ({ link, request: () => this.api.update(link.id, { archived: false }) })),
    );
  }

  private async run(
    action: Omit<BulkInput, 'selection'>,
    message: string,
    params: Record<string, string>,
    undoOf: (links: readonly Link[]) => Undo,
  ): Promise<void> {
    const every = this.everyMatch();
    const links = [...this.chosen().values()];
    const selection = every ? { filter: bulkFilter(this.query()) } : { ids: links.map(({ id }) => id) };
    this.busy.set(true);
    try {
      const { affected } = await firstValueFrom(this.api.bulk({ ...action, selection }));
      // What the links were before is only known of those that were chosen one by one.
      const undo = every ? [] : undoOf(links);
      this.toasts.done(
        this.i18n.tn(`links.bulk.${message}`, affected, params),
        undo.length ? () => void this.takeBack(undo) : undefined,
      );
      this.lookups.refresh();
      this.done.emit();
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  private async takeBack(undo: Undo): Promise<void> {
    const { failed } = await runEach(
      undo,
      ({ request }) => request(),
      (value) => this.progress.set({ value, max: undo.length }),
    );
    this.progress.set(null);
    this.actions.touched();
    this.lookups.refresh();
    if (failed) this.toasts.error(this.i18n.tn('links.bulk.undoFailed', failed));
    else this.toasts.done(this.i18n.t('links.bulk.undone'));
  }
}
