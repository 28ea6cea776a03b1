import { httpResource, HttpResourceRef } from '@angular/common/http';
import { computed, inject, Injectable, signal, untracked } from '@angular/core';
import type { CampaignList, MemberOptions, TagList } from '@signpost/contracts';
import { Connection } from '../../../platform/requests/connection';
import { I18n } from '../../../platform/words/i18n';
import { personName } from '../../../platform/person-name';
import { SessionStore } from '../../../platform/session';

/** Tags, campaigns and members to choose from; fetched when first asked for, and again after `refresh`. */
@Injectable({ providedIn: 'root' })
export class Lookups {
  private readonly i18n = inject(I18n);
  private readonly session = inject(SessionStore);
  private readonly connection = inject(Connection);
  private readonly wanted = signal(false);
  private readonly userId = computed(() => this.session.user()?.id);
  private readonly mayManage = computed(() => this.session.can('links.manage'));
  private readonly tagList = httpResource<TagList>(() => (this.mayAsk() ? '/api/tags' : undefined));
  private readonly campaignList = httpResource<CampaignList>(() => (this.mayAsk() ? '/api/campaigns' : undefined));
  private readonly memberList = httpResource<MemberOptions>(() =>
    this.mayAsk() && this.mayManage() ? '/api/workspaces/members/options' : undefined,
  );

  readonly tags = computed(() =>
    this.i18n.sorted(this.tagList.hasValue() ? this.tagList.value().items : [], ({ name }) => name),
  );
  readonly tagOptions = computed(() => this.tags().map(({ id, name }) => ({ value: id, label: name })));
  readonly tagNames = computed(() => this.tags().map((tag) => tag.name));
  readonly campaigns = computed(() =>
    this.i18n.sorted(this.campaignList.hasValue() ? this.campaignList.value().items : [], ({ name }) => name),
  );
  readonly campaignOptions = computed(() => this.campaigns().map(({ id, name }) => ({ value: id, label: name })));
  readonly members = computed(() => (this.memberList.hasValue() ? this.memberList.value().items : []));
  readonly memberOptions = computed(() =>
    this.members().map((member) => ({ value: member.userId, label: personName(member) })),
  );

  /** Says that somebody will read; idempotent. What failed is asked for again. */
  want(): void {
    this.wanted.set(true);
    for (const list of [this.tagList, this.campaignList, this.memberList]) {
      if (untracked(list.error)) list.reload();
    }
  }

  refresh(): void {
    if (!this.wanted()) return;
    this.tagList.reload();
    this.campaignList.reload();
  }

  /** A campaign for reading. One that has no name here is called what it is: an id tells nobody anything. */
  campaignName(id: string): string {
    return this.campaigns().find((campaign) => campaign.id === id)?.name ?? this.unnamed('campaign', this.campaignList);
  }

  /** A member for reading; likewise. Viewers are given no list, but know themselves. */
  memberName(userId: string): string {
    const me = this.session.user();
    if (me?.id === userId) return personName(me);
    const member = this.members().find((one) => one.userId === userId);
    return member ? personName(member) : this.unnamed('member', this.memberList);
  }

  /** What a list does not name: it is gone, unless the list is not there. */
  private unnamed(what: 'campaign' | 'member', list: HttpResourceRef<unknown>): string {
    if (list.hasValue()) return this.i18n.t(`links.unnamed.${what}.gone`);
    return list.isLoading() ? '…' : this.i18n.t(`links.unnamed.${what}.some`);
  }

  /** Whether somebody reads; asked again when the server is back, and forgotten when somebody signs out. */
  private mayAsk(): boolean {
    this.connection.recovered();
    return this.wanted() && this.userId() !== undefined;
  }
}
