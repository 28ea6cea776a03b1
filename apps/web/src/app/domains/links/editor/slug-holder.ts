import { Component, computed, inject, input } from '@angular/core';
import { rxResource } from '@angular/core/rxjs-interop';
import { LIMITS, Link, LinkPage } from '@signpost/contracts';
import { Icon } from '@signpost/ui';
import { concatMap, defaultIfEmpty, EMPTY, expand, map, merge, Observable, take } from 'rxjs';
import { Connection } from '../../../platform/requests/connection';
import { I18n } from '../../../platform/words/i18n';
import { LinksApi } from '../links-api';

/**
 * Limit of pages: a word that matches more links hardly identifies one, and each page is a list query on the server.
 */
const MOST_PAGES = 10;

/** The link that has a slug, and where it is found. */
interface Holder {
  readonly link: Link;
  readonly by: 'link' | 'archived' | 'trash';
}

/**
 * Shows which link has a slug that is taken, with a link to it. Shows nothing if it belongs to no link of the
 * workspace.
 */
@Component({
  selector: 'app-slug-holder',
  imports: [Icon],
  host: { role: 'status' },
  template: `@if (holder(); as held) {
    <sp-icon name="info" [size]="14" />
    <span>
      {{ i18n.t('links.slug.heldBy.' + held.by) }}
      @if (held.by === 'trash') {
        <a [href]="'/links/trash?q=' + held.link.slug" target="_blank">{{ i18n.t('links.slug.toTrash') }}</a>
      } @else {
        <a [href]="'/links/' + held.link.id" target="_blank" class="mono">{{ held.link.slug }}</a>
      }
    </span>
  }`,
  styles: `
    :host {
      display: flex;
      gap: 6px;
      color: var(--info);
      font-size: 0.8125rem;
      overflow-wrap: anywhere;
    }
    :host:empty {
      display: none;
    }
    sp-icon {
      margin-block-start: 3px;
    }
  `,
})
export class SlugHolder {
  /** The taken slug as typed; null while there is none. */
  readonly slug = input.required<string | null>();

  protected readonly i18n = inject(I18n);
  private readonly api = inject(LinksApi);
  private readonly connection = inject(Connection);
  private readonly wanted = computed(() => this.slug()?.trim().toLowerCase() ?? '');
  private readonly resource = rxResource({
    // Requested again when the server is back.
    params: () => (this.wanted() ? { slug: this.wanted(), recovered: this.connection.recovered() } : undefined),
    stream: ({ params: { slug } }) => this.holderOf(slug),
  });
  protected readonly holder = computed(() => (this.resource.hasValue() ? this.resource.value() : undefined));

  /** At most one link has the slug, active or in the trash. */
  private holderOf(slug: string): Observable<Holder | undefined> {
    const live = this.search(slug, { archived: 'all' }).pipe(
      map((link): Holder => ({ link, by: link.archived ? 'archived' : 'link' })),
    );
    const deleted = this.search(slug, { trashed: 'true' }).pipe(map((link): Holder => ({ link, by: 'trash' })));
    return merge(live, deleted).pipe(take(1), defaultIfEmpty(undefined));
  }

  /**
   * The link that has the slug, or nothing. The server also matches parts of slugs and other fields, so matches are
   * loaded page by page, up to a limit. Oldest first, so that new links do not shift the pages.
   */
  private search(slug: string, where: Readonly<Record<string, string>>): Observable<Link> {
    const has = (link: Link): boolean => [link.slug, ...link.aliases].includes(slug);
    const find = (page: number): Observable<LinkPage> =>
      this.api.find({ q: slug, ...where, sort: 'createdAt', perPage: LIMITS.perPageMax, page });
    return find(1).pipe(
      expand(({ page, perPage, total, items }) =>
        items.some(has) || page * perPage >= total || page === MOST_PAGES ? EMPTY : find(page + 1),
      ),
      concatMap(({ items }) => items.filter(has)),
    );
  }
}
