import { Component, computed, DestroyRef, effect, inject, input, signal } from '@angular/core';
import type { LinkWithCreator } from '@signpost/contracts';
import { Button, Icon, IconName, Toasts } from '@signpost/ui';
import { HostStore } from '../../../platform/host';
import { I18n } from '../../../platform/words/i18n';
import { Problems } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import { LinksApi } from '../links-api';
import { LinkContext } from './link-context';

/** How often, and for how long, the page polls for the result of a requested check, in milliseconds. */
const LOOK_AGAIN_MS = 5_000;
const PATIENCE_MS = 120_000;
const ICONS = { ok: 'circle-check', broken: 'triangle-alert', unknown: 'circle-help' } as const satisfies Record<
  string,
  IconName
>;

/** The results of checking the link's destinations, and a button to check now. */
@Component({
  selector: 'app-link-health',
  imports: [Button, Icon],
  template: `@if (isWatched()) {
    <p class="small">
      @if (link().health; as health) {
        <span class="state" [class]="health.state">
          <sp-icon [name]="icons[health.state]" [size]="14" />{{ i18n.t('links.health.' + health.state) }}
        </span>
        @if (reason(); as text) {
          <span>{{ text }}</span>
        }
        <span class="muted">
          {{ i18n.t('link.health.watched', { time: i18n.moment(health.checkedAt) }) }},
          {{ i18n.t('link.health.since', { time: i18n.moment(health.since) }) }}
        </span>
        @if (isSuspect()) {
          <span class="muted">{{ i18n.t('link.health.suspect') }}</span>
        }
      } @else {
        <span class="muted">{{ i18n.t('link.health.notYet') }}</span>
      }
      @if (session.can('links.manage')) {
        <button spButton small variant="quiet" icon="refresh-cw" [busy]="waiting()" (click)="check()">
          {{ i18n.t('link.health.checkNow') }}
        </button>
      }
    </p>
  }`,
  styles: `
    p {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 2px 8px;
    }
    .state {
      display: inline-flex;
      align-items: center;
      gap: 4px;
      font-weight: 550;
    }
    .ok {
      color: var(--go);
    }
    .broken {
      color: var(--stop);
    }
    .unknown {
      color: var(--ink-2);
    }
  `,
})
export class LinkHealthLine {
  readonly link = input.required<LinkWithCreator>();

  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(LinksApi);
  private readonly context = inject(LinkContext);
  private readonly host = inject(HostStore);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly icons = ICONS;
  protected readonly waiting = signal(false);
  protected readonly isWatched = computed(
    () => this.host.context()?.destinationWatch === true && (this.session.workspace()?.destinationWatch ?? true),
  );
  protected readonly reason = computed(() => this.i18n.known(`links.health.reason.${this.link().health?.reason}`));
  /** A failure was seen once, and needs a second check to be confirmed. */
  protected readonly isSuspect = computed(() => {
    const health = this.link().health;
    return health?.state === 'unknown' && SUSPICIOUS.has(health.reason ?? '');
  });
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Time of the last check when a new one was requested. */
  private before = '';

  constructor() {
    void this.host.load();
    effect(() => {
      const { health } = this.link();
      if (this.waiting() && health !== null && health.checkedAt !== this.before) this.stopWaiting();
    });
    inject(DestroyRef).onDestroy(() => clearInterval(this.timer));
  }

  protected async check(): Promise<void> {
    if (this.waiting()) return;
    this.waiting.set(true);
    this.before = this.link().health?.checkedAt ?? '';
    try {
      await this.api.check(this.link().id);
      this.toasts.done(this.i18n.t('link.health.waiting'));
      const until = Date.now() + PATIENCE_MS;
      this.timer = setInterval(() => {
        if (Date.now() > until) this.stopWaiting();
        else if (!this.context.resource.isLoading()) this.context.resource.reload();
      }, LOOK_AGAIN_MS);
    } catch (error) {
      this.waiting.set(false);
      this.problems.toast(error);
    }
  }

  private stopWaiting(): void {
    clearInterval(this.timer);
    this.waiting.set(false);
  }
}

/** Failures that count as broken when they are seen a second time. */
const SUSPICIOUS: ReadonlySet<string> = new Set([
  'not_found',
  'gone',
  'name_gone',
  'tls_invalid',
  'connection_refused',
  'redirect_loop',
]);
