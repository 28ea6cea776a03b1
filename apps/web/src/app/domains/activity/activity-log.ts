import { inject, Injectable, signal } from '@angular/core';
import type { AuditEvent, AuditEventPage } from '@signpost/contracts';
import { ApiClient } from '../../platform/requests/api-client';

/** Filters of the log, with the API's names. */
export interface ActivityFilter {
  readonly group?: string;
  readonly type?: string;
}

const PAGE = 50;

/** The activity log page by page: loaded events stay while more are loaded. */
@Injectable()
export class ActivityLog {
  private readonly client = inject(ApiClient);
  private readonly list = signal<readonly AuditEvent[]>([]);
  private readonly cursor = signal<number | null>(null);
  private filter: ActivityFilter = {};
  /** Number of the current request: responses to earlier ones are dropped. */
  private requestNo = 0;
  readonly events = this.list.asReadonly();
  readonly loading = signal(false);
  readonly failed = signal(false);
  readonly loaded = signal(false);
  readonly next = this.cursor.asReadonly();

  /** Restarts with these filters. */
  async start(filter: ActivityFilter): Promise<void> {
    this.filter = filter;
    this.loaded.set(false);
    this.list.set([]);
    this.cursor.set(null);
    await this.fetch(null);
  }

  /**
   * Reloads the newest events; the shown ones stay until then.
   *
   * @throws the error of the request, after which everything is unchanged
   */
  async renew(): Promise<void> {
    if (!this.loaded()) return this.start(this.filter);
    const mine = ++this.requestNo;
    this.loading.set(true);
    try {
      const page = await this.page(null);
      if (mine !== this.requestNo) return;
      this.list.set(page.items);
      this.cursor.set(page.nextBefore);
      this.failed.set(false);
    } finally {
      if (mine === this.requestNo) this.loading.set(false);
    }
  }

  /** Loads the next older page, if there is one and none is loading. */
  async more(): Promise<void> {
    const before = this.cursor();
    if (this.loading() || before === null) return;
    await this.fetch(before);
  }

  /** Retries a failed request. */
  retry(): Promise<void> {
    return this.fetch(this.cursor());
  }

  private async fetch(before: number | null): Promise<void> {
    const mine = ++this.requestNo;
    this.loading.set(true);
    this.failed.set(false);
    try {
      const page = await this.page(before);
      if (mine !== this.requestNo) return;
      this.list.update((all) => [...all, ...page.items]);
      this.cursor.set(page.nextBefore);
      this.loaded.set(true);
    } catch {
      if (mine === this.requestNo) this.failed.set(true);
    } finally {
      if (mine === this.requestNo) this.loading.set(false);
    }
  }

  private page(before: number | null): Promise<AuditEventPage> {
    const params = { ...this.filter, limit: PAGE, ...(before === null ? {} : { before }) };
    return this.client.get<AuditEventPage>('/api/admin/audit-events', params);
  }
}
