import { HttpClient } from '@angular/common/http';
import { inject, Injectable, signal } from '@angular/core';
import type { AuditEvent, AuditEventPage } from '@signpost/contracts';
import { firstValueFrom } from 'rxjs';

/** Conditions of the log, as the API names them. */
export interface ActivityFilter {
  readonly group?: string;
  readonly type?: string;
}

const PAGE = 50;

/** The activity log page by page: what has been read stays while more comes. */
@Injectable()
export class ActivityLog {
  private readonly http = inject(HttpClient);
  private readonly list = signal<readonly AuditEvent[]>([]);
  private readonly cursor = signal<number | null>(null);
  private filter: ActivityFilter = {};
  /** Answers to a question that is not asked any more are dropped. */
  private asked = 0;
  readonly events = this.list.asReadonly();
  readonly loading = signal(false);
  readonly failed = signal(false);
  readonly loaded = signal(false);
  readonly next = this.cursor.asReadonly();

  /** Starts anew under these conditions. */
  async start(filter: ActivityFilter): Promise<void> {
    this.filter = filter;
    this.loaded.set(false);
    this.list.set([]);
    this.cursor.set(null);
    await this.fetch(null);
  }

  /**
   * Reads the newest events again; what is shown stays until they are here.
   *
   * @throws what the request failed with; everything then is as it was
   */
  async renew(): Promise<void> {
    if (!this.loaded()) return this.start(this.filter);
    const mine = ++this.asked;
    this.loading.set(true);
    try {
      const page = await this.page(null);
      if (mine !== this.asked) return;
      this.list.set(page.items);
      this.cursor.set(page.nextBefore);
      this.failed.set(false);
    } finally {
      if (mine === this.asked) this.loading.set(false);
    }
  }

  /** The next older page, if there is one and none is on its way. */
  async more(): Promise<void> {
    const before = this.cursor();
    if (this.loading() || before === null) return;
    await this.fetch(before);
  }

  /** Tries again what failed. */
  retry(): Promise<void> {
    return this.fetch(this.cursor());
  }

  private async fetch(before: number | null): Promise<void> {
    const mine = ++this.asked;
    this.loading.set(true);
    this.failed.set(false);
    try {
      const page = await this.page(before);
      if (mine !== this.asked) return;
      this.list.update((all) => [...all, ...page.items]);
      this.cursor.set(page.nextBefore);
      this.loaded.set(true);
    } catch {
      if (mine === this.asked) this.failed.set(true);
    } finally {
      if (mine === this.asked) this.loading.set(false);
    }
  }

  private page(before: number | null): Promise<AuditEventPage> {
    const params = { ...this.filter, limit: PAGE, ...(before === null ? {} : { before }) };
    return firstValueFrom(this.http.get<AuditEventPage>('/api/admin/audit-events', { params }));
  }
}
