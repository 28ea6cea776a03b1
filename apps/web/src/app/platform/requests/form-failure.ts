import { Component, computed, inject, input } from '@angular/core';
import { Icon } from '@signpost/ui/light';
import { I18n } from '../words/i18n';

/**
 * An error of a whole form, above its fields and read out at once. Where the session has ended, unsaved input can still
 * be saved after signing in in another tab: it links there.
 */
@Component({
  selector: 'app-form-failure',
  imports: [Icon],
  template: `<div role="alert">
    @if (text(); as message) {
      <p>
        <sp-icon name="circle-alert" />
        <span>
          {{ message }}
          @if (mustSignIn()) {
            <a href="/login" target="_blank">{{ i18n.t('shell.signInTab') }}</a>
          }
        </span>
      </p>
    }
  </div>`,
  styles: `
    :host(:has(div:empty)) {
      display: none;
    }
    p {
      display: flex;
      gap: 8px;
      padding: 8px 12px;
      border-radius: var(--r-control);
      background: var(--stop-soft);
      color: var(--stop);
    }
    sp-icon {
      margin-block-start: 2px;
    }
  `,
})
export class FormFailure {
  readonly text = input.required<string | null>();
  protected readonly i18n = inject(I18n);
  protected readonly mustSignIn = computed(() => this.text() === this.i18n.t('errors.unauthenticated'));
}
