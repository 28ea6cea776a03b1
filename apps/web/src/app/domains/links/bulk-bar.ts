import { Component, computed, inject, input, model, output, signal } from '@angular/core';
import { BulkInput, LIMITS, Link } from '@signpost/contracts';
import { Button, IconButton, Menu, MenuItem, MenuTrigger, Progress, Toasts } from '@signpost/ui';
import { firstValueFrom, Observable } from 'rxjs';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { Viewport } from '../../platform/viewport';
import { BulkPick, type PickAction } from './bulk-pick';
import { BulkAction, UndoStep, undoSteps } from './bulk-undo';
import { isGone, LinkActions } from './link-actions';
import { apiParams, bulkFilter, LinkQuery } from './link-query';
import { LinksApi } from './links-api';
import { Lookups } from './lookups';
import { runEach } from './run-each';

/** What can be done with the chosen links at once. Stays while it takes something back, when nothing is chosen any more. */
@Component({
  selector: 'app-bulk-bar',
  imports: [BulkPick, Button, IconButton, Menu, MenuItem, MenuTrigger, Progress],
  templateUrl: './bulk-bar.html',
  styleUrl: './bulk-bar.css',
  host: { '[hidden]': '!chosen().size && !progress()' },
})
export class BulkBar {
  readonly chosen = input.required<ReadonlyMap<string, Link>>();
  readonly query = input.required<LinkQuery>();
  /** How many match the conditions in all. */
  readonly total = input.required<number>();
  /** How many are chosen, also on other pages. */
  readonly count = input.required<number>();
  readonly everyMatch = model(false);
  readonly cleared = output<void>();
  readonly done = output<void>();

  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  /** A phone has room for the two most used; the rest is in the menu. */
  protected readonly viewport = inject(Viewport);
  private readonly api = inject(LinksApi);
  private readonly actions = inject(LinkActions);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly busy = signal(false);
  protected readonly progress = signal<{ value: number; max: number } | null>(null);
  /** The server wants none for a time. */
  protected readonly waiting = signal(false);
  private stopping = new AbortController();
  protected readonly limit = LIMITS.bulkSelection;
  protected readonly more = computed(() => !this.everyMatch() && this.total() > this.chosen().size);

  protected readonly tagActions = computed<readonly PickAction[]>(() => [
    {
      label: this.i18n.t('links.bulk.addTag'),
      run: ({ value, label }) => void this.run({ action: 'tag', tagId: value }, 'tagged', label),
    },
    {
      label: this.i18n.t('links.bulk.removeTag'),
      run: ({ value, label }) => void this.run({ action: 'untag', tagId: value }, 'untagged', label),
    },
  ]);
  protected readonly campaignActions = computed<readonly PickAction[]>(() => [
    {
      label: this.i18n.t('links.bulk.assign'),
      run: ({ value, label }) =>
        void this.run({ action: 'assignCampaign', campaignId: value || null }, value ? 'assigned' : 'detached', label),
    },
  ]);

  constructor() {
    this.lookups.want();
  }

  protected archive(): Promise<void> {
    return this.run({ action: 'archive' }, 'archived');
  }

  protected pause(): Promise<void> {
    const enable = (isEnabled: boolean) => (link: Link) => this.api.update(link.id, { isEnabled });
    return this.runOneByOne('paused', ({ isEnabled }) => isEnabled, enable(false), enable(true));
  }

  protected remove(): Promise<void> {
    const all = (): boolean => true;
    return this.runOneByOne(
      'deleted',
      all,
      ({ id }) => this.api.remove(id),
      ({ id }) => this.actions.bringBack(id),
    );
  }

  /** Leaves alone what has not been begun; what is done stays done and can be undone. */
  protected stop(): void {
    this.stopping.abort();
  }

