import { httpResource } from '@angular/common/http';
import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { BulkInput, LIMITS, LinkPage, LISTED, Tag, TagList as Tags } from '@signpost/contracts';
import {
  Autofocus,
  Button,
  composes,
  Empty,
  Failed,
  IconButton,
  keepFocus,
  keepFocusInRows,
  Skeleton,
  someInTurns,
  Toasts,
} from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { Confirm } from '@signpost/ui/overlay';
import { Connection } from '../../platform/requests/connection';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { ListEnd } from '../../platform/list-end';
import { nameSearch, NameSearchBox } from '../../platform/name-search';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { LinksApi } from '../links/links-api';
import { EditConflicts } from '../links/editor/edit-conflicts';
import { Lookups } from '../links/editor/lookups';
import { mergeForms } from '../links/editor/merge-forms';
import { TagsApi } from './tags-api';

/** Rows rendered per step: thousands at once would block the page for a second. */
const ROWS_IN_TURN = 500;

/** All tags: add, rename, merge by renaming onto another, delete. */
@Component({
  selector: 'app-tag-list',
  imports: [
    Autofocus,
    Button,
    Empty,
    Failed,
    Field,
    FormFailure,
    IconButton,
    Input,
    ListEnd,
    NameSearchBox,
    RouterLink,
    Skeleton,
  ],
  templateUrl: './tag-list.html',
  styleUrl: './tag-list.css',
})
export class TagList {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(TagsApi);
  private readonly links = inject(LinksApi);
  private readonly lookups = inject(Lookups);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly confirm = inject(Confirm);
  private readonly conflicts = inject(EditConflicts);
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<Tags>(() => {
    this.connection.recovered();
    return '/api/tags';
  });
  protected readonly list = kept(this.resource);
  /** In the collation order of the displayed language: the position of `Ä` differs. */
  protected readonly tags = computed(() => this.i18n.sorted(this.list()?.items ?? [], ({ name }) => name));
  protected readonly most = LISTED.tags;
  protected readonly search = nameSearch(computed(() => this.tags().length));
  protected readonly shown = computed(() => this.tags().filter(({ name }) => this.search.matches(name)));
  protected readonly drawn = someInTurns(this.shown, ROWS_IN_TURN);
  protected readonly adding = new FormModel({ name: '' });
  /** The tag whose name is being edited, as it was when the field was opened. */
  protected readonly renaming = signal<Tag | null>(null);
  protected readonly rename = new FormModel({ name: '' });
  /** Tags that are being deleted, or are deleted and still listed. */
  private readonly leaving = new Set<string>();

  constructor() {
    keepFocusInRows('app-tag-list li', 'button', this.list);
  }

  protected async add(): Promise<void> {
    const name = this.adding.f.name().trim();
    if (!name || this.adding.busy()) return;
    await this.adding.send(
      async () => {
        const { tag, isNew } = await this.api.create({ name });
        this.adding.reset({ name: '' });
        // The button is disabled while the field is empty, and so loses the focus.
        keepFocus('app-tag-list .add input');
        this.refresh();
        this.toasts.done(this.i18n.t(isNew ? 'tags.added' : 'tags.exists', { name: tag.name }));
      },
      (error) => this.problems.intoForm(error, this.adding, { tag_taken: 'name' }),
    );
  }

  protected begin(tag: Tag): void {
    if (this.rename.busy()) return;
    this.rename.reset({ name: tag.name });
    this.renaming.set(tag);
  }

  protected cancel(event: Event, tag: Tag): void {
    // While an input method is composing, Escape only cancels the composition.
    if (!composes(event)) this.stop(tag);
  }

  /** Closes the name field; the focus returns to the edit button that opened it. */
  protected stop(tag: Tag): void {
    this.renaming.set(null);
    keepFocus(`#rename-${tag.id}`);
  }

  protected async finish(): Promise<void> {
    const tag = this.renaming();
    if (!tag || this.rename.busy()) return;
    const name = this.newName();
    if (!name || name === tag.name) {
      this.stop(tag);
      return;
    }
    await this.rename.send(
      () => this.save(tag),
      (error) => this.problems.intoForm(error, this.rename, { tag_taken: 'name' }),
    );
  }

