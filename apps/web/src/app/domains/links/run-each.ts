import { firstValueFrom, Observable } from 'rxjs';
import { toProblem } from '../../platform/problem';

/** How a long row of requests ended. */
export interface RunResult<T> {
  /** Those that went well, in the order in which they did. */
  readonly done: readonly T[];
  readonly failed: number;
}

/**
 * Runs one request per item, four at a time. When the server asks to wait (429) it waits as long as asked and goes
 * on; any other refusal counts as failed and the rest goes on.
 */
export async function runEach<T>(
  items: readonly T[],
  request: (item: T) => Observable<unknown>,
  progress: (settled: number) => void = () => undefined,
): Promise<RunResult<T>> {
  let next = 0;
  const done: T[] = [];
  let failed = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      if (await settle(() => request(item))) done.push(item);
      else failed++;
      progress(done.length + failed);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return { done, failed };
}

async function settle(request: () => Observable<unknown>): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      await firstValueFrom(request());
      return true;
    } catch (error) {
      const { status, retryAfter } = toProblem(error);
      if (status !== 429) return false;
      await new Promise((resolve) => setTimeout(resolve, (retryAfter ?? 1) * 1000));
    }
  }
  return false;
}
