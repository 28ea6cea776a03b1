import { HttpClient, HttpContext, HttpContextToken, HttpErrorResponse, HttpInterceptorFn } from '@angular/common/http';
import { inject, Injectable, signal } from '@angular/core';
import type { Health } from '@signpost/contracts';
import { catchError, throwError } from 'rxjs';

const PROBE = new HttpContextToken(() => false);
const PROBE_MS = 3_000;

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
      this.http.get<Health>('/api/health', { context: new HttpContext().set(PROBE, true) }).subscribe({
        next: () => this.found(),
        error: () => this.probe(),
      });
    }, PROBE_MS);
  }
}

/** Notices from the answers of ordinary requests whether the server is there. */
export const connectionInterceptor: HttpInterceptorFn = (request, next) => {
  if (request.context.get(PROBE)) return next(request);
  const connection = inject(Connection);
  return next(request).pipe(
    catchError((error: unknown) => {
      if (error instanceof HttpErrorResponse && (error.status === 0 || error.status === 503)) connection.lost();
      return throwError(() => error);
    }),
  );
};
