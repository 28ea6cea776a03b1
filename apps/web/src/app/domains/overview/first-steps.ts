import { httpResource } from '@angular/common/http';
import {
  booleanAttribute,
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  input,
  output,
  signal,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import type { CampaignList, LinkPage } from '@signpost/contracts';
import { Button, Icon, IconButton } from '@signpost/ui';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { readSetting, writeSetting } from '../../platform/settings';
import { LinkActions } from '../links/page/link-actions';

/** How often the first visit is polled for, in milliseconds: the page promises to show it within two seconds. */
const LOOK_MS = 2_000;

/** First steps in a new workspace; completed steps are ticked, and the card can be closed. */
@Component({
  selector: 'app-first-steps',
  imports: [Button, Icon, IconButton, RouterLink],
  template: `@if (always() || !hidden()) {
    <section class="card">
      <header>
        <div class="grow">
          <h2>{{ i18n.t('overview.steps.heading') }}</h2>
          <p class="muted">{{ i18n.t('overview.steps.text') }}</p>
        </div>
        @if (hasLink()) {
          <button spIconButton icon="x" [label]="i18n.t('ui.dismiss')" [describes]="false" (click)="hide()"></button>
        }
      </header>
      <ol>
        <li [class.done]="hasLink()">
          <sp-icon [name]="hasLink() ? 'circle-check' : 'circle'" [size]="20" />
          <div class="grow">
            <h3>
              {{ i18n.t('overview.steps.link') }}<span class="sr-only">{{ done(hasLink()) }}</span>
            </h3>
            <p class="muted">{{ i18n.t('overview.steps.linkText') }}</p>
          </div>
          @if (!hasLink()) {
            <button spButton variant="primary" (click)="actions.create()">{{ i18n.t('overview.create') }}</button>
          }
        </li>
        <li [class.done]="hasClick()">
          <sp-icon [name]="hasClick() ? 'circle-check' : 'circle'" [size]="20" />
          <div class="grow">
            <h3>
              {{ i18n.t('overview.steps.click') }}<span class="sr-only">{{ done(hasClick()) }}</span>
            </h3>
            <p class="muted">{{ i18n.t('overview.steps.clickText') }}</p>
          </div>
          @if (toVisit(); as url) {
            <a spButton trailing="external-link" [href]="url" target="_blank" rel="noopener">{{
              i18n.t('overview.steps.open')
            }}</a>
          }
        </li>
        <li [class.done]="hasCampaign()">
          <sp-icon [name]="hasCampaign() ? 'circle-check' : 'circle'" [size]="20" />
          <div class="grow">
            <h3>
              {{ i18n.t('overview.steps.campaign') }}<span class="sr-only">{{ done(hasCampaign()) }}</span>
            </h3>
            <p class="muted">{{ i18n.t('overview.steps.campaignText') }}</p>
          </div>
          @if (!hasCampaign()) {
            <a spButton routerLink="/campaigns">{{ i18n.t('overview.steps.toCampaigns') }}</a>
          }
        </li>
        <li [class.done]="hasImported">
          <sp-icon [name]="hasImported ? 'circle-check' : 'circle'" [size]="20" />
          <div class="grow">
            <h3>
              {{ i18n.t('overview.steps.import') }}<span class="sr-only">{{ done(hasImported) }}</span>
            </h3>
            <p class="muted">{{ i18n.t('overview.steps.importText') }}</p>
          </div>
          @if (!hasImported) {
            <a spButton routerLink="/links/import">{{ i18n.t('overview.steps.toImport') }}</a>
          }
        </li>
      </ol>
    </section>
  }`,
  styles: `
    header {
      display: flex;
      align-items: flex-start;
      padding: 16px 16px 12px 20px;
      border-block-end: 1px solid var(--line);
    }
    li {
      display: flex;
      align-items: center;
      gap: 12px;
      min-block-size: 64px;
      padding: 10px 20px;
    }
    li + li {
      border-block-start: 1px solid var(--line);
    }
    li > sp-icon {
      color: var(--ink-2);
    }
    @media (max-width: 35em) {
      li {
        flex-wrap: wrap;
      }
      /* The full width next to the icon: the buttons are below. */
      li > .grow {
        flex-basis: calc(100% - 32px);
      }
      li > [spButton] {
        margin-inline-start: 32px;
      }
    }
    .done > sp-icon {
      color: var(--go);
    }
    .done h3 {
      color: var(--ink-2);
      text-decoration: line-through;
    }
  `,
})
export class FirstSteps {
  /** Show it even if it was closed before: an empty workspace has nothing else to show. */
  readonly always = input(false, { transform: booleanAttribute });
  /** The first visit was counted while this was shown. */
  readonly visited = output();

  protected readonly i18n = inject(I18n);
  protected readonly actions = inject(LinkActions);
  protected readonly hidden = signal(readSetting('steps') === 'hidden');
  private readonly connection = inject(Connection);
  private readonly links = httpResource<LinkPage>(() => {
    this.actions.changed();
    this.connection.recovered();
    return { url: '/api/links', params: { perPage: 1, sort: '-clicks', archived: 'all' } };
  });
  private readonly campaigns = httpResource<CampaignList>(() => {
    this.connection.recovered();
    return '/api/campaigns';
  });
  protected readonly hasLink = computed(() => this.links.hasValue() && this.links.value().total > 0);
  protected readonly hasClick = computed(
    () => this.links.hasValue() && (this.links.value().items[0]?.lifetimeClicks ?? 0) > 0,
  );
  /** Short URL of a link without visits yet. */
  protected readonly toVisit = computed(() =>
    this.hasLink() && !this.hasClick() ? (this.links.value()?.items[0]?.shortUrl ?? null) : null,
  );
  /** Stored in the browser that did an import. */
  protected readonly hasImported = readSetting('imported') !== null;
  protected readonly hasCampaign = computed(() => this.campaigns.hasValue() && this.campaigns.value().items.length > 0);

  constructor() {
    const timer = setInterval(() => {
      if (this.toVisit() && !this.hidden() && !document.hidden) this.links.reload();
    }, LOOK_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
    let wasWaiting = false;
    effect(() => {
      if (wasWaiting && this.hasClick()) this.visited.emit();
      wasWaiting = this.toVisit() !== null;
    });
  }

  /** Text for screen readers in place of the line through a completed step. */
  protected done(isDone: boolean): string {
    return isDone ? `, ${this.i18n.t('overview.steps.done')}` : '';
  }

  protected hide(): void {
    this.hidden.set(true);
    writeSetting('steps', 'hidden');
  }
}
