import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { AbuseReport, OperatorLink, QuarantinedHost } from '@signpost/contracts';
import { Observable } from 'rxjs';

/** The desk of a workspace, or the operator's for all workspaces. */
export type Desk = 'workspace' | 'operator';

/** Decision about a report; a dismissal also releases a quarantined link. */
export type Decision = 'dismiss' | 'quarantine';

/** API path of the reports of a desk. */
export const REPORTS_OF: Readonly<Record<Desk, string>> = {
  workspace: '/api/reports/abuse',
  operator: '/api/admin/abuse-reports',
};

/** API path of the links, below which their histories are. */
export const HISTORY_OF: Readonly<Record<Desk, string>> = { workspace: '/api/links', operator: '/api/admin/links' };

/** The routes that decide about reported links and hosts. */
@Injectable({ providedIn: 'root' })
export class DeskApi {
  private readonly http = inject(HttpClient);

  decide(desk: Desk, id: string, decision: Decision): Observable<AbuseReport> {
    return this.http.post<AbuseReport>(`${REPORTS_OF[desk]}/${id}/${decision}`, {});
  }

  /** Sends a mail to the creator of the reported link. */
  write(desk: Desk, id: string, message: string): Observable<AbuseReport> {
    return this.http.post<AbuseReport>(`${REPORTS_OF[desk]}/${id}/message`, { message });
  }

  stop(id: string, reason: string): Observable<OperatorLink> {
    return this.http.post<OperatorLink>(`/api/admin/links/${id}/quarantine`, { reason });
  }

  lift(id: string): Observable<OperatorLink> {
    return this.http.post<OperatorLink>(`/api/admin/links/${id}/lift`, {});
  }

  stopHost(host: string, reason: string): Observable<QuarantinedHost> {
    return this.http.post<QuarantinedHost>('/api/admin/hosts/quarantine', { host, reason });
  }
}
