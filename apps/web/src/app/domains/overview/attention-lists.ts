import { Component, computed, inject, input, signal } from '@angular/core';
import { Params, RouterLink } from '@angular/router';
import { LIMITS, type AbuseReport, type Attention, type Link, type LinkStatus } from '@signpost/contracts';
import { Button, Icon, IconName, keepFocus } from '@signpost/ui';
import { I18n } from '../../platform/words/i18n';

/** The most severe first. */
const KINDS = [
  'broken',
  'stopped',
  'nearLimit',
  'expiringSoon',
  'needsReview',
] as const satisfies readonly (keyof Attention)[];
type Kind = (typeof KINDS)[number];
/** Number of links per reason before "show more". */
const FEW = 4;
/** List filters that together show all links of a reason; empty where no filter fits. */
const WHOLES: Record<Kind, readonly { readonly name: string; readonly query: Params }[]> = {
  broken: [{ name: 'broken', query: { health: 'broken' } }],
  stopped: (['disabled', 'expired', 'limit_reached'] satisfies LinkStatus[]).map((status) => ({
    name: status,
    query: { status },
  })),
  nearLimit: [],
  expiringSoon: [],
  needsReview: [{ name: 'needsReview', query: { needsReview: true } }],
};
const ICONS: Record<Kind, IconName> = {
  broken: 'triangle-alert',
  stopped: 'circle-slash',
  nearLimit: 'gauge',
  expiringSoon: 'clock',
  needsReview: 'bell',
};

/** What needs attention: reports of visitors, and links, each once under its most severe reason. */
@Component({
  selector: 'app-attention-lists',
  imports: [Button, Icon, RouterLink],
  template: `
    <h2>{{ i18n.t('overview.attention.heading') }}</h2>
    @if (reports().length) {
      <section class="reported">
        <h3><sp-icon name="shield-alert" />{{ i18n.t('overview.attention.reported') }}</h3>
        <ul>
          @for (report of reports().slice(0, few); track report.id) {
            <li>
              <a routerLink="/workspace/reports">
                <span class="mono slug truncate">{{ report.link.slug }}</span>
                <span class="title muted truncate" dir="auto">{{ report.reason }}</span>
                <span class="why muted small">{{ i18n.relative(report.createdAt) }}</span>
              </a>
            </li>
          }
        </ul>
        @if (reports().length > few) {
          <p class="wholes">
            <a routerLink="/workspace/reports">{{ i18n.tn('overview.attention.allReported', reports().length) }}</a>
          </p>
        }
      </section>
    }
    @for (group of groups(); track group.kind) {
      <section [class]="group.kind">
        <h3><sp-icon [name]="group.icon" />{{ i18n.t('overview.attention.' + group.kind) }}</h3>
        <ul>
          @for (link of group.links; track link.id) {
            <li>
              <a [routerLink]="['/links', link.id]">
                <span class="mono slug truncate">{{ link.slug }}</span>
                @if (link.title) {
                  <span class="title muted truncate" dir="auto">{{ link.title }}</span>
                }
                <span class="why muted small">{{ why(group.kind, link) }}</span>
              </a>
            </li>
          }
        </ul>
        @if (group.more > 0) {
          <button spButton small variant="quiet" type="button" (click)="show(group.kind)">
            {{ i18n.tn('overview.attention.more', group.more) }}
          </button>
        }
        @if (group.wholes.length) {
          <p class="wholes">
            @for (whole of group.wholes; track whole.name) {
              <a routerLink="/links" [queryParams]="whole.query">{{
                i18n.t('overview.attention.all.' + whole.name)
              }}</a>
            }
          </p>
        }
      </section>
    } @empty {
      @if (!reports().length) {
        <p class="muted fine"><sp-icon name="circle-check" />{{ i18n.t('overview.attention.none') }}</p>
      }
    }
  `,
  styles: `
    :host {
      display: block;
      padding: 8px 16px 16px;
    }
    h2 {
      margin-block-end: 4px;
      font-size: 0.875rem;
      line-height: 2rem;
    }
    section + section {
      margin-block-start: 12px;
    }
    h3 {
      display: flex;
      align-items: center;
      gap: 6px;
      font-size: 0.8125rem;
      font-weight: 550;
      color: var(--wait);
    }
    .reported h3,
    .broken h3,
    .stopped h3 {
      color: var(--stop);
    }
    .needsReview h3 {
      color: var(--info);
    }
    ul {
      container-type: inline-size;
    }
    li a {
      display: flex;
      align-items: center;
      gap: 0 12px;
      min-block-size: var(--control);
      padding-inline: 22px 8px;
      border-radius: var(--r-control);
      text-decoration: none;
    }
    li a:hover {
      background: var(--surface-2);
    }
    .why {
      flex: none;
      margin-inline-start: auto;
    }
    /* The title gives way, not what tells links apart nor the reason. */
    .slug {
      flex: none;
      max-inline-size: 45%;
    }
    @container (max-width: 26.25em) {
      li a {
        flex-wrap: wrap;
        padding-block: 6px;
      }
      .slug {
        flex: 1;
        max-inline-size: none;
      }
      .title {
        flex-basis: 100%;
        order: 1;
      }
    }
    /* Its word stands under those of the rows. */
    [spButton] {
      margin-inline-start: 13px;
    }
    .wholes {
      display: flex;
      flex-wrap: wrap;
      gap: 0 16px;
      padding-inline: 22px;
    }
    .wholes a {
      padding-block: 6px;
    }
    .fine {
      display: flex;
      gap: 8px;
    }
    .fine sp-icon {
      margin-block-start: 2px;
      color: var(--go);
    }
  `,
})
export class AttentionLists {
  readonly attention = input.required<Attention>();
  /** Open reports of visitors, the newest first; empty for users who may not answer them. */
  readonly reports = input<readonly AbuseReport[]>([]);
  protected readonly few = FEW;
  protected readonly i18n = inject(I18n);
  private readonly whole = signal<readonly Kind[]>([]);
  protected readonly groups = computed(() => {
    const named = new Set<string>();
    return KINDS.map((kind) => {
      const sent = this.attention()[kind];
      const all = sent.filter(({ id }) => !named.has(id));
      for (const { id } of all) named.add(id);
      const links = this.whole().includes(kind) ? all : all.slice(0, FEW);
      // The response has reached its limit: there may be more links of this reason.
      const wholes = sent.length === LIMITS.attentionItems ? WHOLES[kind] : [];
      return { kind, icon: ICONS[kind], links, more: all.length - links.length, wholes };
    }).filter(({ links, wholes }) => links.length > 0 || wholes.length > 0);
  });

  protected show(kind: Kind): void {
    this.whole.update((kinds) => [...kinds, kind]);
    keepFocus(`section.${kind} li:nth-child(${FEW + 1}) a`);
  }

  protected why(kind: Kind, link: Link): string {
    if (kind === 'expiringSoon' && link.expiresAt) return this.i18n.relative(link.expiresAt);
    if (kind === 'nearLimit' && link.remainingVisits !== null)
      return this.i18n.tn('overview.attention.left', link.remainingVisits);
    if (kind === 'broken') return this.i18n.relative(link.health?.since ?? link.updatedAt);
    if (kind === 'stopped') return this.i18n.t(`overview.status.${link.status}`);
    return link.reviewAt ? this.i18n.relative(link.reviewAt) : this.i18n.t('overview.attention.nobody');
  }
}
