import { Component, computed, DestroyRef, inject, input, model, output, signal } from '@angular/core';
import { BulkChanges, BulkInput, BulkResult, LIMITS, Link } from '@signpost/contracts';
import { lengthOf, readableAddress } from '@signpost/domain';
import {
  Button,
  copyText,
  IconButton,
  keepFocus,
  measureInto,
  Menu,
  MenuItem,
  MenuTrigger,
  Toasts,
} from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { Problems } from '../../../platform/requests/problem';
import { Viewport } from '../../../platform/viewport';
import { TagsApi } from '../../tags/tags-api';
import { inParts, sendByHalves, Tally } from './bulk-parts';
import { BulkDate } from './bulk-date';
import { BulkPick, type PickAction } from './bulk-pick';
import { BulkAction, BulkWork, retagged, UndoStep, undoSteps } from './bulk-undo';
import { LinkActions } from '../page/link-actions';
import { apiParams, bulkFilter, LinkQuery } from '../list/link-query';
import { LinksApi } from '../links-api';
import { Lookups } from '../editor/lookups';

/**
 * Actions on all chosen links, each sent as one bulk request. The bar has a fixed position, so that nothing moves when
 * it appears, works or disappears.
 */
@Component({
  selector: 'app-bulk-bar',
  imports: [BulkDate, BulkPick, Button, IconButton, Menu, MenuItem, MenuTrigger],
  templateUrl: './bulk-bar.html',
  styleUrl: './bulk-bar.css',
  host: { '[hidden]': '!chosen().size' },
})
export class BulkBar {
  /** Chosen links by id in their current state, which Undo starts from. */
  readonly chosen = model.required<ReadonlyMap<string, Link>>();
  readonly query = input.required<LinkQuery>();
  /** Number of links that match the filters. */
  readonly total = input.required<number>();
  /** Number of chosen links, also on other pages. */
  readonly count = input.required<number>();
  readonly everyMatch = model(false);
  readonly cleared = output<void>();

  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
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
  /** The server's rule for tag names: short enough, without separators of tags. */
  protected readonly mayBeTag = (name: string): boolean => lengthOf(name) <= LIMITS.tagNameLength && !/[,|]/.test(name);
  protected readonly newTag = (name: string): string => this.i18n.t('links.bulk.newTag', { name });
  protected readonly more = computed(() => !this.everyMatch() && this.total() > this.chosen().size);

  /**
   * Menu items that would change at least one chosen link. When all matches are chosen, those on other pages are
   * unknown.
   */
  protected readonly mayRun = computed(() => {
    const links = [...this.chosen().values()];
    const { archived } = this.query();
    return this.everyMatch()
      ? { pause: true, resume: true, unarchive: archived !== '' }
      : {
          pause: links.some(({ isEnabled }) => isEnabled),
          resume: links.some(({ isEnabled }) => !isEnabled),
          unarchive: links.some((link) => link.archived),
        };
  });

  protected readonly tagActions = computed<readonly PickAction[]>(() => [
    {
      label: this.i18n.t('links.bulk.addTag'),
      run: ({ value, label }) => void this.act({ action: 'tag', tagId: value }, 'tagged', label),
      create: (name) => void this.runNewTag(name),
    },
    {
      label: this.i18n.t('links.bulk.removeTag'),
      run: ({ value, label }) => void this.act({ action: 'untag', tagId: value }, 'untagged', label),
    },
  ]);
  protected readonly campaignActions = computed<readonly PickAction[]>(() => [
    {
      label: this.i18n.t('links.bulk.assign'),
      run: ({ value, label }) =>
        void this.act({ action: 'assignCampaign', campaignId: value || null }, value ? 'assigned' : 'detached', label),
    },
  ]);

  protected readonly responsibleActions = computed<readonly PickAction[]>(() => [
    {
      label: this.i18n.t('links.bulk.assign'),
      run: ({ value, label }) =>
        void this.update({ responsibleUserId: value || null }, value ? 'entrusted' : 'released', label),
    },
  ]);

  constructor() {
    this.lookups.ensureLoaded();
    measureInto('--bulk-bar');
  }

  protected chooseEveryMatch(): void {
    this.everyMatch.set(true);
    // The button is no longer there.
    keepFocus('app-bulk-bar .actions button');
  }

