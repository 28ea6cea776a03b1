import { HttpClient, HttpContext, HttpContextToken, HttpErrorResponse, HttpInterceptorFn } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import type { Health } from '@signpost/contracts';
import { catchError, Observable, throwError } from 'rxjs';

const PROBE = new HttpContextToken(() => false);
const PROBE_MS = 3_000;
const WATCH_MS = 30_000;
/** Returning to a window fires two events, and more when the user switches back and forth; in milliseconds. */
const RETURN_MS = 3_000;

/** What is unavailable: the server does not respond, or it responds that its database does not. */
type Absent = 'server' | 'database';

/** Whether the server is available. When it is not, polls it every three seconds until it is. */
@Injectable({ providedIn: 'root' })
export class Connection {
  private readonly http = inject(HttpClient);
  private readonly absent = signal<Absent | null>(null);
  private readonly recoveries = signal(0);
  private readonly returns = signal(0);
  private returnedAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** True while the server or its database is unavailable. */
  readonly isUnavailable = computed(() => this.absent() !== null);
  /** Whether the server responds and only its database is unavailable. */
  readonly isDatabaseUnavailable = computed(() => this.absent() === 'database');
  /** Message key for what is unavailable. */
  readonly notice = computed(() => (this.isDatabaseUnavailable() ? 'shell.databaseUnavailable' : 'shell.unavailable'));
  /** Incremented each time the server is available again, for screens that reload then. */
  readonly recovered = this.recoveries.asReadonly();
  /** Incremented when the user has returned to the window and the server is available. */
  readonly returned = this.returns.asReadonly();

  /** Starts polling, so that an outage is noticed without user action: on a visible page, within half a minute. */
  watch(): void {
    setInterval(() => this.poll(), WATCH_MS);
    addEventListener('offline', () => this.lost('server'));
    addEventListener('online', () => this.poll());
    addEventListener('focus', () => this.comeBack());
    document.addEventListener('visibilitychange', () => this.comeBack());
  }

  /** A request failed; `absent` when it is known what is unavailable. */
  lost(absent: Absent | null = null): void {
    const wasThere = !this.isUnavailable();
    this.absent.update((before) => absent ?? before ?? 'server');
    if (wasThere) this.probe();
  }

  found(): void {
    if (!this.isUnavailable()) return;
    clearTimeout(this.timer);
    this.absent.set(null);
    this.readAgain();
  }

  /** Has the open screens read again what they show, as after an outage. */
  readAgain(): void {
    this.recoveries.update((n) => n + 1);
  }

  private probe(): void {
    this.timer = setTimeout(() => {
      this.check().subscribe({
        next: () => this.found(),
        error: (error: unknown) => {
          this.lost(absentIn(error));
          this.probe();
        },
      });
    }, PROBE_MS);
  }

  private comeBack(): void {
    if (document.hidden || Date.now() - this.returnedAt < RETURN_MS) return;
    this.returnedAt = Date.now();
    this.poll(() => {
      this.found();
      this.returns.update((n) => n + 1);
    });
  }

  private poll(found = (): void => this.found()): void {
    if (document.hidden) return;
    this.check().subscribe({
      next: found,
      error: (error: unknown) => {
        const absent = absentIn(error);
        if (absent) this.lost(absent);
      },
    });
  }

  private check(): Observable<Health> {
    return this.http.get<Health>('/api/health', { context: new HttpContext().set(PROBE, true) });
  }
}

/** What is unavailable according to a failed request; null where it failed for another reason. */
function absentIn(error: unknown): Absent | null {
  // Not 504: one slow request ends so too, and would be sent again with each recovery.
  if (!(error instanceof HttpErrorResponse) || ![0, 502, 503].includes(error.status)) return null;
  const body: unknown = error.error;
  if (typeof body !== 'object' || body === null) return 'server';
  // Ordinary routes name the error code, the health route the state of the database. A proxy does neither. A server
  // that is only busy is there.
  if ('code' in body && typeof body.code === 'string') return body.code === 'database_unavailable' ? 'database' : null;
  return 'database' in body ? 'database' : 'server';
}

/** Derives from ordinary requests whether the server is available. */
export const connectionInterceptor: HttpInterceptorFn = (request, next) => {
  if (request.context.get(PROBE)) return next(request);
  const connection = inject(Connection);
  return next(request).pipe(
    catchError((error: unknown) => {
      const absent = absentIn(error);
      if (absent) connection.lost(absent);
      return throwError(() => error);
    }),
  );
};
