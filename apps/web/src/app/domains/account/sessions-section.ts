import { httpResource } from '@angular/common/http';
import { Component, computed, inject, signal } from '@angular/core';
import type { AccountSession, AccountSessionList } from '@signpost/contracts';
import { Badge, Button, Failed, Icon, IconName, keepFocusFrom, Section, Skeleton } from '@signpost/ui';
import { Toasts } from '@signpost/ui/toasts';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { Problems } from '../../platform/requests/problem';
import { AccountApi } from './account-api';
import { SessionsVersion } from './sessions-version';

/** Signed-in browsers; each of the others can be signed out. */
@Component({
  selector: 'app-sessions-section',
  imports: [Badge, Button, Failed, Icon, Section, Skeleton],
  template: `<sp-section
    id="sessions"
    [heading]="i18n.t('account.sessions.heading')"
    [text]="i18n.t('account.sessions.text')"
  >
    @if (list(); as list) {
      <ul>
        @for (session of list.items; track session.id) {
          <li>
            <sp-icon [name]="iconOf(session)" />
            <span class="grow">
              <strong>{{ nameOf(session) }}</strong>
              <span class="small muted">
                {{ i18n.t('account.sessions.since', { date: i18n.dateTime(session.createdAt) }) }}
              </span>
              @if (!session.current) {
                <span class="small muted">
                  {{ i18n.t('account.sessions.seen', { when: i18n.relative(session.lastSeenAt) }) }}
                </span>
              }
            </span>
            @if (session.current) {
              <sp-badge tone="go">{{ i18n.t('account.sessions.current') }}</sp-badge>
            } @else {
              <button spButton small [busy]="ending() === session.id" (click)="end(session)">
                {{ i18n.t('account.sessions.end') }}<span class="sr-only">: {{ nameOf(session) }}</span>
              </button>
            }
          </li>
        }
      </ul>
      @if (others() > 1) {
        <div class="below">
          <button spButton small variant="danger" [busy]="ending() === 'others'" (click)="endOthers()">
            {{ i18n.t('account.sessions.endOthers') }}
          </button>
        </div>
      }
    } @else if (resource.error()) {
      <sp-failed (retry)="resource.reload()" />
    } @else {
      <div class="card-pad"><sp-skeleton [count]="3" /></div>
    }
  </sp-section>`,
  styleUrl: './rows.css',
})
export class SessionsSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AccountApi);
  private readonly connection = inject(Connection);
  private readonly version = inject(SessionsVersion);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly ending = signal<string | null>(null);
  protected readonly resource = httpResource<AccountSessionList>(() => {
    this.version.current();
    this.connection.recovered();
    return '/api/auth/sessions';
  });
  protected readonly list = kept(this.resource);
  protected readonly others = computed(() => (this.list()?.items ?? []).filter(({ current }) => !current).length);

  constructor() {
    // A signed-out browser disappears together with its button.
    keepFocusFrom('app-sessions-section', this.list);
  }

  protected nameOf({ browser, os }: AccountSession): string {
    if (browser === 'Other' && os === 'Other') return this.i18n.t('account.sessions.unknown');
    return this.i18n.t('account.sessions.name', {
      browser: browser === 'Other' ? this.i18n.t('account.sessions.otherBrowser') : browser,
      os: os === 'Other' ? this.i18n.t('account.sessions.otherSystem') : os,
    });
  }

  protected iconOf({ os }: AccountSession): IconName {
    return os === 'iOS' || os === 'Android' ? 'smartphone' : 'laptop';
  }

  protected end(session: AccountSession): Promise<void> {
    return this.run(session.id, async () => {
      await this.api.endSession(session.id);
      this.toasts.done(this.i18n.t('account.sessions.ended', { name: this.nameOf(session) }));
    });
  }

  protected endOthers(): Promise<void> {
    return this.run('others', async () => {
      await this.api.endOtherSessions();
      this.toasts.done(this.i18n.t('account.sessions.endedOthers'));
    });
  }

  private async run(id: string, task: () => Promise<void>): Promise<void> {
    this.ending.set(id);
    try {
      await task();
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.ending.set(null);
      this.resource.reload();
    }
  }
}
