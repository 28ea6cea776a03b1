import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { NewReportShare, Ok, ReportShareInput } from '@signpost/contracts';
import { Observable } from 'rxjs';

/** Reports that people without an account may see. */
@Injectable({ providedIn: 'root' })
export class SharesApi {
  private readonly http = inject(HttpClient);

  /** The address in the answer is told this once. */
  create(input: ReportShareInput): Observable<NewReportShare> {
    return this.http.post<NewReportShare>('/api/reports/shares', input);
  }

  revoke(id: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/reports/shares/${id}`);
  }
}
