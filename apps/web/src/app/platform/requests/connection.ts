import { HttpClient, HttpContext, HttpContextToken, HttpErrorResponse, HttpInterceptorFn } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import type { Health } from '@signpost/contracts';
import { catchError, Observable, throwError } from 'rxjs';

const PROBE = new HttpContextToken(() => false);
const PROBE_MS = 3_000;
const WATCH_MS = 30_000;
/** Coming back to a window is told by two events, and by more when somebody goes to and fro. */
const RETURN_MS = 3_000;

/** What is not there: nothing answers, or the server does and says that its database does not. */
type Absent = 'server' | 'database';

/** Whether the server answers. When it does not, asks again every three seconds until it does. */
@Injectable({ providedIn: 'root' })
export class Connection {
  private readonly http = inject(HttpClient);
  private readonly absent = signal<Absent | null>(null);
  private readonly recoveries = signal(0);
  private readonly returns = signal(0);
  private returnedAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** True while the server or its database is away. */
  readonly isAway = computed(() => this.absent() !== null);
  /** Whether the server answers and only its database is away. */
  readonly isDatabaseAway = computed(() => this.absent() === 'database');
  /** Key of the words for what is away. */
  readonly notice = computed(() => (this.isDatabaseAway() ? 'shell.databaseAway' : 'shell.away'));
  /** Rises each time the server is back, for screens that want to load again. */
  readonly recovered = this.recoveries.asReadonly();
  /** Rises when somebody has come back to the window and the server answers. */
  readonly returned = this.returns.asReadonly();

  /** From now on an absence is noticed also where nobody presses anything: on a page in view, within half a minute. */
  watch(): void {
    setInterval(() => this.look(), WATCH_MS);
    addEventListener('offline', () => this.lost('server'));
    addEventListener('online', () => this.look());
    addEventListener('focus', () => this.comeBack());
    document.addEventListener('visibilitychange', () => this.comeBack());
  }

  /** Something did not arrive: `absent` when it is known what is away. */
  lost(absent: Absent | null = null): void {
    const wasThere = !this.isAway();
    this.absent.update((before) => absent ?? before ?? 'server');
    if (wasThere) this.probe();
  }

  found(): void {
    if (!this.isAway()) return;
    clearTimeout(this.timer);
    this.absent.set(null);
    this.recoveries.update((n) => n + 1);
  }

  private probe(): void {
    this.timer = setTimeout(() => {
      this.ask().subscribe({
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
    this.look(() => {
      this.found();
      this.returns.update((n) => n + 1);
    });
  }

  private look(found = (): void => this.found()): void {
    if (document.hidden) return;
    this.ask().subscribe({
      next: found,
      error: (error: unknown) => {
        const absent = absentIn(error);
        if (absent) this.lost(absent);
      },
    });
  }

  private ask(): Observable<Health> {
    return this.http.get<Health>('/api/health', { context: new HttpContext().set(PROBE, true) });
  }
}

/** What is away by an answer, or by none at all; null where the failure is another one. */
function absentIn(error: unknown): Absent | null {
  if (!(error instanceof HttpErrorResponse) || (error.status !== 0 && error.status !== 503)) return null;
  const body: unknown = error.error;
  if (typeof body !== 'object' || body === null) return 'server';
  // An ordinary route names the code, that of health the state. A proxy says neither.
  const isDatabase = ('code' in body && body.code === 'database_unavailable') || 'database' in body;
  return isDatabase ? 'database' : 'server';
}

/** Notices from the answers of ordinary requests whether the server is there. */
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
