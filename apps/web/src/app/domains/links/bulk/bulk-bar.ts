import { Component, computed, DestroyRef, inject, input, model, output, signal } from '@angular/core';
import { BulkInput, BulkResult, LIMITS, Link } from '@signpost/contracts';
import { Button, IconButton, keepFocusFrom, measureInto, Menu, MenuItem, MenuTrigger, Toasts } from '@signpost/ui';
import { firstValueFrom, from, map, Observable, tap } from 'rxjs';
import { I18n } from '../../../platform/i18n';
import { Problems } from '../../../platform/problem';
import { Viewport } from '../../../platform/viewport';
import { TagsApi } from '../../tags/tags-api';
import { inParts, sendByHalves, Tally } from './bulk-parts';
import { BulkPick, type PickAction } from './bulk-pick';
import { BulkAction, retagged, SingleAction, undoSingly, UndoStep, undoSteps } from './bulk-undo';
import { LinkActions } from '../page/link-actions';
import { apiParams, bulkFilter, LinkQuery } from '../list/link-query';
import { LinksApi } from '../links-api';
import { LongRun } from './long-run';
import { Lookups } from '../editor/lookups';
import { RunProgress } from './run-progress';

/** Which links an action concerns (the others are like that already), and what is said of those that it changed. */
const SINGLE_ACTIONS: Record<SingleAction, { concerns: (link: Link) => boolean; message: string }> = {
  pause: { concerns: ({ isEnabled }) => isEnabled, message: 'paused' },
  resume: { concerns: ({ isEnabled }) => !isEnabled, message: 'resumed' },
  unarchive: { concerns: ({ archived }) => archived, message: 'unarchived' },
  delete: { concerns: () => true, message: 'deleted' },
};

/** Where the keyboard's place goes when a run takes the place of the bar's buttons, and when they are back. */
const PLACE = 'app-bulk-bar:not([hidden]) :is(app-run-progress button, [aria-haspopup=menu])';

/**
 * What can be done with the chosen links at once. Stays while a long run is under way, when nothing is chosen any more or
 * another page began it.
 */
@Component({
  selector: 'app-bulk-bar',
  imports: [BulkPick, Button, IconButton, Menu, MenuItem, MenuTrigger, RunProgress],
  templateUrl: './bulk-bar.html',
  styleUrl: './bulk-bar.css',
  host: { '[hidden]': '!chosen().size && !longRun.state()' },
})
export class BulkBar {
  /** By id, as they are now: taking an action back begins there. */
  readonly chosen = model.required<ReadonlyMap<string, Link>>();
  readonly query = input.required<LinkQuery>();
  /** How many match the conditions in all. */
  readonly total = input.required<number>();
  /** How many are chosen, also on other pages. */
  readonly count = input.required<number>();
  readonly everyMatch = model(false);
  readonly cleared = output<void>();

  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  protected readonly longRun = inject(LongRun);
  /** A phone has room for the two most used; the rest is in the menu. */
  protected readonly viewport = inject(Viewport);
  private readonly api = inject(LinksApi);
  private readonly tags = inject(TagsApi);
  private readonly actions = inject(LinkActions);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly destroyRef = inject(DestroyRef);
  protected readonly busy = signal(false);
  protected readonly limit = LIMITS.bulkSelection;
  /** As the server has it: short enough, without what separates tags. */
  protected readonly mayBeTag = (name: string): boolean =>
    Array.from(name).length <= LIMITS.tagNameLength && !/[,|]/.test(name);
  protected readonly newTag = (name: string): string => this.i18n.t('links.bulk.newTag', { name });
  protected readonly more = computed(() => !this.everyMatch() && this.total() > this.chosen().size);

  /** What the menu offers: what would change one of the chosen. Of all that match, those on other pages are not known. */
  protected readonly mayRun = computed(() => {
    const links = [...this.chosen().values()];
    const may = (action: SingleAction): boolean => links.some(SINGLE_ACTIONS[action].concerns);
    const { archived } = this.query();
    return this.everyMatch()
      ? { pause: true, resume: true, unarchive: archived !== '' }
      : { pause: may('pause'), resume: may('resume'), unarchive: may('unarchive') };
  });

