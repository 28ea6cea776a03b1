import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { AuditEvent, AuditGroup } from '@signpost/contracts';
import { Icon, IconName } from '@signpost/ui';
import { dateFormat } from '@signpost/ui/words';
import { I18n } from '../../platform/words/i18n';
import { phraseOf } from './phrase';
import { marked, notesOf, Part, partsOf } from './sentence';

/** A newer server may have more groups. */
const ICONS: Readonly<Partial<Record<AuditGroup, IconName>>> = {
  link: 'link',
  campaign: 'flag',
  member: 'users',
  security: 'shield',
};

/** One event as a sentence, with links to what it is about. */
@Component({
  selector: 'app-event-row',
  imports: [Icon, RouterLink],
  template: `
    <span class="icon" [class.alarm]="alarming()"><sp-icon [name]="icon()" [size]="16" /></span>
    <div class="grow">
      <p>
        @for (part of parts(); track $index) {
          @if (part.to; as to) {
            <a dir="auto" [routerLink]="to" [class.mono]="part.kind === 'address'">{{ part.text }}</a>
          } @else {
            <span
              [attr.dir]="part.kind === 'text' ? null : 'auto'"
              [class]="part.kind"
              [class.mono]="part.kind === 'address'"
              >{{ part.text }}</span
            >
          }
        }
      </p>
      @for (note of notes(); track $index) {
        @if ('quote' in note) {
          <blockquote dir="auto">{{ note.quote }}</blockquote>
        } @else {
          <p class="small muted">
            {{ fieldName(note.field) }}: <span class="was" dir="auto">{{ note.from }}</span>
            <span aria-hidden="true"> → </span><span class="sr-only">, {{ i18n.t('activity.now') }} </span
            ><span dir="auto">{{ note.to }}</span>
          </p>
        }
      }
    </div>
    <time class="small muted num" [attr.datetime]="event().at" [title]="i18n.dateTime(event().at)">{{ time() }}</time>
  `,
  styles: `
    :host {
      display: flex;
      align-items: flex-start;
      gap: 12px;
      padding: 10px 16px;
    }
    .icon {
      display: grid;
      place-items: center;
      flex: none;
      inline-size: 28px;
      block-size: 28px;
      margin-block: -3px;
      border-radius: 999px;
      background: var(--surface-2);
      color: var(--ink-2);
    }
    .icon.alarm {
      background: var(--stop-soft);
      color: var(--stop);
    }
    .person,
    .name,
    a {
      font-weight: 550;
    }
    p {
      text-wrap: pretty;
    }
    blockquote {
      margin: 4px 0 0;
      padding-inline-start: 12px;
      border-inline-start: 2px solid var(--line);
      color: var(--ink-2);
      white-space: pre-line;
    }
    .was {
      text-decoration: line-through;
    }
    time {
      flex: none;
      line-height: 1.25rem;
    }
  `,
})
export class EventRow {
  readonly event = input.required<AuditEvent>();
  protected readonly i18n = inject(I18n);
  protected readonly icon = computed<IconName>(() =>
    this.alarming() ? 'shield-alert' : (ICONS[this.event().group] ?? 'history'),
  );
  protected readonly alarming = computed(() => ['login_failed', 'abuse_report'].includes(this.event().type));
  protected readonly notes = computed(() => notesOf(this.event()));
  protected readonly time = computed(() =>
    dateFormat(this.i18n.locale(), { timeStyle: 'short' }).format(new Date(this.event().at)),
  );
  protected readonly parts = computed<Part[]>(() => {
    const phrase = phraseOf(this.event());
    const unnamed = { text: this.i18n.t('activity.somebody'), kind: 'person' as const };
    const slots = { actor: unnamed, ...phrase.slots };
    const params = marked(slots);
    params['fields'] = this.i18n.list((phrase.fields ?? []).map((field) => this.fieldName(field)));
    for (const [name, key] of Object.entries(phrase.words ?? {})) params[name] = this.word(key);
    const key = `activity.sentence.${phrase.key}`;
    const sentence = phrase.count === undefined ? this.i18n.t(key, params) : this.i18n.tn(key, phrase.count, params);
    return partsOf(sentence, slots);
  });

  protected fieldName(field: string): string {
    return this.i18n.known(`activity.field.${field}`) ?? field;
  }

  private word(key: string): string {
    return this.i18n.known(`activity.${key}`) ?? (key.split('.').at(-1) || '–');
  }
}
