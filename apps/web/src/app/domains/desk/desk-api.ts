import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { AbuseReport, OperatorLink, QuarantinedHost } from '@signpost/contracts';
import { Observable } from 'rxjs';

/** Whose desk: that of the workspace, or the operator's over all of them. */
export type Desk = 'workspace' | 'operator';

/** What is decided about a report; a dismissal sets the link free. */
export type Decision = 'dismiss' | 'quarantine';

/** Where the reports of a desk are. */
export const REPORTS_OF: Readonly<Record<Desk, string>> = {
  workspace: '/api/reports/abuse',
  operator: '/api/admin/abuse-reports',
};

/** Where the histories of its links are, by their ids. */
export const HISTORY_OF: Readonly<Record<Desk, string>> = { workspace: '/api/links', operator: '/api/admin/links' };

/** The routes that decide about reported links and hosts. */
@Injectable({ providedIn: 'root' })
export class DeskApi {
  private readonly http = inject(HttpClient);

  decide(desk: Desk, id: string, decision: Decision): Observable<AbuseReport> {
    return this.http.post<AbuseReport>(`${REPORTS_OF[desk]}/${id}/${decision}`, {});
  }

  /** A mail to whoever made the reported link. */
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
