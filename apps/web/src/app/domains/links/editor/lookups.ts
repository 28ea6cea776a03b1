import { httpResource, HttpResourceRef } from '@angular/common/http';
import { computed, inject, Injectable, signal, untracked } from '@angular/core';
import { LISTED, type CampaignList, type MemberOptions, type TagList } from '@signpost/contracts';
import { Connection } from '../../../platform/requests/connection';
import { I18n } from '../../../platform/words/i18n';
import { personName } from '../../../platform/person-name';
import { SessionStore } from '../../../platform/session';
import { toldApart } from '../../../platform/told-apart';

/** Tags, campaigns and members to choose from; loaded on first use, and again after `refresh`. */
@Injectable({ providedIn: 'root' })
export class Lookups {
  private readonly i18n = inject(I18n);
  private readonly session = inject(SessionStore);
  private readonly connection = inject(Connection);
  private readonly wanted = signal(false);
  private readonly userId = computed(() => this.session.user()?.id);
  private readonly mayManage = computed(() => this.session.can('links.manage'));
  private readonly tagList = httpResource<TagList>(() => (this.mayLoad() ? '/api/tags' : undefined));
  private readonly campaignList = httpResource<CampaignList>(() => (this.mayLoad() ? '/api/campaigns' : undefined));
  private readonly memberList = httpResource<MemberOptions>(() =>
    this.mayLoad() && this.mayManage() ? '/api/workspaces/members/options' : undefined,
  );

  readonly tags = computed(() =>
    this.i18n.sorted(this.tagList.hasValue() ? this.tagList.value().items : [], ({ name }) => name),
  );
  readonly tagOptions = computed(() => this.tags().map(({ id, name }) => ({ value: id, label: name })));
  readonly tagNames = computed(() => this.tags().map((tag) => tag.name));
  readonly campaigns = computed(() =>
    this.i18n.sorted(this.campaignList.hasValue() ? this.campaignList.value().items : [], ({ name }) => name),
  );
  /** Name of a listed campaign, with its UTM value where another one has the same name. */
  private readonly labelOf = computed(() =>
    toldApart(
      this.campaigns(),
      ({ name }) => name,
      ({ utmCampaign }) => utmCampaign,
    ),
  );
  readonly campaignOptions = computed(() =>
    this.campaigns().map((campaign) => ({ value: campaign.id, label: this.labelOf()(campaign) })),
  );
  /** Where the choice of campaigns ends, as a hint of its field; null while all of them can be chosen. */
  readonly campaignHint = computed(() =>
    this.campaigns().length < LISTED.campaigns
      ? null
      : this.i18n.t('links.offeredCampaigns', { count: this.i18n.number(LISTED.campaigns) }),
  );
  readonly members = computed(() => (this.memberList.hasValue() ? this.memberList.value().items : []));
  readonly memberOptions = computed(() =>
    this.members().map((member) => ({ value: member.userId, label: personName(member) })),
  );

  /** Requests loading; idempotent. Failed lists are requested again. */
  ensureLoaded(): void {
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

  /** Name of a campaign; for one that is not listed, a text that says so instead of its id. */
  campaignName(id: string): string {
    return (
      this.campaignOptions().find(({ value }) => value === id)?.label ?? this.unnamed('campaign', this.campaignList)
    );
  }

  /** Name of a member; likewise. Viewers may not read the list of members, but know their own name. */
  memberName(userId: string): string {
    const me = this.session.user();
    if (me?.id === userId) return personName(me);
    const member = this.members().find((one) => one.userId === userId);
    return member ? personName(member) : this.unnamed('member', this.memberList);
  }

  /** Text for an unlisted item: it was deleted, unless the list could not be loaded, or ends before it. */
  private unnamed(
    what: 'campaign' | 'member',
    list: HttpResourceRef<CampaignList | MemberOptions | undefined>,
  ): string {
    const isWhole = list.hasValue() && list.value().items.length < LISTED[`${what}s`];
    if (isWhole) return this.i18n.t(`links.unnamed.${what}.gone`);
    return list.isLoading() ? '…' : this.i18n.t(`links.unnamed.${what}.some`);
  }

  /** Whether to load; again when the server is back, and no more after signing out. */
  private mayLoad(): boolean {
    this.connection.recovered();
    return this.wanted() && this.userId() !== undefined;
  }
}
