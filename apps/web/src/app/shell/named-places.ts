import { inject, Injectable } from '@angular/core';
import { Router } from '@angular/router';
import type { IconName } from '@signpost/ui';
import { Lookups } from '../domains/links/editor/lookups';
import { personName } from '../platform/person-name';
import { SessionStore } from '../platform/session';
import { I18n } from '../platform/words/i18n';
import type { NamedCommand, NamedList } from './palette';
import { Workspaces } from './workspaces';

/** Sections of the settings and of the account, by their message key, with their anchors. */
export const SECTIONS = {
  settings: {
    name: 'name',
    logo: 'logo',
    path: 'path',
    defaults: 'defaults',
    destinations: 'destinations',
    second: 'second',
    ownership: 'ownership',
  },
  account: {
    name: 'name',
    address: 'address',
    password: 'password',
    methods: 'methods',
    passkeys: 'passkeys',
    second: 'second',
    sessions: 'sessions',
    digest: 'weekly-digest',
    browser: 'browser',
    appearance: 'appearance',
  },
} as const;

/** What the palette finds only by its name: campaigns, tags, users, other workspaces, sections of the settings. */
@Injectable({ providedIn: 'root' })
export class NamedPlaces {
  private readonly router = inject(Router);
  private readonly session = inject(SessionStore);
  private readonly lookups = inject(Lookups);
  private readonly workspaces = inject(Workspaces);
  private readonly i18n = inject(I18n);

  /** Loads the lists of names; idempotent. */
  ensureLoaded(): void {
    this.lookups.ensureLoaded();
    this.workspaces.ensureLoaded();
    void this.i18n.use('account');
    if (this.session.can('workspace.manage')) void this.i18n.use('settings');
  }

  /** Those loaded so far. */
  all(): readonly NamedCommand[] {
    const { campaignOptions, tags, members } = this.lookups;
    const campaignList = this.list('nav.campaigns', '/campaigns');
    const tagList = this.list('nav.tags', '/tags');
    const memberList = this.list('nav.people', '/members');
    const workspaceList = this.list('nav.switch', '/workspaces');
    return [
      ...campaignOptions().map(({ value, label }) =>
        this.place(label, 'flag', 'campaign', campaignList, () => this.router.navigateByUrl(`/campaigns/${value}`)),
      ),
      ...tags().map(({ name }) =>
        this.place(name, 'tag', 'tag', tagList, () =>
          this.router.navigate(['/links'], { queryParams: { tags: name } }),
        ),
      ),
      ...(this.session.can('members.manage')
        ? members().map((member) =>
            this.place(personName(member), 'user', 'person', memberList, () => {
              memberList.open(member.email);
            }),
          )
        : []),
      ...this.workspaces
        .items()
        .filter(({ id }) => id !== this.session.workspace()?.id)
        .map((workspace) =>
          this.place(this.workspaces.labelOf()(workspace), 'building-2', 'workspace', workspaceList, () => {
            this.workspaces.enter(workspace.id, workspace.url);
          }),
        ),
      ...this.sections(),
    ];
  }

  private sections(): NamedCommand[] {
    const of = (page: keyof typeof SECTIONS, icon: IconName): NamedCommand[] =>
      Object.entries(SECTIONS[page]).map(([section, anchor]) => ({
        label: this.i18n.t(`${page}.${section}.heading`),
        icon,
        about: this.i18n.t(`nav.${page}`),
        run: () => void this.router.navigate([`/${page}`], { fragment: anchor }),
      }));
    return [
      ...(this.session.can('workspace.manage') ? of('settings', 'settings') : []),
      ...(this.session.isDemo() ? [] : of('account', 'user')),
    ];
  }

  private list(label: string, path: string): NamedList {
    return {
      label: this.i18n.t(label),
      open: (q) => void this.router.navigate([path], { queryParams: { q } }),
    };
  }

  private place(label: string, icon: IconName, kind: string, list: NamedList, run: () => unknown): NamedCommand {
    return { label, icon, about: this.i18n.t(`ui.palette.${kind}`), list, run: () => void run() };
  }
}
