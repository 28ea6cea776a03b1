import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type {
  CreateWorkspaceInput,
  Logo,
  Ok,
  SlugAvailability,
  TransferOwnershipInput,
  UpdateWorkspaceInput,
  Workspace,
} from '@signpost/contracts';
import { Observable } from 'rxjs';

/** Workspace requests that change something or are sent once. */
@Injectable({ providedIn: 'root' })
export class WorkspaceApi {
  private readonly http = inject(HttpClient);

  create(input: CreateWorkspaceInput): Observable<Workspace> {
    return this.http.post<Workspace>('/api/workspaces', input);
  }

  slugAvailable(slug: string): Observable<SlugAvailability> {
    return this.http.get<SlugAvailability>('/api/workspaces/slug-available', { params: { slug } });
  }

  update(input: UpdateWorkspaceInput): Observable<Workspace> {
    return this.http.patch<Workspace>('/api/workspaces', input);
  }

  remove(): Observable<Ok> {
    return this.http.delete<Ok>('/api/workspaces');
  }

  uploadLogo(file: File): Observable<Logo> {
    const body = new FormData();
    body.set('file', file);
    return this.http.post<Logo>('/api/workspaces/logo', body);
  }

  removeLogo(): Observable<Ok> {
    return this.http.delete<Ok>('/api/workspaces/logo');
  }

  revokePrefix(prefix: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/workspaces/link-prefixes/${encodeURIComponent(prefix)}`);
  }

  transferOwnership(input: TransferOwnershipInput): Observable<Ok> {
    return this.http.post<Ok>('/api/workspaces/transfer-ownership', input);
  }
}
