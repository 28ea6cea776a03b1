import { httpResource } from '@angular/common/http';
import { Component, computed, inject, signal } from '@angular/core';
import { LIMITS, type OperatorLink, type OperatorLinkList } from '@signpost/contracts';
import { Badge, Button, Failed, keepFocusInRows, Skeleton } from '@signpost/ui';
import { Field, Input } from '@signpost/ui/forms';
import { Toasts } from '@signpost/ui/toasts';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { Problems, toProblem } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { DeskApi } from './desk-api';

/** Finds links of all workspaces by destination host; without a host, lists the quarantined ones. */
@Component({
  selector: 'app-host-search',
  imports: [Badge, Button, Failed, Field, Input, Skeleton],
  template: `
    <form class="stack" role="search" (submit)="$event.preventDefault(); search()">
      <sp-field [label]="i18n.t('desk.host.label')" [hint]="i18n.t('desk.host.hint')" [error]="wrong()">
        <input spInput class="mono" name="host" autocomplete="off" autocapitalize="none" [(value)]="typed" />
      </sp-field>
      <div class="row">
        <button spButton type="submit" icon="search">{{ i18n.t('desk.host.search') }}</button>
      </div>
    </form>
    @if (list(); as found) {
      <p class="count" role="status">
        {{ i18n.tn(host() === '' ? 'desk.host.stopped' : 'desk.host.found', found.total) }}
      </p>
      @if (host() !== '' && found.total > 0) {
        <form class="stack" (submit)="$event.preventDefault(); stopAll()">
          <sp-field
            [label]="i18n.t('desk.host.reason')"
            [hint]="i18n.t(mails() ? 'desk.host.reasonHint' : 'desk.host.reasonHintNoMail')"
          >
            <textarea
              spInput
              name="reason"
              rows="2"
              [attr.maxlength]="limits.reportReasonLength"
              [(value)]="reason"
            ></textarea>
          </sp-field>
          <div class="row">
            <button
              spButton
              class="wraps"
              type="submit"
              variant="danger"
              icon="circle-slash"
              [disabled]="reason().trim() === ''"
              [busy]="busy() === 'host'"
            >
              {{ i18n.t('desk.host.stopAll', { host: host() }) }}
            </button>
          </div>
        </form>
      }
      @if (found.items.length) {
        <ul class="card">
          @for (link of found.items; track link.id) {
            <li>
              <div class="grow">
                <span class="mono">{{ link.shortUrl }}</span>
                <span class="muted small" dir="auto">{{ link.workspace.name }}</span>
                <span class="mono small" dir="ltr">{{ link.destinationUrl }}</span>
                @if (link.quarantineReason; as why) {
                  <span class="small muted" dir="auto">{{ why }}</span>
                }
              </div>
              @if (link.quarantinedBy !== null) {
                <sp-badge tone="stop">{{ i18n.t('desk.by.' + link.quarantinedBy) }}</sp-badge>
                <button
                  spButton
                  small
                  [attr.aria-label]="i18n.t('desk.liftNamed', { slug: link.slug })"
                  [busy]="busy() === link.id"
                  (click)="lift(link)"
                >
                  {{ i18n.t('desk.lift') }}
                </button>
              }
            </li>
          }
        </ul>
      }
    } @else if (resource.error() && !wrong()) {
      <div class="card"><sp-failed (retry)="resource.reload()" /></div>
    } @else if (!wrong()) {
      <div class="card card-pad"><sp-skeleton shape="row" [count]="2" /></div>
    }
  `,
  styles: `
    ul,
    .count,
    form + form {
      margin-block-start: 12px;
    }
    li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 12px;
      padding: 12px 16px;
    }
    li + li {
      border-block-start: 1px solid var(--line);
    }
    .grow {
      display: grid;
      gap: 2px;
      min-inline-size: 0;
    }
    .mono {
      overflow-wrap: anywhere;
    }
  `,
})
export class HostSearch {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(DeskApi);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly connection = inject(Connection);
  protected readonly mails = inject(SessionStore).mails;
  protected readonly limits = LIMITS;
  protected readonly typed = signal('');
  protected readonly host = signal('');
  protected readonly reason = signal('');
  protected readonly busy = signal<string | null>(null);
  protected readonly resource = httpResource<OperatorLinkList>(() => {
    this.connection.recovered();
    const params: Record<string, string> = this.host() === '' ? {} : { host: this.host() };
    return { url: '/api/admin/links', params };
  });
  protected readonly list = kept(this.resource, this.host);
  protected readonly wrong = computed(() => {
    const error = this.resource.error();
    const [first] = error === undefined ? [] : toProblem(error).errors;
    return first === undefined ? '' : this.problems.fieldText(first);
  });

  constructor() {
    // A link that is free again leaves the list, or its button does.
    keepFocusInRows('app-host-search li', 'button', this.list);
  }

  /** Reloads: the set of stopped links has changed elsewhere. */
  reload(): void {
    this.resource.reload();
  }

  protected search(): void {
    const host = this.typed().trim();
    if (host === this.host()) this.resource.reload();
    else this.host.set(host);
  }

  protected stopAll(): Promise<void> {
    return this.run('host', async () => {
      const { count } = await this.api.stopHost(this.host(), this.reason().trim());
      this.toasts.done(this.i18n.tn('desk.host.done', count));
    });
  }

  protected lift(link: OperatorLink): Promise<void> {
    return this.run(link.id, async () => {
      await this.api.lift(link.id);
      const again = () => void this.run(link.id, () => this.stopAgain(link));
      this.toasts.done(this.i18n.t('desk.done.dismiss', { slug: link.slug }), again);
    });
  }

  private async stopAgain(link: OperatorLink): Promise<void> {
    await this.api.stop(link.id, link.quarantineReason ?? link.slug);
  }

  private async run(what: string, task: () => Promise<void>): Promise<void> {
    if (this.busy() !== null) return;
    this.busy.set(what);
    try {
      await task();
      this.resource.reload();
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(null);
    }
  }
}
