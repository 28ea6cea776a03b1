import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { Attention, Link } from '@signpost/contracts';
import { Icon, IconName } from '@signpost/ui';
import { I18n } from '../../platform/i18n';

const KINDS = ['stopped', 'nearLimit', 'expiringSoon', 'needsReview'] as const satisfies readonly (keyof Attention)[];
const ICONS: Record<(typeof KINDS)[number], IconName> = {
  stopped: 'circle-slash',
  nearLimit: 'gauge',
  expiringSoon: 'clock',
  needsReview: 'bell',
};

/** Links that want a look, by reason. */
@Component({
  selector: 'app-attention-lists',
  imports: [Icon, RouterLink],
  template: `
    <h2>{{ i18n.t('overview.attention.heading') }}</h2>
    @for (group of groups(); track group.kind) {
      <section>
        <h3 [class]="group.kind"><sp-icon [name]="group.icon" />{{ i18n.t('overview.attention.' + group.kind) }}</h3>
        <ul>
          @for (link of group.links; track link.id) {
            <li>
              <a [routerLink]="['/links', link.id]">
                <span class="mono truncate">{{ link.slug }}</span>
                <span class="muted small">{{ why(group.kind, link) }}</span>
              </a>
            </li>
          }
        </ul>
      </section>
    } @empty {
      <p class="muted fine"><sp-icon name="circle-check" />{{ i18n.t('overview.attention.none') }}</p>
    }
  `,
  styles: `
    :host {
      display: block;
      padding: 12px 16px 16px;
    }
    h2 {
      margin-block-end: 8px;
      font-size: 14px;
    }
    section + section {
      margin-block-start: 12px;
    }
    h3 {
      display: flex;
      align-items: center;
      gap: 6px;
      font-size: 13px;
      font-weight: 550;
      color: var(--wait);
    }
    h3.stopped {
      color: var(--stop);
    }
    h3.needsReview {
      color: var(--info);
    }
    a {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 12px;
      min-block-size: 32px;
      padding-inline: 22px 8px;
      border-radius: var(--r-control);
      text-decoration: none;
    }
    a:hover {
      background: var(--surface-2);
    }
    .small {
      flex: none;
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
  protected readonly i18n = inject(I18n);
  protected readonly groups = computed(() =>
    KINDS.map((kind) => ({ kind, icon: ICONS[kind], links: this.attention()[kind].slice(0, 4) })).filter(
      ({ links }) => links.length > 0,
    ),
  );

  protected why(kind: (typeof KINDS)[number], link: Link): string {
    if (kind === 'expiringSoon' && link.expiresAt) return this.i18n.relative(link.expiresAt);
    if (kind === 'nearLimit' && link.remainingVisits !== null)
      return this.i18n.tn('overview.attention.left', link.remainingVisits);
    if (kind === 'stopped') return this.i18n.t(`overview.status.${link.status}`);
    return link.reviewAt ? this.i18n.relative(link.reviewAt) : this.i18n.t('overview.attention.nobody');
  }
}
