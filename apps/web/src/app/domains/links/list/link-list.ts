import { NgTemplateOutlet } from '@angular/common';
import { httpResource } from '@angular/common/http';
import { Component, computed, effect, inject, linkedSignal, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, NavigationBehaviorOptions, Router, RouterLink } from '@angular/router';
import type { Link, LinkPage } from '@signpost/contracts';
import {
  Button,
  Empty,
  Failed,
  IconButton,
  keepFocusFrom,
  keepFocusInRows,
  Menu,
  MenuItem,
  MenuTrigger,
  Pager,
  Skeleton,
  someInTurns,
  Toasts,
} from '@signpost/ui';
import { Connection } from '../../../platform/requests/connection';
import { readWhenGone } from '../../../platform/requests/gone-links';
import { I18n } from '../../../platform/words/i18n';
import { kept } from '../../../platform/kept';
import { KeySettings } from '../../../platform/key-settings';
import { FRESH_MS, readOnReturn } from '../../../platform/navigation/read-on-return';
import { recentLines } from '../../../platform/recent-clicks';
import { returnToPlace } from '../../../platform/navigation/return-to-place';
import { SessionStore } from '../../../platform/session';
import { Viewport } from '../../../platform/viewport';
import { ChunkLoadError } from '../../../platform/navigation/chunk-load-error';
import { BulkBar } from '../bulk/bulk-bar';
import { foundNews } from './found-news';
import { LinkActions } from '../page/link-actions';
import { LinkCards } from './link-cards';
import { LinkFilters } from '../filters/link-filters';
import { NewLinks } from '../made/new-links';
import { NewLinksCard } from '../made/new-links-card';
import { leaveEmptyPage } from './last-page';
import { LinkChoice } from './link-choice';
import { apiParams, isFiltered, LinkQuery, readQuery, writeQuery } from './link-query';
import { LinkTable } from './link-table';
import { ListView } from './list-view';
import { ListViewMenu } from './list-view-menu';
import { NoLinks } from './no-links';
import { rowKey, ROWS } from './row-keys';
import { SavedViews } from './saved-views';
import { searchWords, wholeWords } from './search-words';

/** More links than this take seconds to export. */
const MANY = 10_000;

