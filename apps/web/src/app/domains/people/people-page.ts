import { httpResource } from '@angular/common/http';
import { Component, computed, DestroyRef, inject } from '@angular/core';
import { LISTED, type InvitationList, type MemberList } from '@signpost/contracts';
import { Button, Empty, Failed, Forbidden, keepFocusFrom, Skeleton } from '@signpost/ui';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { ListEnd } from '../../platform/list-end';
import { nameSearch, NameSearchBox } from '../../platform/name-search';
import { SessionStore } from '../../platform/session';
import { InvitationTable } from './invitation-table';
import { InviteLinkList, InviteLinks } from './invite-links';
import { InvitePeople } from './invite-people';
import { MemberTable } from './member-table';
import { PeopleVersion } from './people-version';

/** The members of the workspace, and open invitations. */
@Component({
  selector: 'app-people-page',
  imports: [
    Button,
    Empty,
    Failed,
    Forbidden,
    InvitationTable,
    InviteLinkList,
    ListEnd,
    MemberTable,
    NameSearchBox,
    Skeleton,
  ],
  template: `<div class="page">
    <header class="page-head">
      <h1>{{ i18n.t('people.title') }}</h1>
      @if (allowed() && !demo) {
        <button spButton variant="primary" icon="user-plus" (click)="inviting.open()">
          {{ i18n.t('people.invite.open') }}
        </button>
      }
    </header>
    @if (!allowed()) {
      <div class="card"><sp-forbidden [text]="i18n.t('people.forbidden')" /></div>
    } @else {
      <app-name-search [search]="search" [label]="i18n.t('people.search')" />
      @if (members(); as found) {
        <app-list-end text="people.end" [count]="found.items.length" [most]="most" />
        @if (shownMembers().length) {
          <app-member-table [members]="shownMembers()" />
        } @else {
          <div class="card"><sp-empty [heading]="i18n.t('ui.nothingFound')" /></div>
        }
      } @else if (memberList.error()) {
        <div class="card"><sp-failed (retry)="memberList.reload()" /></div>
      } @else {
        <div class="card card-pad"><sp-skeleton shape="row" [count]="3" /></div>
      }
      <h2 tabindex="-1">{{ i18n.t('people.invitations.heading') }}</h2>
      <app-invite-link-list />
      @if (invitations(); as list) {
        @if (shownInvitations().length) {
          <app-invitation-table [invitations]="shownInvitations()" />
        } @else if (list.items.length) {
          <p class="muted">{{ i18n.t('ui.nothingFound') }}</p>
        } @else {
          <p class="muted">{{ i18n.t(demo ? 'people.invitations.demo' : 'people.invitations.none') }}</p>
        }
      } @else if (invitationList.error()) {
        <div class="card"><sp-failed (retry)="invitationList.reload()" /></div>
      } @else {
        <div class="card card-pad"><sp-skeleton shape="row" [count]="1" /></div>
      }
    }
  </div>`,
  styles: `
    h2 {
      margin-block: 32px 12px;
    }
  `,
})
export class PeoplePage {
  protected readonly i18n = inject(I18n);
  private readonly session = inject(SessionStore);
  private readonly connection = inject(Connection);
  private readonly version = inject(PeopleVersion);
  protected readonly inviting = inject(InvitePeople);
  protected readonly allowed = computed(() => this.session.can('members.manage'));
  /** Demo workspaces do not allow invitations. */
  protected readonly demo = this.session.isDemo();
  protected readonly memberList = httpResource<MemberList>(() => {
    this.connection.recovered();
    this.version.current();
    return this.allowed() ? '/api/workspaces/members' : undefined;
  });
  protected readonly invitationList = httpResource<InvitationList>(() => {
    this.connection.recovered();
    this.version.current();
    return this.allowed() ? '/api/workspaces/invitations' : undefined;
  });
  protected readonly members = kept(this.memberList);
  protected readonly invitations = kept(this.invitationList);
  protected readonly most = LISTED.members;
  protected readonly search = nameSearch(
    computed(() => (this.members()?.items.length ?? 0) + (this.invitations()?.items.length ?? 0)),
  );
  protected readonly shownMembers = computed(() =>
    (this.members()?.items ?? []).filter(({ displayName, email }) =>
      this.search.matches(`${displayName ?? ''} ${email}`),
    ),
  );
  protected readonly shownInvitations = computed(() =>
    (this.invitations()?.items ?? []).filter(({ email }) => this.search.matches(email)),
  );

  constructor() {
    // The row disappears together with the clicked button, the last one with its table.
    keepFocusFrom('app-member-table', this.members);
    keepFocusFrom('app-invitation-table', this.invitations, 'app-people-page h2');
    const links = inject(InviteLinks);
    inject(DestroyRef).onDestroy(() => links.clear());
  }
}
