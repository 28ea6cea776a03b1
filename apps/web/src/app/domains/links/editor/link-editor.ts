import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { httpResource } from '@angular/common/http';
import { Component, computed, debounced, DestroyRef, inject, signal, untracked, viewChildren } from '@angular/core';
import { CreateLinkInput, LIMITS, Link, LinkPage, TARGETING_SYSTEMS, UpdateLinkInput } from '@signpost/contracts';
import { readableAddress } from '@signpost/domain';
import { Button, composes, copyText, Icon, Switch, Toasts } from '@signpost/ui';
import { ChipsInput, Combobox, Field, FormModel, Input } from '@signpost/ui/forms';
import { DialogFrame, GuardsClosing } from '@signpost/ui/overlay';
import { Connection } from '../../../platform/requests/connection';
import { FormFailure } from '../../../platform/requests/form-failure';
import { formGuard } from '../../../platform/requests/form-guard';
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

/** Result of the panel: the saved link, and whether the address of a new link could be copied. */
export interface Saved {
  readonly link: Link;
  readonly isCopied: boolean;
}

/** Input of the panel: an existing link to edit, a link to duplicate, or some initial values. */
export interface EditorStart {
  readonly link?: Link;
  readonly like?: Link;
  readonly destinationUrl?: string;
  readonly title?: string;
  readonly campaignId?: string;
}

const TYPING_PAUSE_MS = 400;

