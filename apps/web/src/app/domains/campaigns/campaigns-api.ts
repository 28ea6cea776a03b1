import { inject, Injectable } from '@angular/core';
import type {
  BatchInput,
  BatchResult,
  Campaign,
  CreateCampaignInput,
  Ok,
  UpdateCampaignInput,
} from '@signpost/contracts';
import { ApiClient } from '../../platform/requests/api-client';

/** The campaign routes that change something, and the batch that fills a campaign with links. */
@Injectable({ providedIn: 'root' })
export class CampaignsApi {
  private readonly client = inject(ApiClient);

  create(input: CreateCampaignInput): Promise<Campaign> {
    return this.client.post<Campaign>('/api/campaigns', input);
  }

  get(id: string): Promise<Campaign> {
    return this.client.get<Campaign>(`/api/campaigns/${id}`);
  }

  update(id: string, input: UpdateCampaignInput): Promise<Campaign> {
    return this.client.patch<Campaign>(`/api/campaigns/${id}`, input);
  }

  /** Its links are kept, without a campaign. */
  remove(id: string): Promise<Ok> {
    return this.client.delete<Ok>(`/api/campaigns/${id}`);
  }

  /** Creates all rows or none. @param key idempotency key, the same for a retry, which then creates nothing twice. */
  createLinks(input: BatchInput, key: string): Promise<BatchResult> {
    return this.client.post<BatchResult>('/api/links/batch', input, { 'Idempotency-Key': key });
  }
}
