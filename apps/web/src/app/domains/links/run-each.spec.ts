import { HttpErrorResponse, HttpHeaders } from '@angular/common/http';
import { NEVER, Observable, of, Subject, throwError } from 'rxjs';
import { runEach } from './run-each';

const refusal = (status: number, seconds = ''): Observable<never> =>
  throwError(
    () => new HttpErrorResponse({ status, headers: new HttpHeaders(seconds ? { 'Retry-After': seconds } : {}) }),
  );

describe('a long row of requests', () => {
  it('goes on after a refusal', async () => {
    const ended = await runEach([1, 2, 3, 4, 5, 6], (n) => (n % 3 === 0 ? refusal(422) : of(n)));
    expect([...ended.done].sort()).toEqual([1, 2, 4, 5]);
    expect(ended.failed).toBe(2);
  });

  it('says that the server asks to wait, and that it goes on', async () => {
    const told: boolean[] = [];
    let asked = 0;
    const request = (): Observable<unknown> => (++asked === 1 ? refusal(429, '0.01') : of('ok'));
    const ended = await runEach(['a'], request, { waiting: (isWaiting) => told.push(isWaiting) });
    expect(ended).toEqual({ done: ['a'], failed: 0 });
    expect(told).toEqual([true, false]);
  });

  it('ends when it is told to: what is under way counts, the rest is neither done nor failed', async () => {
    const stop = new AbortController();
    const answers = new Subject<string>();
    const begun: number[] = [];
    const request = (n: number): Observable<unknown> => {
      begun.push(n);
      return answers;
    };
    const ended = runEach([1, 2, 3, 4, 5, 6, 7, 8], request, { signal: stop.signal });
    stop.abort();
    answers.next('ok');
    expect(await ended).toEqual({ done: [1, 2, 3, 4], failed: 0 });
    expect(begun).toEqual([1, 2, 3, 4]);
  });

  it('does not sit out a wait when it is told to end', async () => {
    const stop = new AbortController();
    const ended = runEach(['a'], () => refusal(429, '3600'), {
      waiting: (isWaiting) => {
        if (isWaiting) setTimeout(() => stop.abort());
      },
      signal: stop.signal,
    });
    expect(await ended).toEqual({ done: [], failed: 0 });
  });

  it('asks four at a time', async () => {
    let begun = 0;
    void runEach([1, 2, 3, 4, 5, 6], () => {
      begun++;
      return NEVER;
    });
    await Promise.resolve();
    expect(begun).toBe(4);
  });
});