  protected readonly tagActions = computed<readonly PickAction[]>(() => [
    {
      label: this.i18n.t('links.bulk.addTag'),
      run: ({ value, label }) => void this.run({ action: 'tag', tagId: value }, 'tagged', label),
      create: (name) => void this.runNewTag(name),
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
    measureInto('--bulk-bar');
    keepFocusFrom('app-bulk-bar', this.longRun.state, PLACE);
  }

  protected async archive(): Promise<void> {
    if (!this.busy()) await this.run({ action: 'archive' }, 'archived');
  }

  /** Somebody else may have made it meanwhile: then that one is meant. */
  private async runNewTag(name: string): Promise<void> {
    this.busy.set(true);
    try {
      const { tag } = await firstValueFrom(this.tags.create({ name }));
      this.lookups.refresh();
      await this.run({ action: 'tag', tagId: tag.id }, 'tagged', tag.name);
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  private async run(action: BulkAction, message: string, name = ''): Promise<void> {
    this.busy.set(true);
    try {
      const links = await this.meant();
      const tally = await this.send(action, links);
      const gone = links.filter(({ id }) => tally.gone.has(id));
      if (gone.length) this.sayGone(gone);
      if (tally.failed) this.sayFailed(tally.failed);
      if (tally.affected) {
        const before = links.filter(({ id }) => tally.done.has(id));
        const text = this.i18n.tn(`links.bulk.${message}`, tally.affected, { name });
        this.say(text, undoSteps(action, before, name), name);
      }
      if (tally.affected || gone.length) {
        // Another tag may follow.
        if (action.action === 'tag' || action.action === 'untag') this.stayWith(links, tally.gone);
        else this.unchoose();
        this.refresh();
      } else if (!tally.failed) this.sayNothing();
      this.retag(action, name, tally.done);
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  /** More links than one request may name, collected over many pages, take several. Stops at the first refusal. */
  private async send(action: BulkAction, links: readonly Link[]): Promise<Tally> {
    const tally = new Tally();
    try {
      if (this.everyMatch()) tally.add(await this.request(action, { filter: bulkFilter(this.query()) }));
      else for (const ids of inParts(links.map(({ id }) => id))) await this.sendNamed(action, ids, tally);
    } catch (error) {
      if (tally.done.size === 0) throw error;
      this.problems.toast(error);
    }
    return tally;
  }

  private sendNamed(action: BulkAction, ids: readonly string[], tally: Tally): Promise<void> {
    return sendByHalves(ids, (some) => this.request(action, { ids: some }), tally);
  }

  private request(action: BulkAction, selection: BulkInput['selection']): Promise<BulkResult> {
    return firstValueFrom(this.api.bulk({ ...action, selection }));
  }

  private sayGone(links: readonly Link[]): void {
    const few = links.slice(0, 3).map(({ slug }) => slug);
    const names = [...few, ...(links.length > few.length ? ['…'] : [])].join(', ');
    this.toasts.error(this.i18n.tn('links.bulk.gone', links.length, { names }));
  }

  protected async runSingly(action: SingleAction): Promise<void> {
    if (this.busy()) return;
    const { concerns, message } = SINGLE_ACTIONS[action];
    this.busy.set(true);
    try {
      const meant = await this.meant();
      // A minute may pass: what others make meanwhile matches too, and is not meant.
      this.stayWith(meant);
      const links = meant.filter(concerns);
      if (links.length === 0) {
        this.sayNothing();
        return;
      }
      const { done, failed } = await this.longRun.run('work', links, (link) => this.requestFor(action, link));
      if (failed.length) this.sayFailed(failed.length);
      if (done.length === 0) {
        // What refuses may be gone: the list shows what is.
        this.actions.touched();
        return;
      }
      this.say(this.i18n.tn(`links.bulk.${message}`, done.length), undoSingly(action, done));
      this.unchoose();
      this.refresh();
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  /** The chosen links as they are now; of all that match, those on other pages are fetched. */
  private async meant(): Promise<readonly Link[]> {
    if (!this.everyMatch()) return [...this.chosen().values()];
    return firstValueFrom(this.api.findAll(apiParams(this.query(), LIMITS.perPageMax), this.total()));
  }

  private requestFor(action: SingleAction, { id }: Link): Observable<unknown> {
    switch (action) {
      case 'pause':
        return this.api.update(id, { isEnabled: false });
      case 'resume':
        return this.api.update(id, { isEnabled: true });
      case 'unarchive':
        return this.api.update(id, { archived: false });
      case 'delete':
        return this.api.remove(id);
    }
  }

  /** Takes one step back; of how many links that worked. */
  private back(step: UndoStep): Observable<number> {
    switch (step.kind) {
      case 'update':
        return this.api.update(step.id, step.input).pipe(map(() => 1));
      case 'restore':
        return this.actions.bringBack(step.id).pipe(map(() => 1));
      case 'bulk': {
        const tally = new Tally();
        return from(this.sendNamed(step.action, step.ids, tally)).pipe(map(() => tally.done.size));
      }
    }
  }

  private say(text: string, undo: readonly UndoStep[], tagName = ''): void {
    this.toasts.done(text, undo.length ? () => void this.takeBack(undo, tagName) : undefined);
  }

  private sayFailed(count: number): void {
    this.toasts.error(this.i18n.tn('links.bulk.failed', count));
  }

  private sayNothing(): void {
    this.toasts.done(this.i18n.t('links.bulk.nothing'));
  }

  private unchoose(): void {
    if (!this.destroyRef.destroyed) this.cleared.emit();
  }

  /** Of all that matched, those that were meant: with the tag, others may match. */
  private stayWith(links: readonly Link[], gone: ReadonlySet<string> = new Set()): void {
    if (this.destroyRef.destroyed) return;
    if (this.everyMatch()) this.chosen.set(new Map(links.map((link) => [link.id, link])));
    this.everyMatch.set(false);
    this.chosen.update((chosen) => new Map([...chosen].filter(([id]) => !gone.has(id))));
  }

  /** Chosen links of other pages are in no list that loads again. */
  private retag({ action }: BulkAction, tagName: string, ids: Iterable<string>): void {
    if (this.destroyRef.destroyed || (action !== 'tag' && action !== 'untag')) return;
    this.chosen.update((chosen) => retagged(chosen, action, tagName, ids));
  }

  /** Lists load again also where somebody has left this one meanwhile. */
  private refresh(): void {
    this.actions.touched();
    this.lookups.refresh();
  }

  private async takeBack(undo: readonly UndoStep[], tagName: string): Promise<void> {
    let restored = 0;
    const counted = (step: UndoStep): Observable<number> => this.back(step).pipe(tap((count) => (restored += count)));
    const ended = await this.longRun.run('undo', undo, counted);
    const begun = [...ended.done, ...ended.failed];
    const failed = begun.reduce((sum, { size }) => sum + size, 0) - restored;
    for (const step of ended.done) if (step.kind === 'bulk') this.retag(step.action, tagName, step.ids);
    this.refresh();
    if (failed) this.toasts.error(this.i18n.tn('links.bulk.undoFailed', failed));
    if (begun.length < undo.length) this.toasts.done(this.i18n.tn('links.bulk.undoneSome', restored));
    else if (!failed) this.toasts.done(this.i18n.t('ui.undone'));
  }
}
