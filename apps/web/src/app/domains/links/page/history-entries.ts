import { Component, inject, input, output } from '@angular/core';
import type { HistoryChange, HistoryItem } from '@signpost/contracts';
import { Button } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { personName } from '../../../platform/person-name';
import { Lookups } from '../editor/lookups';
import { describeTargeting } from './targeting-text';

/** Changes that one word describes better than the values before and after, by field and new value. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  isEnabled: { true: 'enabled', false: 'disabled' },
  archived: { true: 'archived', false: 'unarchived' },
  password: { set: 'password_set', changed: 'password_set', removed: 'password_removed' },
};

/**
 * Changes of a link, the newest first: who, when, before and after of every field. Its texts belong to the domain
 * `links`.
 */
@Component({
  selector: 'app-history-entries',
  imports: [Button],
  template: `
    <ol class="card">
      @for (item of items(); track item.id) {
        <li>
          <div class="head">
            <strong [id]="'change-' + item.id">{{ action(item) }}</strong>
            <span class="muted" dir="auto">{{
              item.actor ? personName(item.actor) : i18n.t('links.history.system')
            }}</span>
            <time class="muted small" [id]="'time-' + item.id" [attr.datetime]="item.at">{{
              i18n.moment(item.at)
            }}</time>
            @if (mayRestore() && restorable(item)) {
              <button
                spButton
                small
                icon="undo-2"
                [attr.aria-describedby]="'change-' + item.id + ' time-' + item.id"
                [busy]="busy()"
                (click)="restore.emit(item)"
              >
                {{ i18n.t('links.history.restore') }}
              </button>
            }
          </div>
          @if (compared(item).length) {
            <dl>
              @for (change of compared(item); track change.field) {
                <div>
                  <dt>{{ field(change.field) }}</dt>
                  <dd>
                    @if (item.action !== 'created' && !isNothing(change.from)) {
                      <del dir="auto">{{ show(change.field, change.from) }}</del>
                    }
                    @if (isNothing(change.to)) {
                      <span class="muted">{{ i18n.t('links.history.nothing') }}</span>
                    } @else {
                      <ins dir="auto">{{ show(change.field, change.to) }}</ins>
                    }
                  </dd>
                </div>
              }
            </dl>
          }
        </li>
      }
    </ol>
  `,
  styles: `
    li {
      padding: 12px 16px;
    }
    li + li {
      border-block-start: 1px solid var(--line);
    }
    .head {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 12px;
      min-block-size: 28px;
    }
    .head time {
      margin-inline-end: auto;
    }
    dl {
      display: grid;
      gap: 4px;
      margin-block-start: 4px;
    }
    dl div {
      display: grid;
      grid-template-columns: 140px minmax(0, 1fr);
      gap: 12px;
    }
    dt {
      color: var(--ink-2);
    }
    dd {
      display: grid;
      gap: 2px;
    }
    del,
    ins {
      justify-self: start;
      padding-inline: 6px;
      border-radius: 4px;
      text-decoration: none;
      overflow-wrap: anywhere;
      white-space: pre-line;
    }
    del {
      background: var(--stop-soft);
      text-decoration: line-through;
      text-decoration-color: var(--stop);
    }
    ins {
      background: var(--go-soft);
    }
    @media (max-width: 35em) {
      dl div {
        grid-template-columns: minmax(0, 1fr);
        gap: 0;
      }
    }
  `,
})
export class HistoryEntries {
  readonly items = input.required<readonly HistoryItem[]>();
  /** Whether entries that can be restored have a button for it. */
  readonly mayRestore = input(false);
  readonly busy = input(false);
  readonly restore = output<HistoryItem>();

  protected readonly personName = personName;
  protected readonly i18n = inject(I18n);
  private readonly lookups = inject(Lookups);

  /** Short description of the change. */
  protected action(item: HistoryItem): string {
    const words = item.changes.flatMap((change) => wordFor(change) ?? []);
    const areWordsEnough = item.action === 'updated' && words.length > 0 && this.compared(item).length === 0;
    return (areWordsEnough ? words : [item.action, ...words])
      .map((word) => this.i18n.known(`links.history.action.${word}`) ?? word)
      .join(' · ');
  }

  /** The changes to show with their values. */
  protected compared(item: HistoryItem): readonly HistoryChange[] {
    return item.changes.filter((change) => wordFor(change) === undefined);
  }

  protected field(name: string): string {
    return this.i18n.known(`links.history.field.${name}`) ?? name;
  }

  /** Passwords are not stored in the history, so they cannot be restored. */
  protected restorable(item: HistoryItem): boolean {
    return item.action === 'updated' && item.changes.some(({ field }) => field !== 'password');
  }

  /** Whether a value is empty. */
  protected isNothing(value: unknown): boolean {
    return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  }

  /** A value as text: names instead of ids, dates in the user's time zone, one rule per line. */
  protected show(field: string, value: unknown): string {
    if (value === null || value === undefined) return '';
    if (Array.isArray(value)) return value.join(', ');
    if (typeof value === 'number') return this.i18n.number(value);
    if (typeof value !== 'string') return describeTargeting(value, this.i18n) || JSON.stringify(value);
    switch (field) {
      case 'campaignId':
        return this.lookups.campaignName(value);
      case 'responsibleUserId':
        return this.lookups.memberName(value);
      case 'startsAt':
      case 'expiresAt':
      case 'reviewAt':
        return this.i18n.dateTime(value);
      default:
        return value;
    }
  }
}

function wordFor({ field, to }: HistoryChange): string | undefined {
  return typeof to === 'string' || typeof to === 'boolean' ? WORDS[field]?.[String(to)] : undefined;
}
