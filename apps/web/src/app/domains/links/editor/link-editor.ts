import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, DestroyRef, effect, inject, signal, untracked, viewChildren } from '@angular/core';
import { CreateLinkInput, LIMITS, Link, TARGETING_SYSTEMS, UpdateLinkInput } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';
import { Button, composes, copyText, Icon, Switch, Toasts } from '@signpost/ui';
import { ChipsInput, Combobox, Field, FormModel, Input } from '@signpost/ui/forms';
import { DialogFrame, GuardsClosing, unsavedGuard } from '@signpost/ui/overlay';
import { catchError, firstValueFrom, of } from 'rxjs';
import { FormFailure } from '../../../platform/requests/form-failure';
import { I18n } from '../../../platform/words/i18n';
import { Problems } from '../../../platform/requests/problem';
import { errorRevealer } from '../../../platform/reveal-error';
import { SafeRepeat } from '../../../platform/requests/safe-repeat';
import { SessionStore } from '../../../platform/session';
import { CampaignField } from './campaign-field';
import { clashText, fieldLabel } from './clash-text';
import { countryOptions } from './countries';
import { DateShortcuts } from './date-shortcuts';
import { DestinationBox } from './destination-box';
import {
  duplicateForm,
  EMPTY_LINK_FORM,
  linkForm,
  LinkFormValue,
  linkInput,
  linkMistakes,
  mergeLink,
  TargetRow,
  zoneName,
} from './link-form';
import { LinksApi } from '../links-api';
import { Lookups } from './lookups';
import { ClashText, EditConflicts, EditConflictsNote } from './edit-conflicts';
import type { Clash } from './merge-forms';
import { SlugField } from './slug-field';
import { TargetRows } from './target-rows';
import { TitleField } from './title-field';
import { UtmBuilder } from './utm-builder';

/** What the panel ends with: the link as it is now, and whether the address of a new one could be copied. */
export interface Saved {
  readonly link: Link;
  readonly isCopied: boolean;
}

/** What the panel begins with: an existing link to edit, one that the new one is to be like, or a few of its values. */
export interface EditorStart {
  readonly link?: Link;
  readonly like?: Link;
  readonly destinationUrl?: string;
  readonly title?: string;
  readonly campaignId?: string;
}

const TYPING_PAUSE_MS = 400;

/** Create and edit a link: what everybody needs on top, the rest in sections that open. */
@Component({
  selector: 'app-link-editor',
  imports: [
    Button,
    CampaignField,
    ChipsInput,
    Combobox,
    DateShortcuts,
    DestinationBox,
    DialogFrame,
    Field,
    FormFailure,
    Icon,
    Input,
    EditConflictsNote,
    SlugField,
    Switch,
    TargetRows,
    TitleField,
    UtmBuilder,
  ],
  templateUrl: './link-editor.html',
  styleUrl: './link-editor.css',
  host: { '(keydown)': 'key($event)' },
})
export class LinkEditor implements GuardsClosing {
  private readonly start = inject<EditorStart>(DIALOG_DATA);
  /** Responsible for a new link unless somebody chooses otherwise. */
  private readonly me = inject(SessionStore).user()?.id ?? '';
  protected readonly ref = inject<DialogRef<Saved>>(DialogRef);
  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  private readonly api = inject(LinksApi);
  private readonly problems = inject(Problems);
  private readonly conflicts = inject(EditConflicts);
  private readonly toasts = inject(Toasts);
  private readonly revealError = errorRevealer();
  private readonly repeat = new SafeRepeat();
  private readonly inputs = viewChildren(Input);
  private readonly chips = viewChildren(ChipsInput);

  protected readonly limits = LIMITS;
  /** The link that the form's changes are changes of, as last seen; null for a new one. */
  protected readonly link = signal(this.start.link ?? null);
  protected readonly own = computed(() => {
    const link = this.link();
    return link ? [link.slug, ...link.aliases] : null;
  });
  protected readonly form = new FormModel<LinkFormValue>(this.begin());
  readonly mayClose = unsavedGuard(this.form, () => ({
    heading: this.i18n.t('links.discard.heading'),
    text: this.i18n.t('links.discard.text'),
    action: this.i18n.t('links.discard.action'),
    cancel: this.i18n.t('links.discard.stay'),
    danger: true,
  }));
  /** Names of the fields that somebody else has changed while the form was open. */
  protected readonly renewed = signal<readonly string[]>([]);
  protected readonly showPassword = signal(false);
  /** A link that already goes to the typed destination. */
  protected readonly twin = signal<Link | null>(null);
  protected readonly slugChanged = computed(() => {
    const link = this.link();
    return link !== null && this.form.f.slug() !== link.slug;
  });
  protected readonly countries = computed(() => countryOptions(this.i18n));
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

