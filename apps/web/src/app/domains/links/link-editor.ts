import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, DestroyRef, effect, inject, signal, viewChildren } from '@angular/core';
import { CreateLinkInput, LIMITS, Link, TARGETING_SYSTEMS, UpdateLinkInput } from '@signpost/contracts';
import { Button, copyText, Icon, Switch, Toasts } from '@signpost/ui';
import { ChipsInput, Combobox, Field, FormModel, Input } from '@signpost/ui/forms';
import { Confirm, DialogFrame, GuardsClosing } from '@signpost/ui/overlay';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { errorRevealer } from '../../platform/reveal-error';
import { countryOptions } from './countries';
import { LinkActions } from './link-actions';
import {
  EMPTY_LINK_FORM,
  linkForm,
  LinkFormValue,
  linkInput,
  linkMistakes,
  needsCurrentTargeting,
  TargetRow,
  zoneName,
} from './link-form';
import { LinksApi } from './links-api';
import { Lookups } from './lookups';
import { SlugField } from './slug-field';
import { TargetRows } from './target-rows';
import { UtmBuilder } from './utm-builder';

/** What the panel begins with: an existing link to edit, or a few values of a new one. */
export interface EditorStart {
  readonly link?: Link;
  readonly destinationUrl?: string;
  readonly campaignId?: string;
}

const TYPING_PAUSE_MS = 400;

/** Create and edit a link: what everybody needs on top, the rest in sections that open. */
@Component({
  selector: 'app-link-editor',
  imports: [
    Button,
    ChipsInput,
    Combobox,
    DialogFrame,
    Field,
    FormFailure,
    Icon,
    Input,
    SlugField,
    Switch,
    TargetRows,
    UtmBuilder,
  ],
  templateUrl: './link-editor.html',
  styleUrl: './link-editor.css',
  host: { '(window:beforeunload)': 'warn($event)', '(keydown)': 'key($event)' },
})
export class LinkEditor implements GuardsClosing {
  private readonly start = inject<EditorStart>(DIALOG_DATA);
  protected readonly ref = inject<DialogRef<Link>>(DialogRef);
  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  private readonly api = inject(LinksApi);
  private readonly actions = inject(LinkActions);
  private readonly problems = inject(Problems);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly revealError = errorRevealer();
  private readonly inputs = viewChildren(Input);
  private readonly chips = viewChildren(ChipsInput);

  protected readonly limits = LIMITS;
  protected readonly link = this.start.link ?? null;
  protected readonly own = this.link ? [this.link.slug, ...this.link.aliases] : null;
  protected readonly form = new FormModel<LinkFormValue>(
    this.link
      ? linkForm(this.link)
      : {
          ...EMPTY_LINK_FORM,
          destinationUrl: this.start.destinationUrl ?? '',
          campaignId: this.start.campaignId ?? '',
        },
  );
  protected readonly showPassword = signal(false);
  /** A link that already goes to the typed destination. */
  protected readonly twin = signal<Link | null>(null);
  protected readonly slugChanged = computed(() => this.link !== null && this.form.f.slug() !== this.link.slug);
  protected readonly countries = computed(() => countryOptions(this.i18n.locale()));
  protected readonly systems = computed(() =>
    TARGETING_SYSTEMS.map((value) => ({ value, label: this.i18n.t(`links.system.${value}`) })),
  );
  /** What is wrong with all of them, or with the first one that is refused. */
  protected readonly tagsError = computed(
    () => Object.entries(this.form.errors()).find(([path]) => path.split('.')[0] === 'tags')?.[1] ?? null,
  );
  protected readonly countryError = ({ key }: TargetRow, index: number): string | null =>
    this.form.error(`countries.${index}.url`) ?? this.form.error(`targeting.country.${key}`);
  protected readonly systemError = ({ key }: TargetRow, index: number): string | null =>
    this.form.error(`systems.${index}.url`) ?? this.form.error(`targeting.os.${key}`);
  protected readonly zone = zoneName();

