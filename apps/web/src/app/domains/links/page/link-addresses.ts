import { Component, effect, inject, signal, untracked } from '@angular/core';
import { LIMITS, Link } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';
import { Button, CopyButton, IconButton, keepFocus, keepFocusInRows, Toasts } from '@signpost/ui';
import { AddressBox, Field, FormModel, Input } from '@signpost/ui/forms';
import { FormFailure } from '../../../platform/requests/form-failure';
import { I18n } from '../../../platform/words/i18n';
import { Problems } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import { LinkActions } from './link-actions';
import { LinkContext } from './link-context';
import { LinksApi } from '../links-api';
import { readable } from './short-address';
import { SlugHolder } from '../editor/slug-holder';

/** All slugs of a link: the main one and its aliases. */
@Component({
  selector: 'app-link-addresses',
  imports: [AddressBox, Button, CopyButton, Field, FormFailure, IconButton, Input, SlugHolder],
  template: `@if (context.link(); as link) {
    <section class="card">
      <h2 class="sr-only">{{ i18n.t('links.tab.addresses') }}</h2>
      <ul [class.bins]="session.can('links.manage')">
        <li>
          <span class="mono grow">{{ url(link, link.slug) }}</span>
          <span class="muted small">{{ i18n.t('link.addresses.main') }}</span>
          <sp-copy-button [text]="readableAddress(link.shortUrl)" [name]="readableAddress(link.shortUrl)" />
        </li>
        @for (alias of link.aliases; track alias) {
          <li>
            <span class="mono grow">{{ url(link, alias) }}</span>
            <sp-copy-button [text]="full(link, alias)" [name]="full(link, alias)" />
            @if (session.can('links.manage')) {
              <button
                spIconButton
                icon="trash-2"
                [label]="i18n.t('link.addresses.revoke', { slug: alias })"
                [describes]="false"
                [attr.aria-busy]="revoking().has(alias) || null"
                (click)="revoke(link, alias)"
              ></button>
            }
          </li>
        }
      </ul>
      @if (session.can('links.manage')) {
        <app-form-failure [text]="form.failure()" />
        <form (submit)="$event.preventDefault(); add(link)">
          <sp-field
            class="grow"
            [label]="i18n.t('link.addresses.new')"
            [hint]="i18n.t('link.addresses.hint', { count: limits.aliasesPerLink })"
            [error]="form.error('slug')"
          >
            <sp-address-box [before]="url(link, '') + '/'">
              <input
                spInput
                class="mono"
                autocomplete="off"
                autocapitalize="none"
                spellcheck="false"
                [(value)]="form.f.slug"
              />
            </sp-address-box>
            <app-slug-holder fieldAfter [slug]="form.error('slug') && form.f.slug()" />
          </sp-field>
          <button
            spButton
            type="submit"
            icon="plus"
            [busy]="form.busy()"
            [disabled]="!form.f.slug().trim() || link.aliases.length >= limits.aliasesPerLink"
          >
            {{ i18n.t('link.addresses.add') }}
          </button>
        </form>
      }
    </section>
  }`,
  styles: `
    app-form-failure {
      display: block;
      padding: 12px 16px 0;
    }
    li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 12px;
      min-block-size: 52px;
      padding: 8px 16px;
      border-block-end: 1px solid var(--line);
    }
    /* A row without a bin keeps its place: what is to be copied stands under one another. */
    .bins sp-copy-button:last-child {
      margin-inline-end: calc(var(--control) + 12px);
    }
    form {
      display: flex;
      align-items: flex-start;
      gap: 12px;
      padding: 16px;
    }
    form button {
      margin-block-start: 24px;
    }
    @media (max-width: 35em) {
      form {
        flex-wrap: wrap;
      }
      form sp-field {
        flex-basis: 100%;
      }
      form button {
        margin-block-start: 0;
      }
    }
    @media print {
      form {
        display: none;
      }
    }
  `,
})
export class LinkAddresses {
  protected readonly i18n = inject(I18n);
  protected readonly readableAddress = readableAddress;
  protected readonly session = inject(SessionStore);
  protected readonly context = inject(LinkContext);
  private readonly api = inject(LinksApi);
  private readonly actions = inject(LinkActions);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly limits = LIMITS;
  protected readonly form = new FormModel({ slug: '' });
  /** Slugs that are being revoked, or are revoked and still listed. */
  protected readonly revoking = signal<ReadonlySet<string>>(new Set());

  constructor() {
    effect(() => {
      const aliases = this.context.link()?.aliases ?? [];
      const before = untracked(this.revoking);
      const still = new Set(aliases.filter((alias) => before.has(alias)));
      if (still.size !== before.size) this.revoking.set(still);
    });
    keepFocusInRows('app-link-addresses li', 'button', this.context.link);
  }

  protected full(link: Link, slug: string): string {
    return readableAddress(link.shortUrl).slice(0, -link.slug.length) + slug;
  }

  protected url(link: Link, slug: string): string {
    return readable(this.full(link, slug));
  }

  protected async add(link: Link): Promise<void> {
    const slug = this.form.f.slug().trim();
    if (!slug || this.form.busy()) return;
    await this.form.send(
      async () => {
        await this.api.addAlias(link.id, { slug });
        this.form.reset({ slug: '' });
        // The button is disabled while the field is empty, and so loses the focus.
        keepFocus('app-link-addresses input');
        this.actions.touched();
        this.toasts.done(this.i18n.t('link.addresses.added', { slug }));
      },
      (error) =>
        this.problems.intoForm(error, this.form, { slug_taken: 'slug', alias_taken: 'slug', alias_limit: 'slug' }),
    );
  }

  protected async revoke(link: Link, slug: string): Promise<void> {
    if (this.revoking().has(slug)) return;
    this.revoking.update((slugs) => new Set([...slugs, slug]));
    try {
      await this.api.removeAlias(link.id, slug);
    } catch (error) {
      this.keep(slug);
      this.problems.toast(error);
      return;
    }
    this.actions.touched();
    // A link may take back its own former slug.
    this.toasts.done(this.i18n.t('link.addresses.revoked', { slug }), () => void this.takeBack(link, slug));
  }

  private async takeBack(link: Link, slug: string): Promise<void> {
    try {
      await this.api.addAlias(link.id, { slug });
      this.keep(slug);
      this.actions.touched();
      this.toasts.done(this.i18n.t('ui.undone'));
    } catch (error) {
      this.problems.toast(error);
    }
  }

  /** The revocation failed or was undone: the slug may be revoked again. */
  private keep(slug: string): void {
    this.revoking.update((slugs) => new Set([...slugs].filter((other) => other !== slug)));
  }
}
