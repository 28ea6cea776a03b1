import { firstValueFrom, Observable } from 'rxjs';
import { toProblem } from '../../platform/problem';

/** How a long row of requests ended. */
export interface RunResult<T> {
  /** Those that went well, in the order in which they did. */
  readonly done: readonly T[];
  readonly failed: number;
}

/** Who looks on while a long row of requests runs, and may end it. */
export interface RunWatch {
  /** How many are settled, after each one. */
  readonly progress?: (settled: number) => void;
  /** True while the server wants none for a time, false when it goes on. */
  readonly waiting?: (isWaiting: boolean) => void;
  /** Ends the row: what is under way is waited for, the rest is left alone and counts neither as done nor as failed. */
  readonly signal?: AbortSignal;
}

/**
 * Runs one request per item, four at a time. When the server asks to wait (429) it waits as long as asked and goes
 * on; any other refusal counts as failed and the rest goes on.
 */
export async function runEach<T>(
  items: readonly T[],
  request: (item: T) => Observable<unknown>,
  watch: RunWatch = {},
): Promise<RunResult<T>> {
  let next = 0;
  const done: T[] = [];
  let failed = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined && !watch.signal?.aborted; item = items[next++]) {
      const end = await settle(() => request(item), watch);
      if (end === 'done') done.push(item);
      else if (end === 'failed') failed++;
      watch.progress?.(done.length + failed);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return { done, failed };
}

async function settle(request: () => Observable<unknown>, watch: RunWatch): Promise<'done' | 'failed' | 'left'> {
  for (let attempt = 0; attempt < 5; attempt++) {
    if (watch.signal?.aborted) return 'left';
    try {
      await firstValueFrom(request());
      return 'done';
    } catch (error) {
      const { status, retryAfter } = toProblem(error);
      if (status !== 429) return 'failed';
      watch.waiting?.(true);
      await pause((retryAfter ?? 1) * 1000, watch.signal);
      watch.waiting?.(false);
    }
  }
  return 'failed';
}

/** Ends early when the signal does. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
