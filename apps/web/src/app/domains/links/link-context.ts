import { httpResource } from '@angular/common/http';
import { inject, Injectable, signal } from '@angular/core';
import type { LinkWithCreator } from '@signpost/contracts';
import { Connection } from '../../platform/connection';
import { kept } from '../../platform/kept';
import { LinkActions } from './link-actions';

/** The link that a link page and its tabs are about. Provided by the page. */
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
}
