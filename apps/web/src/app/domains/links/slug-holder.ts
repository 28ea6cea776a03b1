import { httpResource, HttpResourceRef, HttpResourceRequest } from '@angular/common/http';
import { Component, computed, inject, input } from '@angular/core';
import { LIMITS, Link, LinkPage } from '@signpost/contracts';
import { Icon } from '@signpost/ui';
import { Connection } from '../../platform/connection';
import { I18n } from '../../platform/i18n';

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
  private readonly connection = inject(Connection);
  private readonly wanted = computed(() => this.slug()?.trim().toLowerCase() ?? '');
  private readonly live = httpResource<LinkPage>(() => {
    this.connection.recovered();
    return this.search({ archived: 'all' });
  });
  private readonly deleted = httpResource<LinkPage>(() => {
    this.connection.recovered();
    return this.search({ trashed: true });
  });
  protected readonly holder = computed(() => {
    const link = this.among(this.live);
    if (link) return { link, by: link.archived ? 'archived' : 'link' };
    const deleted = this.among(this.deleted);
    return deleted && { link: deleted, by: 'trash' };
  });

  private search(where: Readonly<Record<string, string | boolean>>): HttpResourceRequest | undefined {
    const q = this.wanted();
    return q ? { url: '/api/links', params: { q, perPage: LIMITS.perPageMax, ...where } } : undefined;
  }

  /** The server looks for parts of addresses, and in more than addresses. */
  private among(found: HttpResourceRef<LinkPage | undefined>): Link | undefined {
    const items = found.hasValue() ? found.value().items : [];
    return items.find(({ slug, aliases }) => [slug, ...aliases].includes(this.wanted()));
  }
}
