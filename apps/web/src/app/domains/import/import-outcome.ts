import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { LIMITS } from '@signpost/contracts';
import { Button, Icon, keepFocus } from '@signpost/ui';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { LinksApi } from '../links/links-api';
import { NewLinks } from '../links/made/new-links';
import { NewLinksCard } from '../links/made/new-links-card';
import { ImportRun } from './import-run';
import type { ImportRow } from './import-state';

/** A short URL of the former shortener, and its destination now. */
interface Trial {
  readonly linkId: string;
  readonly address: string;
  /** Null where the destination is not returned: the link has a password, or is blocked. */
  readonly destination: string | null;
}

/** Result of an import: counts, old short URLs to try, and Undo. */
@Component({
  selector: 'app-import-outcome',
  imports: [Button, Icon, NewLinksCard, RouterLink],
  template: `
    <app-new-links-card />
    <section class="card card-pad stack">
      <h2 tabindex="-1">{{ i18n.t('import.outcome.heading') }}</h2>
      <ul class="facts">
        <li>{{ i18n.tn('import.created', run.created().length) }}</li>
        @if (keptPaths(); as count) {
          <li>{{ i18n.tn('import.outcome.keptPaths', count) }}</li>
        }
        @if (run.done().length - run.created().length; as count) {
          <li>{{ i18n.tn('import.createdBefore', count) }}</li>
        }
        @if (undone(); as count) {
          <li>{{ i18n.tn('import.outcome.undone', count) }}</li>
        }
        @if (run.open().length; as count) {
          <li>{{ i18n.tn('import.outcome.skipped', count) }}</li>
        }
      </ul>
      @if (trials(); as list) {
        <ul class="trials" [attr.aria-label]="i18n.t('import.outcome.tried')">
          @for (trial of list; track trial.linkId) {
            <li>
              <a class="mono" [routerLink]="['/links', trial.linkId]">/{{ trial.address }}</a>
              <sp-icon name="move-right" [size]="16" />
              <span>{{ trial.destination ?? i18n.t('import.outcome.noDestination') }}</span>
            </li>
          }
        </ul>
      }
      <div class="actions">
        @if (undone() === null) {
          <button spButton icon="undo-2" [busy]="undoing()" (click)="undo()">
            {{ i18n.t('import.outcome.undo') }}
          </button>
        }
        @if (addresses().length) {
          <button spButton [busy]="trying()" (click)="tryAddresses()">
            {{ i18n.tn('import.outcome.try', addresses().length) }}
          </button>
        }
      </div>
    </section>
  `,
  styles: `
    .facts {
      display: flex;
      flex-wrap: wrap;
    }
    .trials {
      display: grid;
      gap: 8px;
      padding: 0;
      list-style: none;
    }
    .trials li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 8px;
      overflow-wrap: anywhere;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
  `,
})
export class ImportOutcome {
  protected readonly i18n = inject(I18n);
  protected readonly run = inject(ImportRun);
  private readonly links = inject(LinksApi);
  private readonly made = inject(NewLinks);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly problems = inject(Problems);

  protected readonly trials = signal<readonly Trial[] | null>(null);
  protected readonly trying = signal(false);
  protected readonly undoing = signal(false);
  /** Number of links that Undo moved to the trash; null before it, and again after rows that were imported since. */
  protected readonly undone = linkedSignal<number, number | null>({
    source: () => this.run.created().length,
    computation: () => null,
  });
  protected readonly keptPaths = computed(() =>
    this.run.done().reduce((sum, { values }) => sum + (values.kept_paths?.split('|').length ?? 0), 0),
  );
  /** Old short URLs of the first links. */
  protected readonly addresses = computed(() =>
    this.run
      .done()
      .flatMap((row) => {
        const address = addressOf(row);
        return row.linkId === null || address === '' ? [] : [{ linkId: row.linkId, address }];
      })
      .slice(0, TRIALS),
  );

  constructor() {
    // Optional next to the result: the list shows the addresses too.
    this.showCreated().catch(() => undefined);
  }

  /** Resolves each by the redirect's own rules, without counting a click. */
  protected async tryAddresses(): Promise<void> {
    this.trying.set(true);
    try {
      const tryAddress = async ({ linkId, address }: { linkId: string; address: string }): Promise<Trial> => {
        const { destination } = await this.links.preview(linkId, {});
        return { linkId, address, destination };
      };
      this.trials.set(await Promise.all(this.addresses().map(tryAddress)));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.trying.set(false);
    }
  }

  /** Shows the created links in the card of new links, unless they are too many to find with one request. */
  private async showCreated(): Promise<void> {
    const ids = new Set(this.run.created().map(({ linkId }) => linkId));
    if (ids.size === 0 || ids.size > LIMITS.perPageMax) return;
    const { items } = await this.links.find({ createdBy: 'me', archived: 'all', perPage: LIMITS.perPageMax });
    const links = items.filter(({ id }) => ids.has(id));
    if (links.length === ids.size) this.made.add(links);
  }

  protected async undo(): Promise<void> {
    const isMeant = await this.confirm.ask({
      heading: this.i18n.t('import.outcome.undoHeading'),
      text: this.i18n.t('import.outcome.undoText'),
      action: this.i18n.t('import.outcome.undo'),
      danger: true,
    });
    if (!isMeant) return;
    this.undoing.set(true);
    try {
      const { undone, kept } = await this.run.undo();
      const stays = kept.length === 0 ? '' : ` ${this.i18n.tn('import.outcome.kept', kept.length)}`;
      this.toasts.done(this.i18n.tn('import.outcome.undone', undone) + stays);
      this.undone.set(undone);
      keepFocus('app-import-outcome h2');
      this.trials.set(null);
      this.made.closeCard();
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.undoing.set(false);
    }
  }
}

/** Number of short URLs to try. */
const TRIALS = 10;

const addressOf = ({ values }: ImportRow): string => values.slug || values.kept_paths?.split('|', 1)[0] || '';
