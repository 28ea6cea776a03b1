import { CdkOverlayOrigin } from '@angular/cdk/overlay';
import { Component, computed, inject, input, model, output } from '@angular/core';
import { HEALTH_STATES, HealthState, LINK_STATUSES, LinkStatus } from '@signpost/contracts';
import { Button, Checkbox, keepFocus } from '@signpost/ui';
import { ChipsInput, Combobox, Field, Input, Select } from '@signpost/ui/forms';
import { Popover } from '@signpost/ui/overlay';
import { I18n } from '../../../platform/words/i18n';
import { digitsOf, isFiltered, LinkQuery, readQuery } from '../list/link-query';
import { Lookups } from '../editor/lookups';

/** The conditions of the list in a popover; loaded when first opened. */
@Component({
  selector: 'app-link-conditions',
  imports: [Button, Checkbox, ChipsInput, Combobox, Field, Input, Popover, Select],
  template: `
    <sp-popover edge="end" [origin]="origin()" [(open)]="open" [label]="i18n.t('links.filter.label')">
      <div class="conditions">
        <sp-field [label]="i18n.t('links.column.status')">
          <select spSelect [options]="statuses()" [value]="query().status" (valueChange)="setStatus($event)"></select>
        </sp-field>
        <sp-field [label]="i18n.t('links.health.label')">
          <select spSelect [options]="healths()" [value]="query().health" (valueChange)="setHealth($event)"></select>
        </sp-field>
        <sp-field [label]="i18n.t('links.column.tags')" [hint]="i18n.t('links.filter.tagsHint')">
          <sp-chips-input
            [value]="query().tags"
            [suggestions]="lookups.tagNames()"
            tooMuch="links.tagsLeft"
            (valueChange)="narrowed.emit({ tags: $event })"
          />
        </sp-field>
        <sp-field [label]="i18n.t('links.field.campaign')" [hint]="lookups.campaignHint()">
          <sp-combobox
            [options]="lookups.campaignOptions()"
            [none]="i18n.t('links.filter.any')"
            [value]="query().campaignId"
            (valueChange)="narrowed.emit({ campaignId: $event })"
          />
        </sp-field>
        <sp-field [label]="i18n.t('links.filter.createdBy')">
          <sp-combobox
            [options]="creators()"
            [none]="i18n.t('links.filter.anyone')"
            [value]="query().createdBy"
            (valueChange)="narrowed.emit({ createdBy: $event })"
          />
        </sp-field>
        <sp-field [label]="i18n.t('links.field.responsible')">
          <sp-combobox
            [options]="people()"
            [none]="i18n.t('links.filter.anyone')"
            [value]="query().responsible"
            (valueChange)="narrowed.emit({ responsible: $event })"
          />
        </sp-field>
        <div class="days">
          <sp-field [label]="i18n.t('links.filter.createdFrom')">
            <input
              spInput
              type="date"
              [value]="query().createdFrom"
              (valueChange)="narrowed.emit({ createdFrom: $event })"
            />
          </sp-field>
          <sp-field [label]="i18n.t('links.filter.createdTo')">
            <input
              spInput
              type="date"
              [value]="query().createdTo"
              (valueChange)="narrowed.emit({ createdTo: $event })"
            />
          </sp-field>
        </div>
        <div class="days">
          @for (bound of bounds; track bound) {
            <sp-field [label]="i18n.t('links.filter.' + bound)">
              <input
                #clicks
                spInput
                type="number"
                inputmode="numeric"
                min="0"
                step="1"
                [value]="query()[bound]"
                (change)="setClicks(bound, clicks.value)"
              />
            </sp-field>
          }
        </div>
        <sp-field [label]="i18n.t('links.filter.archived')">
          <select
            spSelect
            [options]="archivedChoices()"
            [value]="query().archived"
            (valueChange)="setArchived($event)"
          ></select>
        </sp-field>
        <sp-checkbox
          [label]="i18n.t('links.filter.needsReview')"
          [checked]="query().needsReview"
          (checkedChange)="narrowed.emit({ needsReview: $event })"
        />
      </div>
      <div popoverFoot class="foot">
        <button spButton small variant="quiet" [disabled]="!isFiltered()" (click)="clear()">
          {{ i18n.t('links.filter.clear') }}
        </button>
        <button spButton small (click)="open.set(false)">{{ i18n.t('ui.close') }}</button>
      </div>
    </sp-popover>
  `,
  styles: `
    /* Opens over the page and takes no place in it. */
    :host {
      display: contents;
    }
    .conditions {
      display: grid;
      gap: 12px;
      inline-size: min(320px, calc(100vw - 32px));
      padding: 16px;
    }
    .foot {
      display: flex;
      justify-content: space-between;
      padding: 8px 16px;
      border-block-start: 1px solid var(--line);
    }
    .days {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 8px;
    }
  `,
})
export class LinkConditions {
  readonly origin = input.required<CdkOverlayOrigin>();
  readonly open = model(false);
  readonly query = input.required<LinkQuery>();
  readonly narrowed = output<Partial<LinkQuery>>();

  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  protected readonly bounds = ['minClicks', 'maxClicks'] as const;
  /** Whether any condition is active except the search text, which has its own clear button. */
  protected readonly isFiltered = computed(() => isFiltered({ ...this.query(), q: '' }));
  protected readonly statuses = computed(() => [
    { value: '', label: this.i18n.t('links.filter.any') },
    ...LINK_STATUSES.map((value) => ({ value, label: this.i18n.t(`links.status.${value}`) })),
  ]);
  protected readonly healths = computed(() => [
    { value: '', label: this.i18n.t('links.filter.any') },
    ...HEALTH_STATES.map((value) => ({ value, label: this.i18n.t(`links.health.${value}`) })),
  ]);
  protected readonly archivedChoices = computed(() => [
    { value: '', label: this.i18n.t('links.filter.notArchived') },
    { value: 'true', label: this.i18n.t('links.filter.onlyArchived') },
    { value: 'all', label: this.i18n.t('links.filter.both') },
  ]);
  protected readonly creators = computed(() => [
    { value: 'me', label: this.i18n.t('links.filter.me') },
    ...this.lookups.memberOptions(),
  ]);

  protected readonly people = computed(() => [
    { value: 'me', label: this.i18n.t('links.filter.me') },
    { value: 'none', label: this.i18n.t('links.nobody') },
    ...this.lookups.memberOptions(),
  ]);

  /** Removes every condition; search text and sorting stay. */
  protected clear(): void {
    const { q: _q, sort: _sort, ...none } = readQuery({});
    this.narrowed.emit(none);
    // The click disables its own button.
    keepFocus('[role=dialog] select');
  }

  protected setStatus(value: string): void {
    this.narrowed.emit({ status: value as LinkStatus | '' });
  }

  protected setHealth(value: string): void {
    this.narrowed.emit({ health: value as HealthState | '' });
  }

  /** An invalid number is no condition. */
  protected setClicks(bound: 'minClicks' | 'maxClicks', text: string): void {
    this.narrowed.emit({ [bound]: digitsOf(text) });
  }

  protected setArchived(value: string): void {
    this.narrowed.emit({ archived: value as LinkQuery['archived'] });
  }
}
