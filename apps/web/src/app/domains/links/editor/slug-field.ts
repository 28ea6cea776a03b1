import { httpResource } from '@angular/common/http';
import { Component, computed, debounced, ElementRef, inject, input, viewChild } from '@angular/core';
import { LIMITS, SlugAvailability } from '@signpost/contracts';
import { parseSlug } from '@signpost/domain';
import { Button, Icon } from '@signpost/ui';
import { AddressBox, Field, FormModel, Input } from '@signpost/ui/forms';
import { Connection } from '../../../platform/requests/connection';
import { I18n } from '../../../platform/words/i18n';
import { SessionStore } from '../../../platform/session';
import { hyphenated } from './hyphenated';
import { LinkFormValue } from './link-form';
import { readable } from '../page/short-address';
import { SlugHolder } from './slug-holder';

const TYPING_PAUSE_MS = 350;

/** The slug with its short URL; its availability is checked while typing. */
@Component({
  selector: 'app-slug-field',
  imports: [AddressBox, Button, Field, Icon, Input, SlugHolder],
  template: `
    <sp-field
      [label]="i18n.t('links.field.slug')"
      [optional]="!own()"
      [error]="error()"
      [hint]="own() || error() ? null : i18n.t('links.slug.hint')"
    >
      <sp-address-box [before]="base()">
        <input
          spInput
          #box
          class="mono"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          [placeholder]="i18n.t('links.slug.generated')"
          [(value)]="form().f.slug"
        />
      </sp-address-box>
      <p fieldAfter class="verdict" role="status">
        @if (verdict() === 'free' && !error()) {
          <sp-icon name="circle-check" [size]="14" />{{ i18n.t('links.slug.free') }}
        }
      </p>
      @if (proposal(); as slug) {
        <button fieldAfter spButton small type="button" class="proposal wraps" (click)="take(slug)">
          {{ i18n.t('links.slug.use', { slug }) }}
        </button>
      }
      <app-slug-holder fieldAfter [slug]="verdict() === 'taken' ? form().f.slug() : null" />
    </sp-field>
  `,
  styles: `
    .verdict {
      display: flex;
      align-items: center;
      gap: 4px;
      color: var(--go);
      font-size: 0.75rem;
      line-height: 1rem;
    }
    .proposal {
      justify-self: start;
      margin-block-start: 4px;
    }
    .verdict:empty {
      display: none;
    }
  `,
})
export class SlugField {
  readonly form = input.required<FormModel<LinkFormValue>>();
  /** Slugs of the link itself, which count as available. */
  readonly own = input<readonly string[] | null>(null);

  protected readonly i18n = inject(I18n);
  private readonly session = inject(SessionStore);
  private readonly connection = inject(Connection);
  private readonly box = viewChild.required<ElementRef<HTMLInputElement>>('box');
  /** The typed slug; null where there is none, or one of the link itself. */
  private readonly parsed = computed(() => {
    const text = this.form().f.slug().trim().toLowerCase();
    return !text || this.own()?.includes(text) ? null : parseSlug(text);
  });
  private readonly slug = computed(() => {
    const parsed = this.parsed();
    return parsed?.ok ? parsed.slug : null;
  });
  private readonly pausedSlug = debounced(this.slug, TYPING_PAUSE_MS);
  private readonly availability = httpResource<SlugAvailability>(() => {
    // A slug that was available while typing may be refused on saving: then it is checked again.
    this.form().error('slug');
    this.connection.recovered();
    const slug = this.pausedSlug.value();
    return slug === null ? undefined : { url: '/api/links/slug-available', params: { slug } };
  });
  /** Null while nothing is known, also where the check failed: the server decides when the form is sent. */
  protected readonly verdict = computed(() => {
    const parsed = this.parsed();
    if (parsed === null) return null;
    if (!parsed.ok) return parsed.reason;
    if (!this.availability.hasValue()) return null;
    const { slug, available, reason } = this.availability.value();
    if (slug !== parsed.slug) return null;
    return available ? 'free' : (reason ?? 'taken');
  });
  protected readonly base = computed(() => `${readable(this.session.workspace()?.shortUrlBase ?? location.origin)}/`);
  protected readonly error = computed(() => {
    const verdict = this.verdict();
    const refused = verdict !== null && verdict !== 'free';
    return this.form().error('slug') ?? (refused ? this.i18n.t(`links.slug.${verdict}`) : null);
  });

  /**
   * A valid slug made from input such as "Spring Sale"; null where the input is valid already, or nothing remains of
   * it.
   */
  protected readonly proposal = computed(() => {
    if (this.verdict() !== 'invalid') return null;
    const slug = hyphenated(this.form().f.slug(), this.i18n.language()).slice(0, LIMITS.slugLength);
    return parseSlug(slug).ok ? slug : null;
  });

  /** The button disappears on click: the field gets the focus for further editing. */
  protected take(slug: string): void {
    this.form().f.slug.set(slug);
    this.box().nativeElement.focus();
  }
}