/** Creates and edits a link: common fields at the top, the others in collapsible sections. */
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
  /** Default responsible user of a new link. */
  private readonly me = inject(SessionStore).user()?.id ?? '';
  protected readonly ref = inject<DialogRef<Saved>>(DialogRef);
  protected readonly i18n = inject(I18n);
  protected readonly lookups = inject(Lookups);
  private readonly api = inject(LinksApi);
  private readonly connection = inject(Connection);
  private readonly problems = inject(Problems);
  private readonly conflicts = inject(EditConflicts);
  private readonly toasts = inject(Toasts);
  private readonly revealError = errorRevealer();
  private readonly repeat = new SafeRepeat();
  private readonly destroyed = inject(DestroyRef);
  private readonly inputs = viewChildren(Input);
  private readonly chips = viewChildren(ChipsInput);

  protected readonly limits = LIMITS;
  /** The last known state of the edited link, which the form's changes are relative to; null for a new one. */
  protected readonly link = signal(this.start.link ?? null);
  protected readonly own = computed(() => {
    const link = this.link();
    return link ? [link.slug, ...link.aliases] : null;
  });
  protected readonly form = new FormModel<LinkFormValue>(this.begin());
  readonly mayClose = formGuard(this.form);
  /** Labels of the fields that another user has changed while the form was open. */
  protected readonly renewed = signal<readonly string[]>([]);
  protected readonly showPassword = signal(false);
  /** The typed destination, unless the link or the one it is a copy of has it. */
  private readonly destination = computed(() => {
    const typed = this.form.f.destinationUrl().trim();
    const known = untracked(this.link) ?? this.start.like;
    return typed.includes('.') && typed !== known?.destinationUrl ? typed : '';
  });
  private readonly pausedDestination = debounced(this.destination, TYPING_PAUSE_MS);
  private readonly twins = httpResource<LinkPage>(() => {
    this.connection.recovered();
    const destination = this.pausedDestination.value();
    return destination ? { url: '/api/links', params: { destination, perPage: 1, archived: 'all' } } : undefined;
  });
  /** An existing link to the typed destination. An incomplete URL is no destination yet; no error is shown for it. */
  protected readonly twin = computed(() => {
    const isAnswer = this.twins.hasValue() && this.pausedDestination.value() === this.destination();
    return isAnswer ? this.twins.value().items.find(({ id }) => id !== this.link()?.id) : undefined;
  });
  protected readonly slugChanged = computed(() => {
    const link = this.link();
    return link !== null && this.form.f.slug() !== link.slug;
  });
  protected readonly countries = computed(() => countryOptions(this.i18n));
  protected readonly systems = computed(() =>
    TARGETING_SYSTEMS.map((value) => ({ value, label: this.i18n.t(`links.system.${value}`) })),
  );
  /** The error of the tags as a whole, or of the first refused tag. */
  protected readonly tagsError = computed(
    () => Object.entries(this.form.errors()).find(([path]) => path.split('.')[0] === 'tags')?.[1] ?? null,
  );
  protected readonly countryError = ({ key }: TargetRow, index: number): string | null =>
    this.form.error(`countries.${index}.url`) ?? this.form.error(`targeting.country.${key}`);
  protected readonly systemError = ({ key }: TargetRow, index: number): string | null =>
    this.form.error(`systems.${index}.url`) ?? this.form.error(`targeting.os.${key}`);
  protected readonly zone = zoneName();

  /** Number of filled-in fields of each section, shown next to its heading. */
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
  /** Sections with content when the form was opened; they start expanded. */
  protected readonly opened = signal(this.counts());

  constructor() {
    this.lookups.ensureLoaded();
  }

  private begin(): LinkFormValue {
    const { link, like, destinationUrl = '', title = '', campaignId = '' } = this.start;
    if (link) return linkForm(link);
    const begun = like ? duplicateForm(like, Date.now()) : { ...EMPTY_LINK_FORM, destinationUrl, title, campaignId };
    // A link without a responsible user would need review from its first day.
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
        if (!saved) return false;
        this.lookups.refresh();
        const isNew = this.link() === null;
        // A user who has left is told by the guard, and nothing is copied unasked.
        const isHere = !this.destroyed.destroyed;
        if (isHere && !isNew) this.toasts.done(this.i18n.t('links.done.saved', { slug: saved.slug }));
        // Copied directly after the click: browsers do not allow it later.
        const isCopied = isHere && isNew && (await copyText(readableAddress(saved.shortUrl)));
        this.ref.close({ link: saved, isCopied });
        return true;
      },
      (error) => {
        this.problems.intoForm(error, this.form, fields);
        this.revealError();
      },
    );
  }

  /** Whether all fields are complete and valid; if not, the fields show their errors. */
  private isFit(): boolean {
    // Every control is checked, so that each shows its error.
    const areComplete = [...this.inputs(), ...this.chips()].map((control) => control.isComplete());
    const mistakes = Object.entries(linkMistakes(this.form.value(), this.link() === null));
    this.form.fail(Object.fromEntries(mistakes.map(([field, message]) => [field, this.i18n.t(message)])));
    return mistakes.length === 0 && !areComplete.includes(false);
  }

  /** The saved link, or null when a question before saving was dismissed. */
  private async send(): Promise<Link | null> {
    const link = this.link();
    if (link) {
      if (!this.form.dirty()) return link;
      const now = await this.takeIn(link);
      const changes = linkInput(this.form.changes(), this.form.value());
      return now && Object.keys(changes).length ? this.api.update(link.id, changes) : now;
    }
    const value = this.form.value();
    const filled = Object.fromEntries(
      Object.entries(value).filter(([, field]) => (Array.isArray(field) ? field.length : field)),
    ) as Partial<LinkFormValue>;
    const input = createInput(linkInput(filled, value, this.start.like), value);
    return this.api.create(input, this.repeat.keyFor(input));
  }

  /**
   * Loads the current state of the link and merges it: lists are sent as a whole, and changes by others are validated
   * together with this input. Returns the link, or null when the question about a conflict was dismissed.
   */
  private async takeIn(before: Link): Promise<Link | null> {
    const link = await this.api.get(before.id);
    // Other users may have chosen new tags or campaigns, which are shown by name.
    if (link.updatedAt !== before.updatedAt) this.lookups.refresh();
    const fields = await this.conflicts.takeInto({
      form: this.form,
      before: linkForm(before),
      now: linkForm(link),
      merge: (yielded) => mergeLink(before, this.form.value(), link, yielded),
      describe: (clashes) => this.describeClashes(link, clashes),
    });
    if (!fields) return null;
    this.link.set(link);
    if (fields.length > 0) {
      this.renewed.update((names) => [...new Set([...names, ...fields.map((field) => fieldLabel(field, this.i18n))])]);
      this.opened.set(this.counts());
    }
    return link;
  }

  private async describeClashes({ id }: Link, clashes: readonly Clash[]): Promise<ClashText[]> {
    // The author is optional information: saving continues without it.
    const { items } = await this.api.history(id).catch(() => ({ items: [] }));
    return clashes.map((clash) => clashText(clash, items, this.i18n, this.lookups));
  }
}

function createInput({ keepOldSlug: _keepOldSlug, ...input }: UpdateLinkInput, value: LinkFormValue): CreateLinkInput {
  return { ...input, destinationUrl: value.destinationUrl.trim() };
}
