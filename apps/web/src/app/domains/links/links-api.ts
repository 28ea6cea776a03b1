import { HttpClient, HttpParams } from '@angular/common/http';
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
  type SlugAvailability,
  type UpdateLinkInput,
} from '@signpost/contracts';
import { forkJoin, map, Observable } from 'rxjs';

/** Link requests that change something or are sent once; lists and records are read with `httpResource`. */
@Injectable({ providedIn: 'root' })
export class LinksApi {
  private readonly http = inject(HttpClient);

  /** @param key idempotency key, the same for a retry, which then creates nothing twice. */
  create(input: CreateLinkInput, key: string): Observable<Link> {
    return this.http.post<Link>('/api/links', input, { headers: { 'Idempotency-Key': key } });
  }

  update(id: string, input: UpdateLinkInput): Observable<Link> {
    return this.http.patch<Link>(`/api/links/${id}`, input);
  }

  /** Schedules a check of the destinations. */
  check(id: string): Observable<Ok> {
    return this.http.post<Ok>(`/api/links/${id}/check`, {});
  }

  get(id: string): Observable<LinkWithCreator> {
    return this.http.get<LinkWithCreator>(`/api/links/${id}`);
  }

  /** One page of the list for a small search, such as links to the same destination. */
  find(params: Record<string, string | number>): Observable<LinkPage> {
    return this.http.get<LinkPage>('/api/links', { params: new HttpParams({ fromObject: params }) });
  }

  /** All links of a list of `total`, loading its pages in parallel. */
  findAll(params: Record<string, string | number>, total: number): Observable<readonly Link[]> {
    const perPage = LIMITS.perPageMax;
    const pages = Array.from({ length: Math.max(1, Math.ceil(total / perPage)) }, (_, index) =>
      this.find({ ...params, perPage, page: index + 1 }),
    );
    return forkJoin(pages).pipe(map((found) => found.flatMap(({ items }) => items)));
  }

  /** Moves a link to the trash; `restore` takes it out again. */
  remove(id: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/links/${id}`);
  }

  restore(id: string): Observable<Link> {
    return this.http.post<Link>(`/api/links/${id}/restore`, {});
  }

  bulk(input: BulkInput): Observable<BulkResult> {
    return this.http.post<BulkResult>('/api/links/bulk', input);
  }

  /** Sets fields of up to 500 links in one request. */
  bulkUpdate(input: BulkUpdateInput): Observable<BulkResult> {
    return this.http.post<BulkResult>('/api/links/bulk/update', input);
  }

  addAlias(id: string, input: AliasInput): Observable<Link> {
    return this.http.post<Link>(`/api/links/${id}/aliases`, input);
  }

  removeAlias(id: string, slug: string): Observable<Link> {
    return this.http.delete<Link>(`/api/links/${id}/aliases/${encodeURIComponent(slug)}`);
  }

  /** The latest changes of a link, newest first. */
  history(id: string): Observable<HistoryList> {
    return this.http.get<HistoryList>(`/api/links/${id}/history`);
  }

  restoreHistory(id: string, historyId: string): Observable<Link> {
    return this.http.post<Link>(`/api/links/${id}/history/${historyId}/restore`, {});
  }

  preview(id: string, input: PreviewInput): Observable<RedirectPreview> {
    return this.http.post<RedirectPreview>(`/api/links/${id}/preview`, input);
  }

  slugAvailable(slug: string): Observable<SlugAvailability> {
    return this.http.get<SlugAvailability>('/api/links/slug-available', { params: { slug } });
  }
}
