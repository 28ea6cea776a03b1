import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type {
  BatchInput,
  BatchResult,
  Campaign,
  CreateCampaignInput,
  Ok,
  UpdateCampaignInput,
} from '@signpost/contracts';
import { Observable } from 'rxjs';

/** The campaign routes that change something, and the batch that fills a campaign with links. */
@Injectable({ providedIn: 'root' })
export class CampaignsApi {
  private readonly http = inject(HttpClient);

  create(input: CreateCampaignInput): Observable<Campaign> {
    return this.http.post<Campaign>('/api/campaigns', input);
  }

  get(id: string): Observable<Campaign> {
    return this.http.get<Campaign>(`/api/campaigns/${id}`);
  }

  update(id: string, input: UpdateCampaignInput): Observable<Campaign> {
    return this.http.patch<Campaign>(`/api/campaigns/${id}`, input);
  }

  /** Its links are kept, without a campaign. */
  remove(id: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/campaigns/${id}`);
  }

  /** Creates all rows or none. @param key idempotency key, the same for a retry, which then creates nothing twice. */
  createLinks(input: BatchInput, key: string): Observable<BatchResult> {
    return this.http.post<BatchResult>('/api/links/batch', input, { headers: { 'Idempotency-Key': key } });
  }
}
