import { firstValueFrom, Observable } from 'rxjs';
import { toProblem } from '../../../platform/problem';
import type { Pace } from './pace';

/** How a long row of requests ended. Those that were not begun are in neither. */
export interface RunResult<T> {
  /** Those that went well, in the order in which they did. */
  readonly done: readonly T[];
  readonly failed: readonly T[];
}

/** Who looks on while a long row of requests runs, and may end it. */
export interface RunWatch {
  /** How many are settled, after each one. */
  readonly progress?: (settled: number) => void;
  /** In how many seconds it goes on, each second while it rests; 0 when it does. */
  readonly resting?: (seconds: number) => void;
  /** Ends the row: what is under way is waited for, the rest is left alone and counts neither as done nor as failed. */
  readonly signal?: AbortSignal;
}

const SECOND_MS = 1000;
/** No answer, too many requests, and a database that is away. */
const WAITED_FOR: readonly number[] = [0, 429, 503];
const AWAY_SECONDS = 3;

/**
 * Runs one request per item, four at a time and no faster than the pace allows. When the server asks to wait (429) or is
 * away it waits and goes on; any other refusal counts as failed and the rest goes on.
 */
export async function runEach<T>(
  items: readonly T[],
  request: (item: T) => Observable<unknown>,
  pace: Pace,
  watch: RunWatch = {},
): Promise<RunResult<T>> {
  let next = 0;
  const done: T[] = [];
  const failed: T[] = [];
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined && !watch.signal?.aborted; item = items[next++]) {
      const end = await settle(() => request(item), pace, watch);
      if (end === 'done') done.push(item);
      else if (end === 'failed') failed.push(item);
      watch.progress?.(done.length + failed.length);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return { done, failed };
}

async function settle(
  request: () => Observable<unknown>,
  pace: Pace,
  watch: RunWatch,
): Promise<'done' | 'failed' | 'left'> {
  for (let refusals = 0; refusals < 5;) {
    if (watch.signal?.aborted) return 'left';
    const restMs = pace.take(Date.now());
    if (restMs > 0) {
      await rest(restMs, watch);
      continue;
    }
    watch.resting?.(0);
    try {
      await firstValueFrom(request());
      return 'done';
    } catch (error) {
      const { status, retryAfter } = toProblem(error);
      if (!WAITED_FOR.includes(status)) return 'failed';
      // A server that is away says nothing about the links: what it is asked for waits until it is back.
      if (status === 429) refusals++;
      pace.close(Date.now(), (retryAfter ?? AWAY_SECONDS) * SECOND_MS);
    }
  }
  return 'failed';
}

/** A second of it at most, so that it can be told how long it still is. A rest shorter than that is nobody's news. */
async function rest(ms: number, { resting, signal }: RunWatch): Promise<void> {
  if (ms >= SECOND_MS) resting?.(Math.ceil(ms / SECOND_MS));
  await pause(Math.min(ms, SECOND_MS), signal);
}

/** Ends early when the signal does. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
