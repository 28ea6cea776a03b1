import { HttpClient, HttpContext, HttpContextToken, HttpErrorResponse, HttpInterceptorFn } from '@angular/common/http';
import { inject, Injectable, signal } from '@angular/core';
import type { Health } from '@signpost/contracts';
import { catchError, Observable, throwError } from 'rxjs';

const PROBE = new HttpContextToken(() => false);
const PROBE_MS = 3_000;
const WATCH_MS = 30_000;

/** Whether the server answers. When it does not, asks again every three seconds until it does. */
@Injectable({ providedIn: 'root' })
export class Connection {
  private readonly http = inject(HttpClient);
  private readonly away = signal(false);
  private readonly recoveries = signal(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** True while the server or its database is away. */
  readonly isAway = this.away.asReadonly();
  /** Rises each time the server is back, for screens that want to load again. */
  readonly recovered = this.recoveries.asReadonly();

  /** From now on an absence is noticed also where nobody presses anything: on a page in view, within half a minute. */
  watch(): void {
    setInterval(() => this.look(), WATCH_MS);
    addEventListener('offline', () => this.lost());
    addEventListener('online', () => this.look());
    document.addEventListener('visibilitychange', () => this.look());
  }

  lost(): void {
    if (this.away()) return;
    this.away.set(true);
    this.probe();
  }

  found(): void {
    if (!this.away()) return;
    clearTimeout(this.timer);
    this.away.set(false);
    this.recoveries.update((n) => n + 1);
  }

  private probe(): void {
    this.timer = setTimeout(() => {
      this.ask().subscribe({ next: () => this.found(), error: () => this.probe() });
    }, PROBE_MS);
  }

  private look(): void {
    if (document.hidden) return;
    this.ask().subscribe({
      next: () => this.found(),
      error: (error: unknown) => {
        if (isAbsence(error)) this.lost();
      },
    });
  }

  private ask(): Observable<Health> {
    return this.http.get<Health>('/api/health', { context: new HttpContext().set(PROBE, true) });
  }
}

/** No answer at all, or one that says that the database is away. */
function isAbsence(error: unknown): boolean {
  return error instanceof HttpErrorResponse && (error.status === 0 || error.status === 503);
}

/** Notices from the answers of ordinary requests whether the server is there. */
export const connectionInterceptor: HttpInterceptorFn = (request, next) => {
  if (request.context.get(PROBE)) return next(request);
  const connection = inject(Connection);
  return next(request).pipe(
    catchError((error: unknown) => {
      if (isAbsence(error)) connection.lost();
      return throwError(() => error);
    }),
  );
};
