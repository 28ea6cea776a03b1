import { inject, Injectable } from '@angular/core';
import type { NewReportShare, Ok, ReportShareInput } from '@signpost/contracts';
import { ApiClient } from '../../../platform/requests/api-client';

/** Requests for reports that are shared with people without an account. */
@Injectable({ providedIn: 'root' })
export class SharesApi {
  private readonly client = inject(ApiClient);

  /** The URL in the response is returned only once. */
  create(input: ReportShareInput): Promise<NewReportShare> {
    return this.client.post<NewReportShare>('/api/reports/shares', input);
  }

  revoke(id: string): Promise<Ok> {
    return this.client.delete<Ok>(`/api/reports/shares/${id}`);
  }
}
