import { httpResource } from '@angular/common/http';
import { Component, computed, inject, signal } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { LISTED, type WorkspaceList } from '@signpost/contracts';
import { Badge, Button, Empty, Failed, Icon, LogoPlate, Skeleton } from '@signpost/ui';
import { Connection } from '../../platform/requests/connection';
import { HostStore, hostOf } from '../../platform/host';
import { I18n } from '../../platform/words/i18n';
import { ListEnd } from '../../platform/list-end';
import { nameSearch, NameSearchBox } from '../../platform/name-search';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Visits } from '../../platform/navigation/visits';
import { AuthApi } from '../auth/auth-api';
import { AuthNotice } from '../auth/auth-notice';
import { initialOf } from './initial-of';
import { VerifyFirst } from './verify-first';

/** Chooses a workspace of the account; for a user without one, shows how to get into one. */
@Component({
  selector: 'app-workspace-picker',
  imports: [
    AuthNotice,
    Badge,
    Button,
    Empty,
    Failed,
    Icon,
    ListEnd,
    LogoPlate,
    NameSearchBox,
    RouterLink,
    Skeleton,
    VerifyFirst,
  ],
  templateUrl: './workspace-picker.html',
  styleUrl: './workspace-picker.css',
})
export class WorkspacePicker {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly host = inject(HostStore);
  private readonly connection = inject(Connection);
  private readonly problems = inject(Problems);
  private readonly router = inject(Router);
  private readonly visits = inject(Visits);
  protected readonly resource = httpResource<WorkspaceList>(() => {
    this.connection.recovered();
    return '/api/workspaces';
  });
  protected readonly items = computed(() => (this.resource.hasValue() ? this.resource.value().items : []));
  protected readonly most = LISTED.workspaces;
  protected readonly search = nameSearch(computed(() => this.items().length));
  protected readonly shown = computed(() =>
    this.items().filter(({ name, url }) => this.search.matches(`${name} ${hostOf(url)}`)),
  );
  /** Workspaces can be created in multi mode only, and not from a demo, whose account belongs to no user. */
  protected readonly mayCreate = computed(
    () => this.resource.hasValue() && this.resource.value().mode === 'multi' && !this.session.isDemo(),
  );
  protected readonly ways = inject(AuthApi).ways;
  /** Signing out of the demo, before another page opens. */
  protected readonly leaving = signal(false);
  /** What is wrong with this host: its workspace is not one of the account, or there is none. */
  protected readonly hostProblem = computed(() => {
    const context = this.host.context();
    if (context?.mode !== 'multi' || this.session.workspace()) return null;
    if (context.workspace) return this.i18n.t('workspaces.foreign', { name: context.workspace.name });
    const isBare = hostOf(context.publicUrl) === location.host;
    return isBare ? null : this.i18n.t('workspaces.unknown', { address: location.host });
  });

  protected readonly hostOf = hostOf;
  protected readonly initialOf = initialOf;

  constructor() {
    void this.host.load();
  }

  /** Transfers the session on a plain click, where the browser does not share the cookie. */
  protected enter(event: MouseEvent, url: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || this.visits.isSharing(url)) return;
    event.preventDefault();
    void this.visits.to(url);
  }

  /** The pages after a demo are for visitors: its account has no further use. */
  protected async leaveDemo(path: string): Promise<void> {
    this.leaving.set(true);
    try {
      await this.visits.outside(path);
    } catch (error) {
      this.problems.toast(error);
      this.leaving.set(false);
    }
  }

  protected async signOut(): Promise<void> {
    try {
      await this.session.signOut();
      await this.router.navigateByUrl('/login');
    } catch (error) {
      this.problems.toast(error);
    }
  }
}