  private async run(action: BulkAction, message: string, name = ''): Promise<void> {
    this.busy.set(true);
    try {
      const links = await this.meant();
      const { affected, done, gone } = await this.inParts(action, links);
      if (gone.length) this.sayGone(links.filter(({ id }) => gone.includes(id)));
      if (gone.length === links.length) {
        this.done.emit();
        return;
      }
      const before = links.filter(({ id }) => done.has(id));
      const steps = undoSteps(action, before, name);
      this.say(this.i18n.tn(`links.bulk.${message}`, affected, { name }), steps, (step) => this.request(step));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  /**
   * More links than one request may name, collected over many pages, take several. One that somebody else has deleted
   * refuses all that are named with it: halves of them find out which it is, and the others go on. Stops at the first
   * other refusal.
   */
  private async inParts(
    action: BulkAction,
    links: readonly Link[],
  ): Promise<{ affected: number; done: ReadonlySet<string>; gone: readonly string[] }> {
    const ids = links.map(({ id }) => id);
    const selections: BulkInput['selection'][] = this.everyMatch()
      ? [{ filter: bulkFilter(this.query()) }]
      : Array.from({ length: Math.ceil(ids.length / this.limit) }, (_, part) => ({
          ids: ids.slice(part * this.limit, (part + 1) * this.limit),
        }));
    let affected = 0;
    const done = new Set<string>();
    const gone: string[] = [];
    for (let selection = selections.shift(); selection; selection = selections.shift()) {
      try {
        const answer = await firstValueFrom(this.api.bulk({ ...action, selection }));
        affected += answer.affected;
        for (const { id, status } of answer.results) if (status === 'ok') done.add(id);
      } catch (error) {
        const named = 'ids' in selection ? selection.ids : [];
        if (isGone(error) && named.length > 0) {
          const half = Math.ceil(named.length / 2);
          if (named.length === 1) gone.push(...named);
          else selections.unshift({ ids: named.slice(0, half) }, { ids: named.slice(half) });
          continue;
        }
        if (done.size === 0) throw error;
        this.problems.toast(error);
        break;
      }
    }
    return { affected, done, gone };
  }

  private sayGone(links: readonly Link[]): void {
    const few = links.slice(0, 3).map(({ slug }) => slug);
    const names = [...few, ...(links.length > few.length ? ['…'] : [])].join(', ');
    this.toasts.error(this.i18n.tn('links.bulk.gone', links.length, { names }));
  }

  /** What the API does to one link at a time only. */
  private async runOneByOne(
    message: string,
    concerns: (link: Link) => boolean,
    act: (link: Link) => Observable<unknown>,
    back: (link: Link) => Observable<unknown>,
  ): Promise<void> {
    this.busy.set(true);
    try {
      const links = (await this.meant()).filter(concerns);
      const { done, failed } = await this.runSteps(links, act);
      const steps = done.map((link) => ({ link, size: 1 }));
      if (failed) this.toasts.error(this.i18n.tn('links.bulk.failed', failed));
      this.say(this.i18n.tn(`links.bulk.${message}`, done.length), steps, ({ link }) => back(link));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  /** The chosen links as they are now; of all that match, those on other pages are fetched. */
  private async meant(): Promise<readonly Link[]> {
    if (!this.everyMatch()) return [...this.chosen().values()];
    const pages = Array.from({ length: Math.ceil(this.total() / LIMITS.perPageMax) }, (_, index) =>
      firstValueFrom(this.api.find({ ...apiParams(this.query(), LIMITS.perPageMax), page: index + 1 })),
    );
    return (await Promise.all(pages)).flatMap(({ items }) => items);
  }

  private request(step: UndoStep): Observable<unknown> {
    return step.kind === 'bulk' ? this.api.bulk(step.input) : this.api.update(step.id, step.input);
  }

  private say<T extends { size: number }>(
    text: string,
    undo: readonly T[],
    back: (step: T) => Observable<unknown>,
  ): void {
    this.toasts.done(text, undo.length ? () => void this.takeBack(undo, back) : undefined);
    this.lookups.refresh();
    this.done.emit();
  }

  private async takeBack<T extends { size: number }>(
    undo: readonly T[],
    back: (step: T) => Observable<unknown>,
  ): Promise<void> {
    const { done } = await this.runSteps(undo, back);
    const failed = sizeOf(undo) - sizeOf(done);
    this.actions.touched();
    this.lookups.refresh();
    if (failed) this.toasts.error(this.i18n.tn('links.bulk.undoFailed', failed));
    else this.toasts.done(this.i18n.t('links.bulk.undone'));
  }

  private async runSteps<T>(
    steps: readonly T[],
    request: (step: T) => Observable<unknown>,
  ): Promise<{ done: readonly T[]; failed: number }> {
    this.progress.set({ value: 0, max: steps.length });
    this.stopping = new AbortController();
    const result = await runEach(steps, request, {
      progress: (value) => {
        this.progress.set({ value, max: steps.length });
      },
      waiting: (isWaiting) => {
        this.waiting.set(isWaiting);
      },
      signal: this.stopping.signal,
    });
    this.progress.set(null);
    return result;
  }
}

function sizeOf(steps: readonly { readonly size: number }[]): number {
  return steps.reduce((sum, { size }) => sum + size, 0);
}
