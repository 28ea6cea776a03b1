import { Component, inject, input } from '@angular/core';
import { I18n } from './words/i18n';

/** Says that a list ends where the server cuts it off; nothing below a shorter one. */
@Component({
  selector: 'app-list-end',
  template: `@if (count() >= most()) {
    <p class="small muted">{{ i18n.t(text(), { count: i18n.number(most()) }) }}</p>
  }`,
  styles: `
    p {
      margin-block-end: 12px;
    }
  `,
})
export class ListEnd {
  /** Number of rows in the response. */
  readonly count = input.required<number>();
  /** The most that the server lists. */
  readonly most = input.required<number>();
  /** Message key; the text has the number as `count`. */
  readonly text = input.required<string>();
  protected readonly i18n = inject(I18n);
}