  /** Sections that hold something, and so begin open, with how much they hold beside their name. */
  protected readonly counts = computed(() => {
    const v = this.form.value();
    const some = (...texts: string[]): number => texts.filter((text) => text !== '').length;
    return {
      utm: some(v.utmSource, v.utmMedium, v.utmCampaign, v.utmTerm, v.utmContent),
      time: some(
        v.startsAt,
        v.expiresAt,
        v.maximumVisits,
        v.scheduledDestination,
        v.expirationDestination,
        v.limitDestination,
      ),
      password: this.link?.isProtected || v.password ? 1 : 0,
      targeting: v.countries.length + v.systems.length,
      care: some(v.responsibleUserId, v.reviewAt, v.notes),
    };
  });
  protected readonly opened = this.counts();
  private discarding = false;

  constructor() {
    this.lookups.want();
    this.watchForTwins();
  }

  mayClose(result: unknown): boolean {
    if (result !== undefined || this.discarding || !this.form.dirty()) return true;
    void this.askToDiscard();
    return false;
  }

  protected warn(event: BeforeUnloadEvent): void {
    if (this.form.dirty()) event.preventDefault();
  }

  protected key(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.save();
  }

  protected async save(): Promise<void> {
    if (this.form.busy()) return;
    if (!this.isFit()) {
      this.revealError();
      return;
    }
    this.form.busy.set(true);
    try {
      const saved = await this.send();
      this.actions.touched();
      this.lookups.refresh();
      if (this.link) this.toasts.done(this.i18n.t('links.done.saved', { slug: saved.slug }));
      else {
        const copy = (): void => void copyText(saved.shortUrl);
        this.toasts.done(this.i18n.t('links.done.created', { url: saved.shortUrl }), copy, this.i18n.t('ui.copy'));
      }
      this.ref.close(saved);
    } catch (error) {
      const fields = { slug_taken: 'slug', alias_taken: 'slug', alias_limit: 'slug' };
      this.problems.intoForm(error, this.form, fields);
      this.revealError();
    } finally {
      this.form.busy.set(false);
    }
  }

  /** Whether all that stands in the fields would be sent as it is meant; if not, the fields say so. */
  private isFit(): boolean {
    // Every one is asked, so that every one complains.
    const areComplete = [...this.inputs(), ...this.chips()].map((control) => control.isComplete());
    const mistakes = Object.entries(linkMistakes(this.form.value(), this.link === null));
    this.form.fail(Object.fromEntries(mistakes.map(([field, message]) => [field, this.i18n.t(message)])));
    return mistakes.length === 0 && !areComplete.includes(false);
  }

  private async send(): Promise<Link> {
    const value = this.form.value();
    if (this.link) {
      const changed = this.form.changes();
      const current = needsCurrentTargeting(changed) ? await firstValueFrom(this.api.get(this.link.id)) : this.link;
      const changes = linkInput(changed, value, current.targeting);
      return Object.keys(changes).length ? firstValueFrom(this.api.update(this.link.id, changes)) : this.link;
    }
    const said = Object.fromEntries(
      Object.entries(value).filter(([, field]) => (Array.isArray(field) ? field.length : field)),
    ) as Partial<LinkFormValue>;
    return firstValueFrom(this.api.create(createInput(linkInput(said, value), value)));
  }

  private async askToDiscard(): Promise<void> {
    this.discarding = await this.confirm.ask({
      heading: this.i18n.t('links.discard.heading'),
      text: this.i18n.t('links.discard.text'),
      action: this.i18n.t('links.discard.action'),
      cancel: this.i18n.t('links.discard.stay'),
      danger: true,
    });
    if (this.discarding) this.ref.close();
  }

  private watchForTwins(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    inject(DestroyRef).onDestroy(() => clearTimeout(timer));
    effect(() => {
      const destination = this.form.f.destinationUrl().trim();
      clearTimeout(timer);
      this.twin.set(null);
      if (!destination.includes('.') || destination === this.link?.destinationUrl) return;
      timer = setTimeout(() => {
        this.api.find({ destination, perPage: 1, archived: 'all' }).subscribe({
          next: ({ items }) => {
            // An answer about what was typed before says nothing about what stands there now.
            if (this.form.f.destinationUrl().trim() !== destination) return;
            this.twin.set(items.find(({ id }) => id !== this.link?.id) ?? null);
          },
          // Half an address is no destination yet; that is not worth a word.
          error: () => undefined,
        });
      }, TYPING_PAUSE_MS);
    });
  }
}

function createInput({ keepOldSlug: _keepOldSlug, ...input }: UpdateLinkInput, value: LinkFormValue): CreateLinkInput {
  return { ...input, destinationUrl: value.destinationUrl.trim() };
}
