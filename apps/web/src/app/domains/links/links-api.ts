import { inject, Injectable } from '@angular/core';
import {
  type AliasInput,
  type BulkInput,
  type BulkResult,
  type BulkUpdateInput,
  type CreateLinkInput,
  type HistoryList,
  LIMITS,
  type Link,
  type LinkPage,
  type LinkWithCreator,
  type Ok,
  type PreviewInput,
  type RedirectPreview,
  type UpdateLinkInput,
} from '@signpost/contracts';
import { ApiClient } from '../../platform/requests/api-client';

/** Link requests that change something or are sent once; lists and records are read with `httpResource`. */
@Injectable({ providedIn: 'root' })
export class LinksApi {
  private readonly client = inject(ApiClient);

  /** @param key idempotency key, the same for a retry, which then creates nothing twice. */
  create(input: CreateLinkInput, key: string): Promise<Link> {
    return this.client.post<Link>('/api/links', input, { 'Idempotency-Key': key });
  }

  update(id: string, input: UpdateLinkInput): Promise<Link> {
    return this.client.patch<Link>(`/api/links/${id}`, input);
  }

  /** Schedules a check of the destinations. */
  check(id: string): Promise<Ok> {
    return this.client.post<Ok>(`/api/links/${id}/check`);
  }

  get(id: string): Promise<LinkWithCreator> {
    return this.client.get<LinkWithCreator>(`/api/links/${id}`);
  }

  /** One page of the list for a small search, such as links to the same destination. */
  find(params: Record<string, string | number>): Promise<LinkPage> {
    return this.client.get<LinkPage>('/api/links', params);
  }

  /** All links of a list of `total`, loading its pages in parallel. */
  async findAll(params: Record<string, string | number>, total: number): Promise<readonly Link[]> {
    const perPage = LIMITS.perPageMax;
    const pages = Array.from({ length: Math.max(1, Math.ceil(total / perPage)) }, (_, index) =>
      this.find({ ...params, perPage, page: index + 1 }),
    );
    return (await Promise.all(pages)).flatMap(({ items }) => items);
  }

  /** Moves a link to the trash; `restore` takes it out again. */
  remove(id: string): Promise<Ok> {
    return this.client.delete<Ok>(`/api/links/${id}`);
  }

  restore(id: string): Promise<Link> {
    return this.client.post<Link>(`/api/links/${id}/restore`);
  }

  bulk(input: BulkInput): Promise<BulkResult> {
    return this.client.post<BulkResult>('/api/links/bulk', input);
  }

  /** Sets fields of up to 500 links in one request. */
  bulkUpdate(input: BulkUpdateInput): Promise<BulkResult> {
    return this.client.post<BulkResult>('/api/links/bulk/update', input);
  }

  addAlias(id: string, input: AliasInput): Promise<Link> {
    return this.client.post<Link>(`/api/links/${id}/aliases`, input);
  }

  removeAlias(id: string, slug: string): Promise<Link> {
    return this.client.delete<Link>(`/api/links/${id}/aliases/${encodeURIComponent(slug)}`);
  }

  /** The latest changes of a link, newest first. */
  history(id: string): Promise<HistoryList> {
    return this.client.get<HistoryList>(`/api/links/${id}/history`);
  }

  restoreHistory(id: string, historyId: string): Promise<Link> {
    return this.client.post<Link>(`/api/links/${id}/history/${historyId}/restore`);
  }

  preview(id: string, input: PreviewInput): Promise<RedirectPreview> {
    return this.client.post<RedirectPreview>(`/api/links/${id}/preview`, input);
  }
}
