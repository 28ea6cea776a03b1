import { Component, computed, inject, input, resource } from '@angular/core';
import { LIMITS, Link } from '@signpost/contracts';
import { Icon } from '@signpost/ui';
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
  private readonly resource = resource({
    // Requested again when the server is back. Never undefined, since only other params abort a search.
    params: () => ({ slug: this.wanted(), recovered: this.connection.recovered() }),
    loader: async ({ params: { slug }, abortSignal }) => (slug ? this.holderOf(slug, abortSignal) : undefined),
  });
  protected readonly holder = computed(() => (this.resource.hasValue() ? this.resource.value() : undefined));

  /** At most one link has the slug, active or in the trash. */
  private async holderOf(slug: string, signal: AbortSignal): Promise<Holder | undefined> {
    const live = await this.search(slug, { archived: 'all' }, signal);
    if (live) return { link: live, by: live.archived ? 'archived' : 'link' };
    const deleted = await this.search(slug, { trashed: 'true' }, signal);
    return deleted && { link: deleted, by: 'trash' };
  }

  /**
   * The link that has the slug. The server also matches parts of slugs and other fields, so matches are loaded page by
   * page, up to a limit and as long as they are asked for. Oldest first, so that new links do not shift the pages.
   */
  private async search(
    slug: string,
    where: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Link | undefined> {
    for (let page = 1; page <= MOST_PAGES && !signal.aborted; page++) {
      const params = { q: slug, ...where, sort: 'createdAt', perPage: LIMITS.perPageMax, page };
      const { items, perPage, total } = await this.api.find(params);
      const holder = items.find((link) => [link.slug, ...link.aliases].includes(slug));
      if (holder || page * perPage >= total) return holder;
    }
    return undefined;
  }
}
