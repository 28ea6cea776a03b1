import { Component, computed, effect, inject, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import { AUDIT_GROUPS, AUDIT_TYPES } from '@signpost/contracts';
import { Button, Empty, Failed, Forbidden, IconButton, onceLost, Segmented, Skeleton } from '@signpost/ui';
import { Combobox, Field, Select } from '@signpost/ui/forms';
import { dateFormat } from '@signpost/ui/words';
import { Connection } from '../../platform/requests/connection';
import { daysBetween, I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Viewport } from '../../platform/viewport';
import { ActivityLog } from './activity-log';
import { byDay } from './days';
import { EventRow } from './event-row';
import { ReachesView } from './reaches-view';

/** The elements below the rows that load more of them; they disappear with the last page. */
const BELOW = 'app-activity-page :is(.end, sp-failed)';

/** Who did what in the workspace, newest first; more is loaded near the end of the page. */
@Component({
  selector: 'app-activity-page',
  imports: [
    Button,
    Combobox,
    Empty,
    EventRow,
    Failed,
    Field,
    Forbidden,
    IconButton,
    ReachesView,
    Segmented,
    Select,
    Skeleton,
  ],
  providers: [ActivityLog],
  templateUrl: './activity-page.html',
  styleUrl: './activity-page.css',
})
export class ActivityPage {
  protected readonly i18n = inject(I18n);
  protected readonly log = inject(ActivityLog);
  protected readonly viewport = inject(Viewport);
  private readonly connection = inject(Connection);
  private readonly problems = inject(Problems);
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly session = inject(SessionStore);
  protected readonly allowed = computed(() => this.session.can('workspace.manage'));

  private readonly params = toSignal(this.route.queryParamMap);
  protected readonly group = computed(() => known(AUDIT_GROUPS, this.params()?.get('group')));
  protected readonly type = computed(() => known(Object.keys(AUDIT_TYPES), this.params()?.get('type')));
  protected readonly filtered = computed(() => this.group() !== '' || this.type() !== '');
  protected readonly groups = computed(() => [
    { value: '', label: this.i18n.t('activity.group.all') },
    ...AUDIT_GROUPS.map((group) => ({ value: group, label: this.i18n.t(`activity.group.${group}`) })),
  ]);
  protected readonly types = computed(() => {
    const types = Object.entries(AUDIT_TYPES)
      .filter(([, group]) => !this.group() || group === this.group())
      .map(([type]) => ({ value: type, label: this.i18n.t(`activity.type.${type}`) }));
    return this.i18n.sorted(types, ({ label }) => label);
  });
  protected readonly days = computed(() => byDay(this.log.events()));

  constructor() {
    effect(() => {
      const group = this.group();
      const type = this.type();
      if (this.allowed())
        untracked(() => void this.log.start({ ...(group ? { group } : {}), ...(type ? { type } : {}) }));
    });
    // Retries only what failed to load: a user far down the list keeps the scroll position after a short outage.
    effect(() => {
      if (this.connection.recovered() > 0 && untracked(this.log.failed)) untracked(() => void this.log.retry());
    });
    // When the button disappears, the focus moves to the first row that it loaded.
    let shown = 0;
    effect(() => {
      const before = shown;
      shown = this.log.events().length;
      this.log.next();
      this.log.failed();
      if (document.activeElement?.closest(BELOW))
        onceLost(() => document.querySelector<HTMLElement>(`${BELOW} button`) ?? rowAt(before));
    });
  }

  protected choose(change: { group?: string; type?: string }): void {
    // A type belongs to one group: changing the group clears it.
    const query = { group: this.group(), type: 'group' in change ? '' : this.type(), ...change };
    const queryParams = { group: query.group || null, type: query.type || null };
    void this.router.navigate([], { relativeTo: this.route, queryParams });
  }

  protected async refresh(): Promise<void> {
    try {
      await this.log.renew();
    } catch (error) {
      this.problems.toast(error);
    }
  }

  protected dayName(start: number): string {
    const days = daysBetween(start, Date.now());
    if (days === 0) return this.i18n.t('activity.today');
    if (days === 1) return this.i18n.t('activity.yesterday');
    return dateFormat(this.i18n.locale(), { dateStyle: 'full' }).format(start);
  }
}

function rowAt(index: number): HTMLElement | undefined {
  const row = document.querySelectorAll<HTMLElement>('app-activity-page li')[index];
  row?.setAttribute('tabindex', '-1');
  return row;
}

/** Unknown values in the URL count as empty. */
function known(words: readonly string[], word: string | null | undefined): string {
  return word && words.includes(word) ? word : '';
}
