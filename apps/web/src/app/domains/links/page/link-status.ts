import { Component, computed, inject, input } from '@angular/core';
import type { Link, LinkStatus } from '@signpost/contracts';
import { Badge, IconName, Tone } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';

const TONES: Record<LinkStatus, Tone> = {
  active: 'go',
  scheduled: 'wait',
  expired: 'stop',
  limit_reached: 'stop',
  disabled: 'stop',
  quarantined: 'stop',
};

/** The state of a link as text, and whether its destination is broken. */
@Component({
  selector: 'app-link-status',
  imports: [Badge],
  template: `@if (isSilent()) {
      <span class="sr-only">{{ i18n.t('links.status.active') }}</span>
    } @else {
      <sp-badge [tone]="tone()" [icon]="icon()">{{ i18n.t('links.status.' + link().status) }}</sp-badge>
    }
    @if (link().health?.state === 'broken') {
      <sp-badge tone="stop" icon="triangle-alert" [title]="reason()">{{ i18n.t('links.health.brokenBadge') }}</sp-badge>
    }
    @if (link().archived) {
      <sp-badge icon="archive">{{ i18n.t('links.archived') }}</sp-badge>
    }`,
  styles: `
    :host {
      display: inline-flex;
      flex-wrap: wrap;
      gap: 4px;
    }
    /* Takes no space in its row. */
    :host(.silent) {
      display: contents;
    }
  `,
  host: { '[class.silent]': 'isSilent()' },
})
export class LinkStatusBadge {
  readonly link = input.required<Link>();
  /** In a list: an active link has its state only for screen readers, so that every visible badge is informative. */
  readonly isOneOfMany = input(false);
  protected readonly i18n = inject(I18n);
  protected readonly isSilent = computed(() => this.isOneOfMany() && this.link().status === 'active');
  protected readonly tone = computed(() => TONES[this.link().status]);
  /** Why the destination is broken, as text. */
  protected readonly reason = computed(
    () => this.i18n.known(`links.health.reason.${this.link().health?.reason}`) ?? '',
  );
  /** A filled circle instead of a check mark, which would mean "completed". */
  protected readonly icon = computed<IconName | undefined>(() =>
    this.link().status === 'active' ? 'circle-dot' : undefined,
  );
}
