import { HttpClient, HttpStatusCode } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { Ok, RenameTagInput, Tag, TagInput } from '@signpost/contracts';
import { map, Observable } from 'rxjs';

/** The tag routes that change something. */
@Injectable({ providedIn: 'root' })
export class TagsApi {
  private readonly http = inject(HttpClient);

  /** Makes a tag, or finds the one that has the name already. */
  create(input: TagInput): Observable<{ tag: Tag; isNew: boolean }> {
    return this.http
      .post<Tag>('/api/tags', input, { observe: 'response' })
      .pipe(map(({ status, body }) => ({ tag: body as Tag, isNew: status === (HttpStatusCode.Created as number) })));
  }

  rename(id: string, input: RenameTagInput): Observable<Tag> {
    return this.http.patch<Tag>(`/api/tags/${id}`, input);
  }

  /** Takes it off its links too. */
  remove(id: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/tags/${id}`);
  }
}
