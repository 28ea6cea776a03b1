import { CdkOverlayOrigin } from '@angular/cdk/overlay';
import { Component, computed, inject, input, output, signal } from '@angular/core';
import type { BulkChanges } from '@signpost/contracts';
import { Button } from '@signpost/ui';
import { Field, Input, Select } from '@signpost/ui/forms';
import { Popover } from '@signpost/ui/overlay';
import { I18n } from '../../../platform/words/i18n';
import { DateShortcuts } from '../editor/date-shortcuts';
import { zoneName } from '../editor/link-form';

/** Date fields that can be set for many links at once. */
const DATES = ['expiresAt', 'reviewAt'] as const;

/** A button that asks for a date, and whether it is the expiry or the review date. */
@Component({
  selector: 'app-bulk-date',
  imports: [Button, CdkOverlayOrigin, DateShortcuts, Field, Input, Popover, Select],
  template: `
    <button
      spButton
      small
      icon="calendar-clock"
      cdkOverlayOrigin
      #origin="cdkOverlayOrigin"
      aria-haspopup="dialog"
      [attr.aria-expanded]="open()"
      [busy]="busy()"
      (click)="toggle()"
    >
      {{ i18n.t('links.bulk.dates') }}
    </button>
    <sp-popover [origin]="origin" [(open)]="open" [label]="i18n.t('links.bulk.dates')">
      <div class="pick">
        <sp-field [label]="i18n.t('links.bulk.whichDate')">
          <select spSelect [options]="kinds()" [(value)]="kind"></select>
        </sp-field>
        <sp-field [label]="i18n.t('links.field.' + kind())" [hint]="i18n.t('links.zoneHint', { zone })">
          <input spInput type="datetime-local" [(value)]="at" />
          <app-date-shortcuts fieldAfter (picked)="at.set($event)" />
        </sp-field>
        <div class="row">
          <button spButton small [disabled]="!at()" (click)="take(at())">{{ i18n.t('links.bulk.setDate') }}</button>
          <button spButton small variant="quiet" (click)="take('')">{{ i18n.t('links.bulk.clearDate') }}</button>
        </div>
      </div>
    </sp-popover>
  `,
  styles: `
    .pick {
      display: grid;
      gap: 12px;
      inline-size: min(300px, calc(100vw - 32px));
      padding: 16px;
    }
  `,
})
export class BulkDate {
  readonly busy = input(false);
  readonly picked = output<BulkChanges>();
  protected readonly i18n = inject(I18n);
  protected readonly open = signal(false);
  protected readonly kind = signal<string>(DATES[0]);
  protected readonly at = signal('');
  protected readonly zone = zoneName();
  protected readonly kinds = computed(() =>
    DATES.map((value) => ({ value, label: this.i18n.t(`links.field.${value}`) })),
  );

  protected toggle(): void {
    this.at.set('');
    this.open.update((open) => !open);
  }

  /** @param at value of the field; empty for no date. */
  protected take(at: string): void {
    this.open.set(false);
    this.picked.emit({ [this.kind()]: at ? new Date(at).getTime() : null });
  }
}
