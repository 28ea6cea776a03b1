import { httpResource } from '@angular/common/http';
import { Component, computed, effect, inject, signal, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, NavigationBehaviorOptions, Router, RouterLink } from '@angular/router';
import type { Link, LinkPage } from '@signpost/contracts';
import { Button, Empty, Failed, Forbidden, Icon, keepFocusInRows, Pager, Skeleton } from '@signpost/ui';
import { Connection } from '../../platform/connection';
import { I18n } from '../../platform/i18n';
import { kept } from '../../platform/kept';
import { SessionStore } from '../../platform/session';
import { LinkActions } from './link-actions';
import { readQuery } from './link-query';
import { readable, ShortAddress } from './short-address';

const PER_PAGE = 20;

/** Deleted links, each with a way back. */
@Component({
  selector: 'app-trash',
  imports: [Button, Empty, Failed, Forbidden, Icon, Pager, RouterLink, ShortAddress, Skeleton],
  template: `<div class="page">
    <header class="page-head">
      <div class="grow">
        <h1>{{ i18n.t('links.trash.title') }}</h1>
        <p class="muted">{{ i18n.t('links.trash.text') }}</p>
      </div>
      <a spButton icon="arrow-left" routerLink="/links">{{ i18n.t('links.title') }}</a>
    </header>
    @if (!session.can('links.manage')) {
      <div class="card"><sp-forbidden /></div>
    } @else if (list(); as found) {
      @if (found.total) {
        <ul class="card">
          @for (link of found.items; track link.id) {
            <li>
              <div class="grow">
                <app-short-address [id]="'address-' + link.id" [link]="link" />
                <p class="muted truncate">
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
        <sp-pager [page]="found.page" [perPage]="found.perPage" [total]="found.total" (go)="show($event)" />
      } @else {
        <div class="card">
          <sp-empty [heading]="i18n.t('links.trash.emptyHeading')" [text]="i18n.t('links.trash.emptyText')" />
        </div>
      }
    } @else if (resource.error()) {
      <div class="card"><sp-failed (retry)="resource.reload()" /></div>
    } @else {
      <div class="card card-pad"><sp-skeleton shape="row" [count]="5" /></div>
    }
  </div>`,
  styles: `
    li {
      display: flex;
      align-items: center;
      gap: 16px;
      padding: 10px 16px;
    }
    li + li {
      border-block-start: 1px solid var(--line);
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
  private readonly actions = inject(LinkActions);
  protected readonly readable = readable;
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly params = toSignal(this.route.queryParams, { initialValue: {} });
  private readonly page = computed(() => readQuery(this.params()).page);
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<LinkPage>(() => {
    this.actions.changed();
    this.connection.recovered();
    return { url: '/api/links', params: { trashed: true, page: this.page(), perPage: PER_PAGE } };
  });
  protected readonly list = kept(this.resource);
  /** Links that are being restored, or are and still stand in the list. */
  protected readonly restoring = signal<ReadonlySet<string>>(new Set());

  constructor() {
    effect(() => {
      const items = this.list()?.items ?? [];
      const before = untracked(this.restoring);
      const still = new Set(items.map(({ id }) => id).filter((id) => before.has(id)));
      if (still.size !== before.size) this.restoring.set(still);
    });
    // The row goes with the button that was pressed.
    keepFocusInRows('app-trash li', 'button', this.list);
    // A page that has run empty (after restoring its last links) gives way to the one before.
    effect(() => {
      const list = this.list();
      if (list && list.items.length === 0 && list.total > 0 && list.page > 1) {
        // Back must not lead into it again.
        this.show(Math.max(1, Math.ceil(list.total / PER_PAGE)), { replaceUrl: true });
      }
    });
  }

  /** The page stands in the address, as that of the list of links does. */
  protected show(page: number, extras: NavigationBehaviorOptions = {}): void {
    const queryParams = { page: page > 1 ? page : null };
    void this.router.navigate([], { relativeTo: this.route, queryParams, ...extras });
  }

  protected async restore(link: Link): Promise<void> {
    if (this.restoring().has(link.id)) return;
    this.restoring.update((ids) => new Set([...ids, link.id]));
    if (await this.actions.restore(link)) return;
    this.restoring.update((ids) => new Set([...ids].filter((id) => id !== link.id)));
  }
}