  /** How much each section holds that somebody has put there, which stands beside its name. */
  protected readonly counts = computed(() => {
    const v = this.form.value();
    const responsible = this.link() === null && v.responsibleUserId === this.me ? '' : v.responsibleUserId;
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
      password: this.link()?.isProtected || v.password ? 1 : 0,
      targeting: v.countries.length + v.systems.length,
      care: some(responsible, v.reviewAt, v.notes),
    };
  });
  /** Sections that held something when the form was filled in, and so are open. */
  protected readonly opened = signal(this.counts());

  constructor() {
    this.lookups.want();
    this.watchForTwins();
  }

  private begin(): LinkFormValue {
    const { link, like, destinationUrl = '', title = '', campaignId = '' } = this.start;
    if (link) return linkForm(link);
    const begun = like ? duplicateForm(like, Date.now()) : { ...EMPTY_LINK_FORM, destinationUrl, title, campaignId };
    // A link that nobody is responsible for is one to review from its first day.
    return { ...begun, responsibleUserId: begun.responsibleUserId || this.me };
  }

  protected key(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !composes(event) && (event.ctrlKey || event.metaKey)) void this.save();
  }

  protected async save(): Promise<void> {
    if (this.form.busy()) return;
    if (!this.isFit()) {
      this.revealError();
      return;
    }
    const fields = { slug_taken: 'slug', alias_taken: 'slug', alias_limit: 'slug' };
    await this.form.send(
      async () => {
        const saved = await this.send();
        if (!saved) return;
        this.lookups.refresh();
        const isNew = this.link() === null;
        if (!isNew) this.toasts.done(this.i18n.t('links.done.saved', { slug: saved.slug }));
        // While the press is fresh: later no browser allows it.
        this.ref.close({ link: saved, isCopied: isNew && (await copyText(readableAddress(saved.shortUrl))) });
      },
      (error) => {
        this.problems.intoForm(error, this.form, fields);
        this.revealError();
      },
    );
  }

  /** Whether all that stands in the fields would be sent as it is meant; if not, the fields say so. */
  private isFit(): boolean {
    // Every one is asked, so that every one complains.
    const areComplete = [...this.inputs(), ...this.chips()].map((control) => control.isComplete());
    const mistakes = Object.entries(linkMistakes(this.form.value(), this.link() === null));
    this.form.fail(Object.fromEntries(mistakes.map(([field, message]) => [field, this.i18n.t(message)])));
    return mistakes.length === 0 && !areComplete.includes(false);
  }

  /** The link as it is after that, or null when a question before it was left open. */
  private async send(): Promise<Link | null> {
    const link = this.link();
    if (link) {
      if (!this.form.dirty()) return link;
      const now = await this.takeIn(link);
      const changes = linkInput(this.form.changes(), this.form.value());
      return now && Object.keys(changes).length ? firstValueFrom(this.api.update(link.id, changes)) : now;
    }
    const value = this.form.value();
    const said = Object.fromEntries(
      Object.entries(value).filter(([, field]) => (Array.isArray(field) ? field.length : field)),
    ) as Partial<LinkFormValue>;
    const input = createInput(linkInput(said, value), value);
    return firstValueFrom(this.api.create(input, this.repeat.keyFor(input)));
  }

  /**
   * Looks what the link is by now: lists are sent whole, and what others have changed is checked with what is sent. The
   * link, or null when it was left open whose change is to hold.
   */
  private async takeIn(before: Link): Promise<Link | null> {
    const link = await firstValueFrom(this.api.get(before.id));
    // What others have chosen may be new, and is shown by name.
    if (link.updatedAt !== before.updatedAt) this.lookups.refresh();
    const fields = await this.conflicts.takeInto({
      form: this.form,
      before: linkForm(before),
      now: linkForm(link),
      merge: (yielded) => mergeLink(before, this.form.value(), link, yielded),
      tell: (clashes) => this.tell(link, clashes),
    });
    if (!fields) return null;
    this.link.set(link);
    if (fields.length > 0) {
      this.renewed.update((names) => [...new Set([...names, ...fields.map((field) => fieldLabel(field, this.i18n))])]);
      this.opened.set(this.counts());
    }
    return link;
  }

  private async tell({ id }: Link, clashes: readonly Clash[]): Promise<ClashText[]> {
    // Who it was is good to know; not to know it holds nobody up.
    const history = await firstValueFrom(this.api.history(id).pipe(catchError(() => of({ items: [] }))));
    return clashes.map((clash) => clashText(clash, history.items, this.i18n, this.lookups));
  }

  private watchForTwins(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    inject(DestroyRef).onDestroy(() => clearTimeout(timer));
    effect(() => {
      const destination = this.form.f.destinationUrl().trim();
      clearTimeout(timer);
      this.twin.set(null);
      const known = untracked(this.link) ?? this.start.like;
      if (!destination.includes('.') || destination === known?.destinationUrl) return;
      timer = setTimeout(() => {
        this.api.find({ destination, perPage: 1, archived: 'all' }).subscribe({
          next: ({ items }) => {
            // An answer about what was typed before says nothing about what stands there now.
            if (this.form.f.destinationUrl().trim() !== destination) return;
            this.twin.set(items.find(({ id }) => id !== this.link()?.id) ?? null);
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