/** All links of the workspace; search, conditions, sorting and page are in the URL. */
@Component({
  selector: 'app-link-list',
  imports: [
    BulkBar,
    Button,
    Empty,
    Failed,
    IconButton,
    LinkCards,
    LinkFilters,
    LinkTable,
    ListViewMenu,
    Menu,
    MenuItem,
    MenuTrigger,
    NgTemplateOutlet,
    NewLinksCard,
    NoLinks,
    Pager,
    RouterLink,
    SavedViews,
    Skeleton,
    ChunkLoadError,
  ],
  templateUrl: './link-list.html',
  styleUrl: './link-list.css',
  host: { '(window:keydown)': 'key($event)' },
})
export class LinkList {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly actions = inject(LinkActions);
  protected readonly made = inject(NewLinks);
  protected readonly view = inject(ListView);
  private readonly keys = inject(KeySettings);
  private readonly toasts = inject(Toasts);
  protected readonly viewport = inject(Viewport);
  private readonly connection = inject(Connection);
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);

  private readonly params = toSignal(this.route.queryParams, { initialValue: {} });
  protected readonly query = computed(() => readQuery(this.params()));
  /** Search text of the request: first the exact short URL, and if no link has it, the text that matches parts. */
  private readonly words = linkedSignal(() => wholeWords(this.query().q, this.session.workspace()));
  private readonly partWords = computed(() => searchWords(this.query().q, this.session.workspace()));
  protected readonly requested = computed(() => ({ ...this.query(), q: this.words() }));
  protected readonly filtered = computed(() => isFiltered(this.query()));
  protected readonly resource = httpResource<LinkPage>(() => {
    this.actions.changed();
    this.connection.recovered();
    return { url: '/api/links', params: apiParams(this.requested(), this.view.perPage()) };
  });
  protected readonly page = kept(
    this.resource,
    undefined,
    ({ total }) => total > 0 || this.words() === this.partWords(),
  );
  /** The search independent of page and sorting. */
  private readonly conditions = computed(() => JSON.stringify({ ...this.query(), page: 0, sort: '' }));
  protected readonly found = foundNews(this.conditions, this.resource);
  private readonly items = computed(() => {
    const { archived } = this.query();
    const stays = (link: Link): boolean => archived === 'all' || link.archived === (archived === 'true');
    return this.actions.asExpected(this.page()?.items ?? [], stays);
  });
  protected readonly drawn = someInTurns(this.items, this.viewport.phone() ? 3 : 7);
  /** Only where the table has space for them. */
  protected readonly lines = recentLines(
    'links',
    computed(() => (this.viewport.phone() || !this.view.columns().has('clicks') ? [] : (this.page()?.items ?? []))),
  );
  /** Content below the list is rendered when the list has its final length, so that it does not move. */
  protected readonly isDrawn = computed(() => this.drawn().length === this.items().length);
  protected readonly exportUrl = computed(() => {
    const { perPage: _perPage, page: _page, ...params } = apiParams(this.requested(), this.view.perPage());
    const text = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)])).toString();
    return `/api/links/export.csv${text ? `?${text}` : ''}`;
  });

  protected readonly choice = new LinkChoice(
    computed(() => ({ conditions: this.conditions(), loaded: this.page()?.items ?? [], shown: this.items() })),
  );
  protected readonly chosenCount = computed(() =>
    this.choice.everyMatch() ? (this.page()?.total ?? 0) : this.choice.links().size,
  );

  constructor() {
    effect(() => {
      if (this.resource.hasValue() && this.resource.value().total === 0) this.words.set(this.partWords());
    });
    effect(() => {
      if (!this.resource.hasValue()) return;
      this.resource.value();
      untracked(() => this.actions.loaded());
    });
    returnToPlace(computed(() => this.page() !== undefined && this.isDrawn()));
    readOnReturn(this.resource, FRESH_MS.records);
    readWhenGone(this.resource);
    leaveEmptyPage(this.page, (page, extras) => this.change({ page }, extras));
    // With other conditions nothing is chosen, and the bar disappears with the focus in it.
    effect(() => {
      this.conditions();
      if (document.activeElement?.closest('app-bulk-bar')) this.focusChosen();
    });
    // The buttons of an empty list disappear with it, or with the condition that they change.
    keepFocusFrom('app-link-list sp-empty', () => [this.query(), this.page()]);
    // A deleted or archived row disappears with its menu button.
    keepFocusInRows(ROWS, 'app-link-menu button', this.drawn);
  }

  /**
   * The browser downloads by itself and says nothing of a session that has ended: reading the list again does. Until the
   * server has read many links, it shows nothing of the download either.
   */
  protected toastExport(): void {
    this.resource.reload();
    const count = this.page()?.total ?? 0;
    if (count > MANY) this.toasts.done(this.i18n.tn('links.exporting', count));
  }

  protected change(
    change: Partial<LinkQuery>,
    // Typing replaces the history entry, so that Back leaves the list instead of undoing letters.
    extras: NavigationBehaviorOptions = { replaceUrl: 'q' in change },
  ): void {
    const query = { ...this.query(), page: 1, ...change };
    void this.router.navigate([], { relativeTo: this.route, queryParams: writeQuery(query), ...extras });
  }

  protected show(params: Readonly<Record<string, string>>): void {
    void this.router.navigate([], { relativeTo: this.route, queryParams: params });
  }

  /** A tag was clicked: adds it to the conditions. */
  protected narrowToTag(tag: string): void {
    const { tags } = this.query();
    if (!tags.includes(tag)) this.change({ tags: [...tags, tag] });
  }

  protected open(link: Link): void {
    void this.router.navigate(['/links', link.id]);
  }

  protected key(event: KeyboardEvent): void {
    const command = rowKey(event, this.keys);
    const link = command && this.items()[command.index];
    if (!link || !this.session.can('links.manage')) return;
    if (command.kind === 'toggle') this.choice.toggle(link);
    else this.choice.extendTo(link);
  }

  protected clear(): void {
    const at = document.activeElement;
    // The bar or its buttons have disappeared.
    if (at === document.body || at?.closest('app-bulk-bar')) this.focusChosen();
    this.choice.clear();
  }

  /** Focuses the first link of the selection; the page does not scroll when the bar disappears. */
  private focusChosen(): void {
    const meant = document.querySelector(`:is(${ROWS}).selected`);
    const next = meant?.querySelector<HTMLElement>('app-link-menu button') ?? document.getElementById('main');
    next?.focus({ preventScroll: true });
  }
}
