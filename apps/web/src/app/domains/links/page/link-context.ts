import { httpResource } from '@angular/common/http';
import { DestroyRef, effect, inject, Injectable, signal } from '@angular/core';
import type { LinkWithCreator } from '@signpost/contracts';
import { Connection } from '../../../platform/requests/connection';
import { readWhenGone } from '../../../platform/requests/gone-links';
import { kept } from '../../../platform/kept';
import { FRESH_MS, readOnReturn } from '../../../platform/navigation/read-on-return';
import { LinkActions } from './link-actions';
import { OpenLink } from './open-link';

/** The link of a link page and its tabs. Provided by the page. */
@Injectable()
export class LinkContext {
  private readonly actions = inject(LinkActions);
  private readonly connection = inject(Connection);
  readonly id = signal('');
  readonly resource = httpResource<LinkWithCreator>(() => {
    this.actions.changed();
    this.connection.recovered();
    return this.id() ? `/api/links/${this.id()}` : undefined;
  });
  readonly link = kept(this.resource, this.id);

  constructor() {
    readOnReturn(this.resource, FRESH_MS.records);
    readWhenGone(this.resource);
    const open = inject(OpenLink).link;
    effect(() => {
      open.set(this.link() ?? null);
    });
    inject(DestroyRef).onDestroy(() => {
      open.set(null);
    });
  }

  /** The link was changed at `time`: reloads it when the loaded state is older. */
  catchUp(time: string): void {
    const link = this.link();
    if (link && Date.parse(link.updatedAt) < Date.parse(time) && !this.resource.isLoading()) this.resource.reload();
  }
}
