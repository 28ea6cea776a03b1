import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting, TestRequest } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { ActivityLog } from './activity-log';

describe('the log', () => {
  let log: ActivityLog;
  let http: HttpTestingController;
  const takeRequest = (): TestRequest => http.expectOne(({ url }) => url === '/api/admin/audit-events');
  const answer = (ids: readonly number[], nextBefore: number | null): void => {
    takeRequest().flush({ items: ids.map((id) => ({ id })), nextBefore });
  };
  const shown = (): readonly number[] => log.events().map(({ id }) => id);

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: [ActivityLog, provideHttpClient(), provideHttpClientTesting()] });
    log = TestBed.inject(ActivityLog);
    http = TestBed.inject(HttpTestingController);
    const started = log.start({ group: 'link' });
    answer([3, 2], 7);
    await started;
  });

  it('read again shows what it has until the newest are here', async () => {
    const renewed = log.renew();
    expect(shown()).toEqual([3, 2]);
    answer([4, 3], 8);
    await renewed;
    expect(shown()).toEqual([4, 3]);
    expect(log.next()).toBe(8);
  });

  it('keeps the loaded events when reloading fails', async () => {
    const renewed = log.renew();
    takeRequest().error(new ProgressEvent('error'));
    await expect(renewed).rejects.toThrow();
    expect(shown()).toEqual([3, 2]);
    expect([log.failed(), log.loading(), log.next()]).toEqual([false, false, 7]);
  });

  it('drops the answer to conditions that have changed', async () => {
    const renewed = log.renew();
    const old = takeRequest();
    const started = log.start({});
    answer([9], null);
    old.flush({ items: [{ id: 4 }], nextBefore: 8 });
    await Promise.all([renewed, started]);
    expect(shown()).toEqual([9]);
  });

  it('drops the answer to conditions that have changed before there was any', async () => {
    const first = log.start({ type: 'link_created' });
    const old = takeRequest();
    const second = log.start({});
    answer([9], null);
    old.flush({ items: [{ id: 4 }], nextBefore: 8 });
    await Promise.all([first, second]);
    expect([shown(), log.next()]).toEqual([[9], null]);
  });

  it('retries the older page that failed', async () => {
    const more = log.more();
    takeRequest().error(new ProgressEvent('error'));
    await more;
    expect([log.failed(), shown().length]).toEqual([true, 2]);
    const retried = log.retry();
    const request = takeRequest();
    expect(request.request.params.get('before')).toBe('7');
    request.flush({ items: [{ id: 1 }], nextBefore: null });
    await retried;
    expect(shown()).toEqual([3, 2, 1]);
  });
});
