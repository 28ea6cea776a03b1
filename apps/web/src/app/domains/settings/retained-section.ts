import { httpResource } from '@angular/common/http';
import { Component, computed, inject, input, signal } from '@angular/core';
import type { LinkPrefixList } from '@signpost/contracts';
import { Button, Failed, keepFocusFrom, Section, Skeleton } from '@signpost/ui';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { exampleUnder, originOf } from './link-path';
import { WorkspaceApi } from './workspace-api';

/** Former prefixes under which all short links still work, until each is revoked. */
@Component({
  selector: 'app-retained-section',
  imports: [Button, Failed, Section, Skeleton],
  template: `<sp-section [heading]="i18n.t('settings.retained.heading')" [text]="i18n.t('settings.retained.text')">
    @if (list(); as list) {
      <ul>
        @for (item of list.items; track item.prefix) {
          <li>
            <span class="grow">
              <span class="mono" dir="ltr">{{ example(item.prefix) }}</span>
              <span class="small muted">{{
                i18n.t('settings.retained.since', { date: i18n.date(item.createdAt) })
              }}</span>
            </span>
            <button spButton small variant="danger" [busy]="revoking() === item.prefix" (click)="revoke(item.prefix)">
              {{ i18n.t('settings.retained.revoke') }}<span class="sr-only"> {{ example(item.prefix) }}</span>
            </button>
          </li>
        } @empty {
          <li class="muted">{{ i18n.t('settings.retained.none') }}</li>
        }
      </ul>
    } @else if (resource.error()) {
      <sp-failed (retry)="resource.reload()" />
    } @else {
      <div class="card-pad"><sp-skeleton [count]="2" /></div>
    }
  </sp-section>`,
  styles: `
    li {
      display: flex;
      align-items: center;
      gap: 12px;
      min-block-size: var(--row);
      padding: 8px 16px;
    }
    li + li {
      border-block-start: 1px solid var(--line);
    }
    li > span {
      display: grid;
    }
  `,
})
export class RetainedSection {
  /** Incremented when the list should be reloaded. */
  readonly version = input(0);
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  private readonly session = inject(SessionStore);
  private readonly confirm = inject(Confirm);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly revoking = signal<string | null>(null);
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<LinkPrefixList>(() => {
    this.version();
    this.connection.recovered();
    return '/api/workspaces/link-prefixes';
  });
  protected readonly list = kept(this.resource);
  private readonly origin = computed(() => {
    const workspace = this.session.workspace();
    return originOf(workspace?.shortUrlBase ?? '', workspace?.linkPrefix ?? null);
  });

  constructor() {
    // A removed prefix disappears together with its button.
    keepFocusFrom('app-retained-section li', this.list, 'app-path-section input[name=linkPrefix]');
  }

  protected example(prefix: string): string {
    return exampleUnder(this.origin(), prefix, '…');
  }

  protected async revoke(prefix: string): Promise<void> {
    const sure = await this.confirm.ask({
      heading: this.i18n.t('settings.retained.sureHeading'),
      text: this.i18n.t('settings.retained.sureText', { address: this.example(prefix) }),
      action: this.i18n.t('settings.retained.revoke'),
      danger: true,
    });
    if (!sure) return;
    this.revoking.set(prefix);
    try {
      await this.api.revokePrefix(prefix);
      this.toasts.done(this.i18n.t('settings.retained.revoked', { address: this.example(prefix) }));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.revoking.set(null);
      this.resource.reload();
    }
  }
}
