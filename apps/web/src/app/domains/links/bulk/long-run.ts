import { inject, Injectable, signal } from '@angular/core';
import { Announcer } from '@signpost/ui';
import { EMPTY, Observable } from 'rxjs';
import { I18n } from '../../../platform/i18n';
import { SessionStore } from '../../../platform/session';
import { LinkActions } from '../page/link-actions';
import { Pace } from './pace';
import { runEach, RunResult } from './run-each';

/** Of the 120 link writes a minute that the API allows each person: the others are for what is saved meanwhile. */
const WRITES = 90;
const WINDOW_MS = 60_000;

/** What a run is for, which is its name on screen. */
export type RunPurpose = 'work' | 'undo' | 'restore';

/** How far a run has come. */
export interface RunState {
  readonly purpose: RunPurpose;
  readonly settled: number;
  readonly all: number;
}

/**
 * Long rows of link writes, one row after the other. They go on when the page that began them is left; with the tab they
 * would stop half-way, so the browser asks before that.
 */
@Injectable({ providedIn: 'root' })
export class LongRun {
  private readonly actions = inject(LinkActions);
  private readonly session = inject(SessionStore);
  private readonly i18n = inject(I18n);
  private readonly announcer = inject(Announcer);
  private readonly pace = new Pace(WRITES, WINDOW_MS);
  private readonly current = signal<RunState | null>(null);
  private readonly rest = signal(0);
  /** The row that is under way. */
  readonly state = this.current.asReadonly();
  /** In how many seconds it goes on; 0 while it does not rest. */
  readonly restSeconds = this.rest.asReadonly();
  private stopping = new AbortController();
  private last: Promise<unknown> = Promise.resolve();

  /**
   * Runs one request per item, after the rows that were begun before. Never rejects. A row ends with the sign-in that it was
   * begun in: whoever comes next neither carries it on nor hears of it.
   */
  run<T>(purpose: RunPurpose, items: readonly T[], request: (item: T) => Observable<unknown>): Promise<RunResult<T>> {
    const { era } = this.session;
    const isMine = (): boolean => this.session.era === era;
    const row = this.last.then(() => this.begin(purpose, isMine() ? items : [], request, isMine));
    this.last = row;
    return row.then((result) => (isMine() ? result : new Promise(() => undefined)));
  }

  /** Leaves alone what has not been begun of the row that is under way; what is done stays done. */
  stop(): void {
    this.stopping.abort();
  }

  private async begin<T>(
    purpose: RunPurpose,
    items: readonly T[],
    request: (item: T) => Observable<unknown>,
    isMine: () => boolean,
  ): Promise<RunResult<T>> {
    const endUnlessMine = (): boolean => {
      if (!isMine()) this.stop();
      return isMine();
    };
    const all = items.length;
    this.stopping = new AbortController();
    this.current.set({ purpose, settled: 0, all });
    if (all) this.sayBegun(purpose, all);
    window.addEventListener('beforeunload', warn);
    try {
      return await runEach(items, (item) => (endUnlessMine() ? request(item) : EMPTY), this.pace, {
        progress: (settled) => {
          this.current.set({ purpose, settled, all });
        },
        resting: (seconds) => {
          endUnlessMine();
          // A minute is long: lists show meanwhile what is done.
          if (this.rest() === 0 && seconds > 0) this.actions.touched();
          this.rest.set(seconds);
        },
        signal: this.stopping.signal,
      });
    } finally {
      window.removeEventListener('beforeunload', warn);
      this.rest.set(0);
      this.current.set(null);
    }
  }

  /** By the announcer: no screen has a place for it that is there before, and the run may begin on any. */
  private sayBegun(purpose: RunPurpose, all: number): void {
    const at = this.i18n.t('links.run.at', { settled: this.i18n.number(0), all: this.i18n.number(all) });
    this.announcer.say(`${this.i18n.t(`links.run.${purpose}`)}: ${at}`);
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
