import { Component, inject, input, output } from '@angular/core';
import { Button } from '@signpost/ui';
import { I18n } from '../../platform/words/i18n';

/** Asks whether a file that is not UTF-8 is readable as Windows-1252, which only the user can tell. */
@Component({
  selector: 'app-encoding-question',
  imports: [Button],
  template: `
    <section class="card card-pad stack">
      <h2 tabindex="-1">{{ i18n.t('import.encoding.heading') }}</h2>
      <p class="muted">{{ i18n.t('import.encoding.text', { file: name() }) }}</p>
      <pre class="mono">{{ sample() }}</pre>
      <div class="actions">
        <button spButton (click)="cancelled.emit()">{{ i18n.t('import.encoding.no') }}</button>
        <button spButton variant="primary" (click)="confirmed.emit()">{{ i18n.t('import.encoding.yes') }}</button>
      </div>
    </section>
  `,
  styles: `
    pre {
      overflow: auto;
      max-block-size: 12em;
      padding: 12px;
      background: var(--surface-2);
      border-radius: var(--r-control, 6px);
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: 8px;
    }
  `,
})
export class EncodingQuestion {
  readonly name = input.required<string>();
  /** The first lines, decoded as Windows-1252. */
  readonly sample = input.required<string>();
  readonly confirmed = output();
  readonly cancelled = output();
  protected readonly i18n = inject(I18n);
}
