import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, Empty } from '@signpost/ui';
import { I18n } from '../platform/words/i18n';

/** Page for a URL that the dashboard does not know. */
@Component({
  selector: 'app-not-found',
  imports: [Button, Empty, RouterLink],
  template: `<div class="page">
    <h1 class="sr-only">{{ i18n.t('notFound.title') }}</h1>
    <sp-empty kind="error" [heading]="i18n.t('notFound.title')" [text]="i18n.t('notFound.text')">
      <a spButton routerLink="/" icon="arrow-left">{{ i18n.t('notFound.back') }}</a>
    </sp-empty>
  </div>`,
})
export class NotFound {
  protected readonly i18n = inject(I18n);
}
