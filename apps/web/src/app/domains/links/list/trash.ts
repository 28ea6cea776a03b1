import { NgTemplateOutlet } from '@angular/common';
import { httpResource } from '@angular/common/http';
import { Component, computed, effect, inject, signal, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, NavigationBehaviorOptions, Params, Router, RouterLink } from '@angular/router';
import { LIMITS, type Link, type LinkPage } from '@signpost/contracts';
import {
  Button,
  Empty,
  Failed,
  Forbidden,
  Icon,
  keepFocusFrom,
  keepFocusInRows,
  Pager,
  Skeleton,
  Toasts,
} from '@signpost/ui';
import { Confirm } from '@signpost/ui/overlay';
import { Connection } from '../../../platform/requests/connection';
import { I18n } from '../../../platform/words/i18n';
import { kept } from '../../../platform/kept';
import { Problems } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import { foundNews } from './found-news';
import { leaveEmptyPage } from './last-page';
import { LinkActions } from '../page/link-actions';
import { readQuery } from './link-query';
import { LinksApi } from '../links-api';
import { SearchBox } from './search-box';
import { searchWords } from './search-words';
import { readable, ShortAddress } from '../page/short-address';

const PER_PAGE = 20;

/** Deleted links, each with a restore button, and one button for all that a search finds. */
@Component({
  selector: 'app-trash',
  imports: [
    Button,
    Empty,
    Failed,
    Forbidden,
    Icon,
    NgTemplateOutlet,
    Pager,
    RouterLink,
    SearchBox,
    ShortAddress,
    Skeleton,
  ],
  template: `<div class="page">
    <a class="back" routerLink="/links"><sp-icon name="arrow-left" [size]="14" />{{ i18n.t('links.title') }}</a>
    <header class="page-head">
      <div class="grow">
        <h1>{{ i18n.t('links.trash.title') }}</h1>
        <p class="muted">{{ i18n.t('links.trash.text') }}</p>
      </div>
    </header>
    @if (!session.can('links.manage')) {
      <div class="card"><sp-forbidden /></div>
    } @else {
      <div class="tools">
        <app-search-box [text]="query().q" [label]="i18n.t('links.trash.search')" (searched)="search($event)" />
        @if (total() > limit) {
          <p class="small muted">{{ i18n.t('links.trash.limit', { limit: i18n.number(limit) }) }}</p>
        } @else if (total() > 1) {
          <button
            spButton
            icon="undo-2"
            [busy]="isRestoringAll() || resource.isLoading()"
            (click)="restoreAll(total())"
          >
            {{ i18n.tn('links.trash.restoreAll', total()) }}
          </button>
        }
      </div>
      @if (list(); as found) {
        @if (found.total) {
          <ul class="card" [class.older]="resource.isLoading()" [attr.aria-busy]="resource.isLoading()">
            @for (link of found.items; track link.id) {
              <li>
                <div class="grow">
                  <app-short-address [id]="'address-' + link.id" [link]="link" />
                  <p class="muted truncate" [title]="link.destinationUrl">
                    @if (link.title) {
                      <span class="title" dir="auto">{{ link.title }}</span>
                    }
                    <sp-icon name="move-right" [size]="12" /> {{ readable(link.destinationUrl) }}
                  </p>
                </div>
                <button
                  spButton
                  small
                  icon="undo-2"
                  [attr.aria-describedby]="'address-' + link.id"
                  [busy]="restoring().has(link.id)"
                  (click)="restore(link)"
                >
                  {{ i18n.t('links.trash.restore') }}
                </button>
              </li>
            }
          </ul>
          <sp-pager [page]="query().page" [perPage]="found.perPage" [total]="found.total" (go)="show($event)" />
        } @else if (query().q) {
          <div class="card" [class.older]="resource.isLoading()" [attr.aria-busy]="resource.isLoading()">
            <sp-empty [heading]="i18n.t('links.none.heading')" [text]="i18n.t('links.trash.noneText')" />
          </div>
        } @else if (resource.status() === 'loading') {
          <!-- The empty list is the answer to an earlier search. -->
          <ng-container [ngTemplateOutlet]="skeleton" />
        } @else {
          <div class="card">
            <sp-empty [heading]="i18n.t('links.trash.emptyHeading')" [text]="i18n.t('links.trash.emptyText')" />
          </div>
        }
        <p class="sr-only" role="status">{{ news() }}</p>
      } @else if (resource.error()) {
        <div class="card"><sp-failed (retry)="resource.reload()" /></div>
      } @else {
        <ng-container [ngTemplateOutlet]="skeleton" />
      }
    }
    <ng-template #skeleton>
      <div class="card card-pad"><sp-skeleton shape="row" [count]="5" /></div>
    </ng-template>
  </div>`,
  styles: `
    /* Results of the previous search, shown while a slow response loads. */
    .older {
      opacity: 0.5;
      transition: opacity var(--motion) 300ms;
    }
    .tools {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
      margin-block-end: 12px;
    }
    li {
      display: flex;
      align-items: center;
      gap: 16px;
      padding: 10px 16px;
    }
    li + li {
      border-block-start: 1px solid var(--line);
    }
    .title {
      margin-inline-end: 8px;
      color: var(--ink);
    }
    p sp-icon {
      display: inline-block;
      vertical-align: -1px;
    }
  `,
})
export class Trash {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(LinksApi);
  private readonly actions = inject(LinkActions);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly confirm = inject(Confirm);
  protected readonly readable = readable;
  /** Maximum number restored at once, the limit of bulk requests. */
  protected readonly limit = LIMITS.bulkSelection;
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly params = toSignal(this.route.queryParams, { initialValue: {} });
  protected readonly query = computed(() => readQuery(this.params()));
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<LinkPage>(() => {
    this.actions.changed();
    this.connection.recovered();
    return { url: '/api/links', params: { ...this.found(), page: this.query().page, perPage: PER_PAGE } };
  });
  protected readonly list = kept(this.resource);
  protected readonly news = foundNews(() => this.query().q, this.resource);
  protected readonly total = computed(() => this.list()?.total ?? 0);
  protected readonly isRestoringAll = signal(false);
  /** Ids of links that are being restored, or are restored and still listed. */
  protected readonly restoring = signal<ReadonlySet<string>>(new Set());

