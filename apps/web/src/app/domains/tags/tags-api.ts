import { HttpClient, HttpStatusCode } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { Ok, RenameTagInput, Tag, TagInput, TagList } from '@signpost/contracts';
import { firstValueFrom } from 'rxjs';
import { ApiClient } from '../../platform/requests/api-client';

/** The tag routes that change something, and what is read before a change. */
@Injectable({ providedIn: 'root' })
export class TagsApi {
  private readonly client = inject(ApiClient);
  private readonly http = inject(HttpClient);

  /** The tags as they are now: no route answers a single one. */
  async list(): Promise<readonly Tag[]> {
    return (await this.client.get<TagList>('/api/tags')).items;
  }

  /** Creates a tag, or finds the existing one with that name. */
  async create(input: TagInput): Promise<{ tag: Tag; isNew: boolean }> {
    // Only the status of the response tells a new tag.
    const request = this.http.post<Tag>('/api/tags', input, { observe: 'response' });
    const { status, body } = await firstValueFrom(request);
    return { tag: body as Tag, isNew: status === (HttpStatusCode.Created as number) };
  }

  rename(id: string, input: RenameTagInput): Promise<Tag> {
    return this.client.patch<Tag>(`/api/tags/${id}`, input);
  }

  /** Deletes a tag and removes it from its links. */
  remove(id: string): Promise<Ok> {
    return this.client.delete<Ok>(`/api/tags/${id}`);
  }
}
