import { HttpClient, HttpStatusCode } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { Ok, RenameTagInput, Tag, TagInput } from '@signpost/contracts';
import { map, Observable } from 'rxjs';

/** The tag routes that change something. */
@Injectable({ providedIn: 'root' })
export class TagsApi {
  private readonly http = inject(HttpClient);

  /** Creates a tag, or finds the existing one with that name. */
  create(input: TagInput): Observable<{ tag: Tag; isNew: boolean }> {
    return this.http
      .post<Tag>('/api/tags', input, { observe: 'response' })
      .pipe(map(({ status, body }) => ({ tag: body as Tag, isNew: status === (HttpStatusCode.Created as number) })));
  }

  rename(id: string, input: RenameTagInput): Observable<Tag> {
    return this.http.patch<Tag>(`/api/tags/${id}`, input);
  }

  /** Deletes a tag and removes it from its links. */
  remove(id: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/tags/${id}`);
  }
}
