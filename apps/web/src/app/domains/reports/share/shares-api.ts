import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { NewReportShare, Ok, ReportShareInput } from '@signpost/contracts';
import { Observable } from 'rxjs';

/** Requests for reports that are shared with people without an account. */
@Injectable({ providedIn: 'root' })
export class SharesApi {
  private readonly http = inject(HttpClient);

  /** The URL in the response is returned only once. */
  create(input: ReportShareInput): Observable<NewReportShare> {
    return this.http.post<NewReportShare>('/api/reports/shares', input);
  }

  revoke(id: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/reports/shares/${id}`);
  }
}