  constructor() {
    effect(() => {
      const items = this.list()?.items ?? [];
      const before = untracked(this.restoring);
      const still = new Set(items.map(({ id }) => id).filter((id) => before.has(id)));
      if (still.size !== before.size) this.restoring.set(still);
    });
    // The row is removed with the focused button.
    keepFocusInRows('app-trash li', 'button', this.list);
    // The same for the button for all.
    keepFocusFrom('app-trash .tools button', this.list);
    leaveEmptyPage(this.list, (page, extras) => this.show(page, extras));
  }

  /** Search and page are in the URL, as in the list of links. */
  protected show(page: number, extras: NavigationBehaviorOptions = {}): void {
    this.go({ q: this.query().q || null, page: page > 1 ? page : null }, extras);
  }

  /** Typing replaces the history entry, so that Back leaves the trash instead of undoing letters. */
  protected search(q: string): void {
    this.go({ q: q || null }, { replaceUrl: true });
  }

  private go(queryParams: Params, extras: NavigationBehaviorOptions): void {
    void this.router.navigate([], { relativeTo: this.route, queryParams, ...extras });
  }

  protected async restore(link: Link): Promise<void> {
    if (this.restoring().has(link.id)) return;
    this.restoring.update((ids) => new Set([...ids, link.id]));
    if (await this.actions.restore(link)) return;
    this.restoring.update((ids) => new Set([...ids].filter((id) => id !== link.id)));
  }

  protected async restoreAll(total: number): Promise<void> {
    const isMeant = await this.confirm.ask({
      heading: this.i18n.tn('links.trash.all.heading', total),
      text: this.i18n.t('links.trash.all.text'),
      action: this.i18n.t('links.trash.all.action'),
    });
    if (!isMeant) return;
    this.isRestoringAll.set(true);
    try {
      const selection = { filter: this.found() };
      const { affected, results } = await this.api.bulkUpdate({ selection, changes: { trashed: false } });
      this.actions.touched();
      const failed = results.filter(({ status }) => status === 'error').length;
      if (failed) this.toasts.error(this.i18n.tn('links.trash.failed', failed));
      if (affected) this.toasts.done(this.i18n.tn('links.trash.restored', affected));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.isRestoringAll.set(false);
    }
  }

  /** The search as parameters of `GET /api/links`. */
  private found(): { trashed: 'true'; q?: string } {
    const q = searchWords(this.query().q, this.session.workspace());
    return { trashed: 'true', ...(q ? { q } : {}) };
  }
}
