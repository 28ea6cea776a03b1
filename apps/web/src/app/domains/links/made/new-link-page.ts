import { Component, inject } from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';
import { Toasts } from '@signpost/ui/toasts';
import { SessionStore } from '../../../platform/session';
import { I18n } from '../../../platform/words/i18n';
import { addressIn } from '../editor/typed-destination';
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
    const i18n = inject(I18n);
    const toasts = inject(Toasts);
    // Apps that share a page may pass its URL in the text, with an empty one beside it.
    const texts = ['url', 'text'].map((name) => params.get(name)?.trim() ?? '').filter((text) => text !== '');
    const address = texts.map(addressIn).find((found) => found !== null);
    const start = { destinationUrl: address ?? texts[0] ?? '', title: params.get('title') ?? '' };
    void inject(Router)
      .navigateByUrl('/', { replaceUrl: true })
      .then(() => {
        if (session.can('links.manage')) void actions.create(start);
        else toasts.error(i18n.t('errors.permission_denied'));
      });
  }
}
