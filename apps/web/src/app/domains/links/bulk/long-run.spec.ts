import { TestBed } from '@angular/core/testing';
import { Announcer } from '@signpost/ui';
import { Observable, of, Subject } from 'rxjs';
import { I18n } from '../../../platform/i18n';
import { SessionStore } from '../../../platform/session';
import { LinkActions } from '../page/link-actions';
import { LongRun } from './long-run';

/** Whether the browser would ask before the tab goes. */
function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('a long run', () => {
  let run: LongRun;
  let touched: number;
  let session: { era: number };

  beforeEach(() => {
    vi.useFakeTimers();
    touched = 0;
    session = { era: 1 };
    TestBed.configureTestingModule({
      providers: [
        { provide: LinkActions, useValue: { touched: () => touched++ } },
        { provide: SessionStore, useValue: session },
        { provide: I18n, useValue: { t: (key: string, { all } = { all: '' }) => key + all, number: String } },
      ],
    });
    run = TestBed.inject(LongRun);
  });
  afterEach(() => vi.useRealTimers());

  it('leaves room for what the person saves in the same minute, and says how far it is', async () => {
    let sent = 0;
    const ended = run.run('work', numbers(100), () => of(sent++));
    await vi.advanceTimersByTimeAsync(1000);
    expect([sent, run.state(), run.restSeconds(), touched]).toEqual([
      90,
      { purpose: 'work', settled: 90, all: 100 },
      59,
      1,
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await ended).done).toHaveLength(100);
    expect([run.state(), run.restSeconds()]).toEqual([null, 0]);
  });

  it('is said when it begins, and not at each step', async () => {
    const said = vi.spyOn(TestBed.inject(Announcer), 'say');
    const ended = run.run('work', numbers(7), () => of(null));
    await vi.advanceTimersByTimeAsync(1000);
    await ended;
    expect(said.mock.calls).toEqual([['links.run.work: links.run.at7']]);
  });

  it('counts what another has sent in the same minute', async () => {
    let sent = 0;
    const request = (): Observable<number> => of(sent++);
    void run.run('work', numbers(60), request);
    void run.run('undo', numbers(60), request);
    await vi.advanceTimersByTimeAsync(1000);
    expect([sent, run.state()?.purpose]).toEqual([90, 'undo']);
  });

  it('ends with the sign-in that it was begun in, also what waits for its turn', async () => {
    let sent = 0;
    const heard = vi.fn();
    void run.run('work', numbers(100), () => of(sent++)).then(heard);
    void run.run('undo', numbers(5), () => of(sent++)).then(heard);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toBe(90);
    session.era = 2;
    await vi.advanceTimersByTimeAsync(3000);
    expect(run.state()).toBeNull();
    await vi.advanceTimersByTimeAsync(120_000);
    expect([sent, heard.mock.calls]).toEqual([90, []]);
    const next = run.run('work', ['a'], () => of(sent++));
    await vi.advanceTimersByTimeAsync(0);
    expect((await next).done).toEqual(['a']);
  });

  it('lets the browser ask before the tab goes as long as it is under way', async () => {
    const answer = new Subject<string>();
    const ended = run.run('work', ['a'], () => answer);
    await vi.advanceTimersByTimeAsync(0);
    expect(asks()).toBe(true);
    answer.next('ok');
    await ended;
    expect(asks()).toBe(false);
  });

  it('begins when the one before has ended, also when that was stopped', async () => {
    const answer = new Subject<string>();
    const begun: string[] = [];
    const request = (name: string): Observable<string> => {
      begun.push(name);
      return answer;
    };
    const first = run.run('work', ['a', 'b', 'c', 'd', 'e'], request);
    const second = run.run('undo', ['f'], request);
    await vi.advanceTimersByTimeAsync(0);
    run.stop();
    answer.next('ok');
    expect((await first).done).toEqual(['a', 'b', 'c', 'd']);
    await vi.advanceTimersByTimeAsync(0);
    answer.next('ok');
    expect((await second).done).toEqual(['f']);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'f']);
  });
});
