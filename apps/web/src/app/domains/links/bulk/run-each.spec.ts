import { HttpErrorResponse, HttpHeaders } from '@angular/common/http';
import { NEVER, Observable, of, Subject, throwError } from 'rxjs';
import { Pace } from './pace';
import { runEach } from './run-each';

const refusal = (status: number, seconds = ''): Observable<never> =>
  throwError(
    () => new HttpErrorResponse({ status, headers: new HttpHeaders(seconds ? { 'Retry-After': seconds } : {}) }),
  );

describe('a long row of requests', () => {
  let pace: Pace;
  beforeEach(() => (pace = new Pace(100, 60_000)));

  it('goes on after a refusal', async () => {
    const ended = await runEach([1, 2, 3, 4, 5, 6], (n) => (n % 3 === 0 ? refusal(422) : of(n)), pace);
    expect([...ended.done].sort()).toEqual([1, 2, 4, 5]);
    expect(ended.failed).toEqual([3, 6]);
  });

  describe('rests', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    /** What is told of the rests while three go through, without what was told before. */
    async function told(request: () => Observable<unknown>): Promise<number[]> {
      const seconds: number[] = [];
      const resting = (now: number): unknown => now !== (seconds.at(-1) ?? 0) && seconds.push(now);
      const ended = runEach(['a', 'b', 'c'], request, pace, { resting });
      await vi.runAllTimersAsync();
      expect((await ended).done.toSorted()).toEqual(['a', 'b', 'c']);
      return seconds;
    }

    it('as long as the server asks, all four, and says how long it still is', async () => {
      let asked = 0;
      expect(await told(() => (++asked === 1 ? refusal(429, '3') : of('ok')))).toEqual([3, 2, 1, 0]);
      expect(asked).toBe(4);
    });

    it.each([0, 503])('until a server that is away is back (%i): nothing of it counts as failed', async (status) => {
      let asked = 0;
      expect(await told(() => (++asked <= 9 ? refusal(status) : of('ok')))).toEqual(expect.arrayContaining([3, 0]));
      expect(asked).toBe(12);
    });

    it('when it has used up its turns, so that what else is saved is not refused', async () => {
      pace = new Pace(2, 3000);
      const at: number[] = [];
      const start = Date.now();
      expect(await told(() => (at.push(Date.now() - start), of('ok')))).toEqual([3, 2, 1, 0]);
      expect(at).toEqual([0, 0, 3000]);
    });
  });

  it('ends when it is told to: what is under way counts, the rest is neither done nor failed', async () => {
    const stop = new AbortController();
    const answers = new Subject<string>();
    const begun: number[] = [];
    const request = (n: number): Observable<unknown> => {
      begun.push(n);
      return answers;
    };
    const ended = runEach([1, 2, 3, 4, 5, 6, 7, 8], request, pace, { signal: stop.signal });
    stop.abort();
    answers.next('ok');
    expect(await ended).toEqual({ done: [1, 2, 3, 4], failed: [] });
    expect(begun).toEqual([1, 2, 3, 4]);
  });

  it('does not sit out a wait when it is told to end', async () => {
    const stop = new AbortController();
    const ended = runEach(['a'], () => refusal(429, '3600'), pace, {
      resting: (seconds) => {
        if (seconds) setTimeout(() => stop.abort());
      },
      signal: stop.signal,
    });
    expect(await ended).toEqual({ done: [], failed: [] });
  });

  it('asks four at a time', async () => {
    let begun = 0;
    const request = (): Observable<never> => {
      begun++;
      return NEVER;
    };
    void runEach([1, 2, 3, 4, 5, 6], request, pace);
    await Promise.resolve();
    expect(begun).toBe(4);
  });
});
