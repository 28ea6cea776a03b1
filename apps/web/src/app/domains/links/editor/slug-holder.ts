import { Component, computed, inject, input } from '@angular/core';
import { rxResource } from '@angular/core/rxjs-interop';
import { LIMITS, Link, LinkPage } from '@signpost/contracts';
import { Icon } from '@signpost/ui';
import { concatMap, defaultIfEmpty, EMPTY, expand, map, merge, Observable, take } from 'rxjs';
import { Connection } from '../../../platform/requests/connection';
import { I18n } from '../../../platform/words/i18n';
import { LinksApi } from '../links-api';

/** A word that more links have says little of which one is meant, and each page costs the server a list. */
const MOST_PAGES = 10;

/** The link that has an address, and where that link is. */
interface Holder {
  readonly link: Link;
  readonly by: 'link' | 'archived' | 'trash';
}

/** Which link has an address that is taken, with a way to it. Says nothing where it is none of the workspace's links. */
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
  /** The address that is taken, as it was typed; null while there is none. */
  readonly slug = input.required<string | null>();

  protected readonly i18n = inject(I18n);
  private readonly api = inject(LinksApi);
  private readonly connection = inject(Connection);
  private readonly wanted = computed(() => this.slug()?.trim().toLowerCase() ?? '');
  private readonly resource = rxResource({
    // Asked anew when the server is back.
    params: () => (this.wanted() ? { slug: this.wanted(), recovered: this.connection.recovered() } : undefined),
    stream: ({ params: { slug } }) => this.holderOf(slug),
  });
  protected readonly holder = computed(() => (this.resource.hasValue() ? this.resource.value() : undefined));

  /** At most one link has it, be it live or in the trash. */
  private holderOf(slug: string): Observable<Holder | undefined> {
    const live = this.search(slug, { archived: 'all' }).pipe(
      map((link): Holder => ({ link, by: link.archived ? 'archived' : 'link' })),
    );
    const deleted = this.search(slug, { trashed: 'true' }).pipe(map((link): Holder => ({ link, by: 'trash' })));
    return merge(live, deleted).pipe(take(1), defaultIfEmpty(undefined));
  }

  /**
   * The link that has the address, or nothing. The server looks for parts of addresses, and in more than addresses: of all
   * that it finds, page after page is asked for, up to a number. The oldest come first, so that new ones move none to
   * another page.
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
