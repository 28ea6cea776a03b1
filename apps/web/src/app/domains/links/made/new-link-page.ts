import { Component, inject } from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';
import { SessionStore } from '../../../platform/session';
import { pastedAddress } from '../editor/typed-destination';
import { LinkActions } from '../page/link-actions';

/**
 * `/new?url=…&title=…`, opened by a bookmarklet or a phone's share menu: the prefilled create panel over the start
 * page.
 */
@Component({ selector: 'app-new-link-page', template: '' })
export class NewLinkPage {
  constructor() {
    const params = inject(ActivatedRoute).snapshot.queryParamMap;
    const actions = inject(LinkActions);
    const session = inject(SessionStore);
    // Apps that share a page may pass its URL in the text.
    const text = params.get('url') ?? params.get('text') ?? '';
    const destinationUrl =
      pastedAddress(text) ?? text.split(/\s+/).find((word) => pastedAddress(word) !== null) ?? text;
    const start = { destinationUrl, title: params.get('title') ?? '' };
    void inject(Router)
      .navigateByUrl('/', { replaceUrl: true })
      .then(() => {
        if (session.can('links.manage')) void actions.create(start);
      });
  }
}
