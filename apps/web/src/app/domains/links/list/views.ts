import { httpResource } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import type { SavedView, SavedViewInput, SavedViewList, UpdateSavedViewInput } from '@signpost/contracts';
import { ApiClient } from '../../../platform/requests/api-client';
import { kept } from '../../../platform/kept';
import { I18n } from '../../../platform/words/i18n';
import { Connection } from '../../../platform/requests/connection';
import { SessionStore } from '../../../platform/session';

/** Saved views of the list: the user's own ones and shared ones. Loaded on first use. */
@Injectable({ providedIn: 'root' })
export class Views {
  private readonly client = inject(ApiClient);
  private readonly connection = inject(Connection);
  private readonly i18n = inject(I18n);
  private readonly session = inject(SessionStore);
  private readonly wanted = signal(false);
  private readonly resource = httpResource<SavedViewList>(() => {
    this.connection.recovered();
    return this.wanted() && this.session.user() ? '/api/views' : undefined;
  });
  private readonly list = kept(this.resource, () => this.session.user()?.id ?? '');
  readonly items = computed(() => this.i18n.sorted(this.list()?.items ?? [], ({ name }) => name));

  /** Requests loading; idempotent. */
  ensureLoaded(): void {
    this.wanted.set(true);
  }

  /** Whether the signed-in user may change it. */
  isMine({ owner }: SavedView): boolean {
    return owner.id === this.session.user()?.id || this.session.session().role === 'OWNER';
  }

  create(input: SavedViewInput): Promise<SavedView> {
    return this.change(this.client.post<SavedView>('/api/views', input));
  }

  update(id: string, input: UpdateSavedViewInput): Promise<SavedView> {
    return this.change(this.client.patch<SavedView>(`/api/views/${id}`, input));
  }

  async remove(id: string): Promise<void> {
    await this.change(this.client.delete(`/api/views/${id}`));
  }

  private async change<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } finally {
      // Also after a refusal: another tab may have deleted the view.
      this.resource.reload();
    }
  }
}
