import { HttpErrorResponse, HttpInterceptorFn, HttpResourceRef } from '@angular/common/http';
import { effect, inject, Injectable, signal, untracked } from '@angular/core';
import { catchError, throwError } from 'rxjs';

/** Notices that a displayed link does not exist any more, because another user has deleted it. */
@Injectable({ providedIn: 'root' })
class GoneLinks {
  private readonly count = signal(0);
  /** Incremented with each request that was refused because its link is gone. */
  readonly noticed = this.count.asReadonly();

  notice(): void {
    this.count.update((n) => n + 1);
  }
}

/**
 * Reloads `resource`, which shows one or several links, when any request reports that a link is gone. Must be called in
 * an injection context.
 */
export function readWhenGone(resource: HttpResourceRef<unknown>): void {
  const gone = inject(GoneLinks);
  effect(() => {
    // Not a resource that has failed itself: its own response may be the report.
    if (gone.noticed() > 0) untracked(() => resource.status() === 'resolved' && resource.reload());
  });
}

/** Finds such reports among the responses to all requests. */
export const goneLinksInterceptor: HttpInterceptorFn = (request, next) => {
  const gone = inject(GoneLinks);
  return next(request).pipe(
    catchError((error: unknown) => {
      const body: unknown = error instanceof HttpErrorResponse ? error.error : null;
      if (typeof body === 'object' && body !== null && 'code' in body && body.code === 'link_not_found') gone.notice();
      return throwError(() => error);
    }),
  );
};
