import { inject, Injectable } from '@angular/core';
import type { AbuseReport, OperatorLink, QuarantinedHost } from '@signpost/contracts';
import { ApiClient } from '../../platform/requests/api-client';

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
  private readonly client = inject(ApiClient);

  decide(desk: Desk, id: string, decision: Decision): Promise<AbuseReport> {
    return this.client.post<AbuseReport>(`${REPORTS_OF[desk]}/${id}/${decision}`);
  }

  /** Sends a mail to the creator of the reported link. */
  write(desk: Desk, id: string, message: string): Promise<AbuseReport> {
    return this.client.post<AbuseReport>(`${REPORTS_OF[desk]}/${id}/message`, { message });
  }

  stop(id: string, reason: string): Promise<OperatorLink> {
    return this.client.post<OperatorLink>(`/api/admin/links/${id}/quarantine`, { reason });
  }

  lift(id: string): Promise<OperatorLink> {
    return this.client.post<OperatorLink>(`/api/admin/links/${id}/lift`);
  }

  stopHost(host: string, reason: string): Promise<QuarantinedHost> {
    return this.client.post<QuarantinedHost>('/api/admin/hosts/quarantine', { host, reason });
  }
}
