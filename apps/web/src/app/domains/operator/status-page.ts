import { httpResource } from '@angular/common/http';
import { Component, computed, inject, linkedSignal } from '@angular/core';
import type { JobStatus, OperatorStatus, Signal, SignalState } from '@signpost/contracts';
import { Badge, Button, Failed, Forbidden, Icon, Skeleton, Tone } from '@signpost/ui';
import { Connection } from '../../platform/requests/connection';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { isMissing } from '../../platform/requests/problem';
import { SignInSetupList } from './sign-in-setup';

/** A newer server may have more states. */
const TONES: Readonly<Partial<Record<SignalState, Tone>>> = { ok: 'go', degraded: 'wait', failed: 'stop' };

/** The state of the server itself, for its operators. */
@Component({
  selector: 'app-status-page',
  imports: [Badge, Button, Failed, Forbidden, Icon, SignInSetupList, Skeleton],
  templateUrl: './status-page.html',
  styleUrl: './status-page.css',
})
export class StatusPage {
  protected readonly i18n = inject(I18n);
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<OperatorStatus>(() => {
    this.connection.recovered();
    return '/api/admin/status';
  });
  protected readonly status = kept(this.resource);
  /** When the shown state was loaded, Unix milliseconds. */
  protected readonly readAt = linkedSignal({ source: this.status, computation: () => Date.now() });
  protected readonly missing = computed(() => isMissing(this.resource));
  /** What needs attention: failed jobs and parts in a bad state. */
  protected readonly troubles = computed(() => {
    const status = this.status();
    if (!status) return 0;
    return (
      status.jobs.filter((job) => job.status !== 'ok').length +
      status.signals.filter(({ state }) => state !== 'ok').length
    );
  });

  protected refresh(): void {
    this.resource.reload();
  }

  protected toneOf(state: SignalState): Tone {
    return TONES[state] ?? 'info';
  }

  protected name(kind: 'job' | 'signal' | 'state', code: string): string {
    return this.i18n.known(`operator.${kind}.${code}`) ?? code.replaceAll('_', ' ');
  }

  /** What the bad state of a part means to people, in the displayed language; null if it is well. */
  protected meaningOf({ key, state }: Signal): string | null {
    return state === 'ok' ? null : this.i18n.known(`operator.meaning.${key}`);
  }

  /** What to do about a job in a bad state, in the displayed language. */
  protected actionFor({ job, overdue, nextAction }: JobStatus): string | null {
    if (nextAction === null) return null;
    return this.i18n.known(`operator.next.${overdue ? 'overdue' : job}`) ?? nextAction;
  }

  protected when(at: string | null): string {
    return at === null ? this.i18n.t('operator.never') : this.i18n.moment(at);
  }

  protected due(job: JobStatus): string {
    return new Date(job.nextDueAt).getTime() <= Date.now() && !job.overdue
      ? `${this.i18n.t('operator.dueNow')}, ${this.i18n.dateTime(job.nextDueAt)}`
      : this.i18n.moment(job.nextDueAt);
  }
}
