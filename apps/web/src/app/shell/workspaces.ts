import { httpResource } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import type { WorkspaceList } from '@signpost/contracts';
import { hostOf } from '../platform/host';
import { Connection } from '../platform/requests/connection';
import { SessionStore } from '../platform/session';
import { toldApart } from '../platform/told-apart';
import { Visits } from '../platform/navigation/visits';

/** The workspaces of the signed-in user; loaded on first use. */
@Injectable({ providedIn: 'root' })
export class Workspaces {
  private readonly session = inject(SessionStore);
  private readonly connection = inject(Connection);
  private readonly visits = inject(Visits);
  private readonly wanted = signal(false);
  private readonly userId = computed(() => this.session.user()?.id);
  private readonly list = httpResource<WorkspaceList>(() => {
    this.connection.recovered();
    return this.wanted() && this.several() && this.userId() !== undefined ? '/api/workspaces' : undefined;
  });
  /** Whether this server has several workspaces: then each has a host of its own. */
  readonly several = computed(() => {
    const workspace = this.session.workspace();
    return workspace === null || hostOf(workspace.url).startsWith(`${workspace.slug}.`);
  });
  readonly items = computed(() => (this.list.hasValue() ? this.list.value().items : []));
  /** Name of a workspace, with its host where another one has the same name. */
  readonly labelOf = computed(() =>
    toldApart(
      this.items(),
      ({ name }) => name,
      ({ url }) => hostOf(url),
    ),
  );

  /** Requests loading; idempotent. */
  ensureLoaded(): void {
    this.wanted.set(true);
  }

  /** Opens another workspace, with the session. */
  enter(id: string, url: string): void {
    if (id !== this.session.workspace()?.id) void this.visits.to(url);
  }
}