  /** Copies the short URLs, one per line. */
  protected async copy(): Promise<void> {
    this.busy.set(true);
    try {
      const links = await this.selection();
      const isCopied = await copyText(links.map(({ shortUrl }) => readableAddress(shortUrl)).join('\n'));
      if (isCopied) this.toasts.done(this.i18n.tn('links.bulk.copied', links.length));
      else this.toasts.error(this.i18n.t('ui.copyByHand'));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  /** Opens their QR codes, as an archive or as printable sheets. */
  protected async qr(): Promise<void> {
    this.busy.set(true);
    try {
      const ids = (await this.selection()).map(({ id }) => id);
      if (ids.length <= this.limit) await this.actions.qrOfMany(ids);
      else this.toasts.error(this.i18n.t('links.bulk.qrTooMany', { limit: this.i18n.number(this.limit) }));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  /** Sets fields of all chosen links; `message` reports the result. */
  protected async update(changes: BulkChanges, message: string, name = ''): Promise<void> {
    if (!this.busy()) await this.run({ kind: 'update', changes }, message, name);
  }

  private act(action: BulkAction, message: string, name: string): Promise<void> {
    return this.run({ kind: 'action', action }, message, name);
  }

  /** If another user has created the tag meanwhile, that one is used. */
  private async runNewTag(name: string): Promise<void> {
    this.busy.set(true);
    try {
      const { tag } = await this.tags.create({ name });
      this.lookups.refresh();
      await this.act({ action: 'tag', tagId: tag.id }, 'tagged', tag.name);
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  private async run(work: BulkWork, message: string, name = ''): Promise<void> {
    this.busy.set(true);
    try {
      const links = await this.selection();
      const tally = await this.send(work, links);
      const gone = links.filter(({ id }) => tally.gone.has(id));
      if (gone.length) this.toastGone(gone);
      if (tally.failed) this.toasts.error(this.i18n.tn('links.bulk.failed', tally.failed));
      if (tally.affected) {
        const before = links.filter(({ id }) => tally.done.has(id));
        const text = this.i18n.tn(`links.bulk.${message}`, tally.affected, { name });
        this.toastDone(text, undoSteps(work, before, name), name);
      }
      if (tally.affected || gone.length) {
        // Keep the selection: the user may add another tag.
        if (isTagging(work)) this.narrowTo(links, tally.gone);
        else this.clearSelection();
        this.refresh();
      } else if (!tally.failed) this.toasts.done(this.i18n.t('links.bulk.nothing'));
      this.retag(work, name, tally.done);
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  /**
   * A selection collected over many pages can exceed the limit of one request and is sent in several. Stops at the
   * first error.
   */
  private async send(work: BulkWork, links: readonly Link[]): Promise<Tally> {
    const tally = new Tally();
    try {
      if (this.everyMatch()) tally.add(await this.request(work, { filter: bulkFilter(this.query()) }));
      else for (const ids of inParts(links.map(({ id }) => id))) await this.sendNamed(work, ids, tally);
    } catch (error) {
      if (tally.done.size === 0) throw error;
      this.problems.toast(error);
    }
    return tally;
  }

  private sendNamed(work: BulkWork, ids: readonly string[], tally: Tally): Promise<void> {
    return sendByHalves(ids, (some) => this.request(work, { ids: some }), tally);
  }

  private request(work: BulkWork, selection: BulkInput['selection']): Promise<BulkResult> {
    return work.kind === 'action'
      ? this.api.bulk({ ...work.action, selection })
      : this.api.bulkUpdate({ selection, changes: work.changes });
  }

  private toastGone(links: readonly Link[]): void {
    const few = links.slice(0, 3).map(({ slug }) => slug);
    const names = [...few, ...(links.length > few.length ? ['…'] : [])].join(', ');
    this.toasts.error(this.i18n.tn('links.bulk.gone', links.length, { names }));
  }

  /** The chosen links in their current state; when all matches are chosen, loads those on other pages. */
  private async selection(): Promise<readonly Link[]> {
    if (!this.everyMatch()) return [...this.chosen().values()];
    return this.api.findAll(apiParams(this.query(), LIMITS.perPageMax), this.total());
  }

  /** Runs one undo step; returns how many links it succeeded for. */
  private async undoStep(step: UndoStep): Promise<number> {
    if (step.kind === 'link') {
      await this.api.update(step.id, step.input);
      return 1;
    }
    const tally = new Tally();
    await this.sendNamed(step.work, step.ids, tally);
    return tally.done.size;
  }

  private toastDone(text: string, undo: readonly UndoStep[], tagName = ''): void {
    this.toasts.done(text, undo.length ? () => void this.takeBack(undo, tagName) : undefined);
  }

  private clearSelection(): void {
    if (!this.destroyRef.destroyed) this.cleared.emit();
  }

  /** When all matches were chosen, keeps exactly those: after tagging, other links may match. */
  private narrowTo(links: readonly Link[], gone: ReadonlySet<string> = new Set()): void {
    if (this.destroyRef.destroyed) return;
    if (this.everyMatch()) this.chosen.set(new Map(links.map((link) => [link.id, link])));
    this.everyMatch.set(false);
    this.chosen.update((chosen) => new Map([...chosen].filter(([id]) => !gone.has(id))));
  }

  /** Chosen links of other pages are not reloaded with the list, so they are updated here. */
  private retag(work: BulkWork, tagName: string, ids: Iterable<string>): void {
    if (this.destroyRef.destroyed || work.kind !== 'action') return;
    const { action } = work.action;
    if (action === 'tag' || action === 'untag') {
      this.chosen.update((chosen) => retagged(chosen, action, tagName, ids));
    }
  }

  /** Lists reload even if the user has left this one meanwhile. */
  private refresh(): void {
    this.actions.touched();
    this.lookups.refresh();
  }

  private async takeBack(undo: readonly UndoStep[], tagName: string): Promise<void> {
    let failed = 0;
    for (const step of undo) {
      const size = step.kind === 'link' ? 1 : step.ids.length;
      try {
        failed += size - (await this.undoStep(step));
        if (step.kind === 'bulk') this.retag(step.work, tagName, step.ids);
      } catch (error) {
        failed += size;
        this.problems.toast(error);
      }
    }
    this.refresh();
    if (failed) this.toasts.error(this.i18n.tn('links.bulk.undoFailed', failed));
    else this.toasts.done(this.i18n.t('ui.undone'));
  }
}

function isTagging(work: BulkWork): boolean {
  return work.kind === 'action' && (work.action.action === 'tag' || work.action.action === 'untag');
}
