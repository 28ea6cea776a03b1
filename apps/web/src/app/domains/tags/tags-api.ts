import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { Ok, Tag, TagInput } from '@signpost/contracts';
import { Observable } from 'rxjs';

/** The tag routes that change something. */
@Injectable({ providedIn: 'root' })
export class TagsApi {
  private readonly http = inject(HttpClient);

  create(input: TagInput): Observable<Tag> {
    return this.http.post<Tag>('/api/tags', input);
  }

  rename(id: string, input: TagInput): Observable<Tag> {
    return this.http.patch<Tag>(`/api/tags/${id}`, input);
  }

  /** Takes it off its links too. */
  remove(id: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/tags/${id}`);
  }
}
