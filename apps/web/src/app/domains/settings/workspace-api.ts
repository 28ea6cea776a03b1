import { inject, Injectable } from '@angular/core';
import type {
  CreateWorkspaceInput,
  Logo,
  Ok,
  TransferOwnershipInput,
  UpdateWorkspaceInput,
  Workspace,
} from '@signpost/contracts';
import { ApiClient } from '../../platform/requests/api-client';

/** Workspace requests that change something or are sent once. */
@Injectable({ providedIn: 'root' })
export class WorkspaceApi {
  private readonly client = inject(ApiClient);

  create(input: CreateWorkspaceInput): Promise<Workspace> {
    return this.client.post<Workspace>('/api/workspaces', input);
  }

  update(input: UpdateWorkspaceInput): Promise<Workspace> {
    return this.client.patch<Workspace>('/api/workspaces', input);
  }

  remove(): Promise<Ok> {
    return this.client.delete<Ok>('/api/workspaces');
  }

  uploadLogo(file: File): Promise<Logo> {
    const body = new FormData();
    body.set('file', file);
    return this.client.post<Logo>('/api/workspaces/logo', body);
  }

  removeLogo(): Promise<Ok> {
    return this.client.delete<Ok>('/api/workspaces/logo');
  }

  revokePrefix(prefix: string): Promise<Ok> {
    return this.client.delete<Ok>(`/api/workspaces/link-prefixes/${encodeURIComponent(prefix)}`);
  }

  transferOwnership(input: TransferOwnershipInput): Promise<Ok> {
    return this.client.post<Ok>('/api/workspaces/transfer-ownership', input);
  }
}