  protected async remove(tag: Tag): Promise<void> {
    if (this.leaving.has(tag.id)) return;
    this.leaving.add(tag.id);
    let carriers: readonly string[];
    try {
      carriers = await this.idsOf(tag);
      await this.api.remove(tag.id);
    } catch (error) {
      this.leaving.delete(tag.id);
      this.problems.toast(error);
      return;
    }
    this.refresh();
    // A selection contains at most 500 links: with more, Undo would be incomplete and is not offered.
    const back = carriers.length === tag.linkCount ? (): void => void this.bringBack(tag, carriers) : undefined;
    // Links in the trash had the tag too, which only their history shows.
    this.toasts.done(this.i18n.t(back ? 'tags.deletedForNow' : 'tags.deleted', { name: tag.name }), back);
  }

  private newName(): string {
    return this.rename.f.name().trim();
  }

  /** @param known the tag as it was when the field was opened. @returns false when it is left as it is. */
  private async save(known: Tag): Promise<boolean> {
    const tags = await this.api.list();
    if (this.renaming() !== known) return false;
    // Beyond the end of the list nothing tells what it is called by now; one that is gone is refused by the server.
    const tag = tags.find(({ id }) => id === known.id) ?? known;
    if (!(await this.takeIn(known, tag))) return false;
    const name = this.newName();
    const twin = tags.find((other) => other.id !== tag.id && other.name.toLowerCase() === name.toLowerCase());
    if (twin) {
      if (!(await this.mayMerge(tag, twin))) return false;
      await this.merge(tag, twin);
    } else if (name !== tag.name) await this.renameTo(tag, name);
    this.stop(tag);
    this.refresh();
    return true;
  }

  /** Merges what another user has renamed it to meanwhile. @returns false when the question was dismissed. */
  private async takeIn(known: Tag, tag: Tag): Promise<boolean> {
    const [before, now] = [{ name: known.name }, { name: tag.name }];
    const taken = await this.conflicts.takeInto({
      form: this.rename,
      before,
      now,
      merge: (yielded) => mergeForms(before, this.rename.value(), now, yielded),
      describe: () => [
        { path: 'name', label: this.i18n.t('tags.name'), mine: this.newName(), theirs: tag.name, by: null },
      ],
    });
    if (taken) this.renaming.set(tag);
    return taken !== null;
  }

  private async renameTo(tag: Tag, name: string): Promise<void> {
    await this.api.rename(tag.id, { name });
    const back = (): void => void this.renameBack(tag);
    this.toasts.done(this.i18n.t('tags.renamed', { from: tag.name, to: name }), back);
  }

  private async renameBack({ id, name }: Tag): Promise<void> {
    try {
      await this.api.rename(id, { name });
      this.toastUndone();
    } catch (error) {
      this.problems.toast(error);
    }
  }

  private async bringBack(tag: Tag, ids: readonly string[]): Promise<void> {
    try {
      const { tag: made } = await this.api.create({ name: tag.name });
      if (ids.length) await this.bulk([...ids], 'tag', made.id);
      this.toastUndone();
    } catch (error) {
      this.problems.toast(error);
    }
  }

  /** Whether the user confirms merging the two tags, which cannot be undone. */
  private async mayMerge(tag: Tag, into: Tag): Promise<boolean> {
    // The form is not being sent while the question is open.
    this.rename.busy.set(false);
    const may = await this.confirm.ask({
      heading: this.i18n.t('tags.merge.heading', { from: tag.name, to: into.name }),
      text: this.i18n.tn('tags.merge.text', tag.linkCount, { from: tag.name, to: into.name }),
      action: this.i18n.t('tags.merge.action'),
      danger: true,
    });
    this.rename.busy.set(true);
    return may;
  }

  /** Moves its links to the other tag, including those in the trash, and deletes this one. */
  private async merge(tag: Tag, into: Tag): Promise<void> {
    await this.api.rename(tag.id, { name: into.name, merge: true });
    this.toasts.done(this.i18n.t('tags.merge.done', { from: tag.name, to: into.name }));
  }

  private bulk(ids: string[], action: BulkInput['action'], tagId: string): Promise<unknown> {
    return this.links.bulk({ selection: { ids }, action, tagId });
  }

  /** Ids of up to 500 links with a tag. */
  private async idsOf(tag: Tag): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ids.length < LIMITS.bulkSelection; page++) {
      const params = { tags: tag.name, archived: 'all', page, perPage: LIMITS.perPageMax, sort: 'createdAt' };
      const found: LinkPage = await this.links.find(params);
      ids.push(...found.items.map(({ id }) => id));
      if (ids.length >= found.total || found.items.length === 0) break;
    }
    return ids;
  }

  private toastUndone(): void {
    this.refresh();
    this.toasts.done(this.i18n.t('ui.undone'));
  }

  private refresh(): void {
    this.resource.reload();
    this.lookups.refresh();
  }
}
