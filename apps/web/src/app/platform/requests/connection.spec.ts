import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Connection, connectionInterceptor } from './connection';

const HEALTHY = { ok: true, database: 'up', version: '1.0.0' };
const GONE = new ProgressEvent('error');

function arrange(): { connection: Connection; http: HttpTestingController } {
  vi.useFakeTimers();
  TestBed.configureTestingModule({
    providers: [provideHttpClient(withInterceptors([connectionInterceptor])), provideHttpClientTesting()],
  });
  return { connection: TestBed.inject(Connection), http: TestBed.inject(HttpTestingController) };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('Connection', () => {
  it('notices by an ordinary request that the server is away, and asks until it is back', () => {
    const { connection, http } = arrange();
    TestBed.inject(HttpClient)
      .get('/api/links')
      .subscribe({ error: () => undefined });
    http.expectOne('/api/links').error(GONE);
    expect(connection.isUnavailable()).toBe(true);
    vi.advanceTimersByTime(3_000);
    http.expectOne('/api/health').flush(null, { status: 503, statusText: 'away' });
    vi.advanceTimersByTime(3_000);
    http.expectOne('/api/health').flush(HEALTHY);
    expect([connection.isUnavailable(), connection.recovered()]).toEqual([false, 1]);
    vi.advanceTimersByTime(10_000);
    http.verify();
  });

  it('distinguishes an unavailable database from a server that does not respond', () => {
    const { connection, http } = arrange();
    const answer = (): void => {
      TestBed.inject(HttpClient)
        .get('/api/links')
        .subscribe({ error: () => undefined });
    };
    const unavailable = { status: 503, statusText: 'away' };
    answer();
    http.expectOne('/api/links').flush({ code: 'database_unavailable', message: '' }, unavailable);
    expect([connection.isUnavailable(), connection.notice()]).toEqual([true, 'shell.databaseUnavailable']);
    // The page itself does not know why loading failed.
    connection.lost();
    expect(connection.isDatabaseUnavailable()).toBe(true);
    vi.advanceTimersByTime(3_000);
    http.expectOne('/api/health').error(GONE);
    expect(connection.notice()).toBe('shell.unavailable');
    vi.advanceTimersByTime(3_000);
    http.expectOne('/api/health').flush({ ok: false, database: 'down', version: '1.0.0' }, unavailable);
    expect(connection.notice()).toBe('shell.databaseUnavailable');
  });

  it('notices it within half a minute on an idle page', () => {
    const { connection, http } = arrange();
    connection.watch();
    vi.advanceTimersByTime(30_000);
    http.expectOne('/api/health').flush(HEALTHY);
    expect([connection.isUnavailable(), connection.recovered()]).toEqual([false, 0]);
    vi.advanceTimersByTime(30_000);
    http.expectOne('/api/health').error(GONE);
    expect(connection.isUnavailable()).toBe(true);
    vi.advanceTimersByTime(3_000);
    http.expectOne('/api/health').flush(HEALTHY);
    expect([connection.isUnavailable(), connection.recovered()]).toEqual([false, 1]);
  });

  it.each([500, 504])('takes no other refusal for an absence: %i', (status) => {
    const { connection, http } = arrange();
    connection.watch();
    vi.advanceTimersByTime(30_000);
    http.expectOne('/api/health').flush(null, { status, statusText: 'broken' });
    expect(connection.isUnavailable()).toBe(false);
  });

  it.each([
    ['a proxy that does not reach the server', 502, '<html>', true],
    ['a server that is only busy', 503, { code: 'busy', message: '' }, false],
  ])('tells them apart: %s', (_who, status, body, isUnavailable) => {
    const { connection, http } = arrange();
    TestBed.inject(HttpClient)
      .get('/api/links')
      .subscribe({ error: () => undefined });
    http.expectOne('/api/links').flush(body, { status, statusText: 'no' });
    expect(connection.isUnavailable()).toBe(isUnavailable);
  });

  it('reports once that the user has returned, when the server responds', () => {
    const { connection, http } = arrange();
    connection.watch();
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('focus'));
    expect(connection.returned()).toBe(0);
    http.expectOne('/api/health').flush(HEALTHY);
    expect(connection.returned()).toBe(1);
    vi.advanceTimersByTime(3_000);
    dispatchEvent(new Event('focus'));
    http.expectOne('/api/health').error(GONE);
    expect([connection.returned(), connection.isUnavailable()]).toEqual([1, true]);
  });

  it('knows at once when the browser loses its network and finds it again', () => {
    const { connection, http } = arrange();
    connection.watch();
    dispatchEvent(new Event('offline'));
    expect(connection.isUnavailable()).toBe(true);
    dispatchEvent(new Event('online'));
    http.expectOne('/api/health').flush(HEALTHY);
    expect(connection.isUnavailable()).toBe(false);
  });
});
