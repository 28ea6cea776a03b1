import { HttpErrorResponse, HttpEvent, HttpInterceptorFn } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import { NavigationEnd, Router } from '@angular/router';
import { OpenDialogs } from '@signpost/ui/start';
import { catchError, filter, firstValueFrom, from, Observable, switchMap, throwError } from 'rxjs';
import { SessionStore, signInTree } from './session';

/**
 * What happens on screen when the server says that the session has ended: people are sent to sign in, and come back to
 * where they were. Who is in the middle of something stays, with what has been written, until that is over.
 */
@Injectable({ providedIn: 'root' })
export class EndedSession {
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  private readonly dialogs = inject(OpenDialogs);
  private isKept = false;
  private learning: Promise<void> | null = null;

  /** A request was refused. A dialog is kept at once; a form that has sent a change may still ask to `stay`. */
  found(isChange: boolean): void {
    if (this.isKept) return;
    if (this.dialogs.areThere()) void this.keepUntil(this.dialogs.allClosed());
    else if (isChange) setTimeout(() => this.leave());
    else this.leave();
  }

  /** A form was refused: its page stays until somebody goes to another one. */
  stay(): void {
    if (this.isKept || !this.session.user()) return;
    void this.keepUntil(firstValueFrom(this.router.events.pipe(filter((event) => event instanceof NavigationEnd))));
  }

  /** The role on screen is not the one that the server knows: learns that, and leaves a workspace that has none for us. */
  roleChanged(): Promise<void> {
    // A page asks for several things at once, and all of them are refused.
    return (this.learning ??= this.learnRole().finally(() => (this.learning = null)));
  }

  private async learnRole(): Promise<void> {
    await this.session.renew();
    // What is being written can still be read there.
    await this.dialogs.allClosed();
    if (this.session.user() && !this.session.workspace()) void this.router.navigateByUrl('/workspaces');
  }

  private async keepUntil(over: Promise<unknown>): Promise<void> {
    this.isKept = true;
    await over;
    await this.session.renew();
    this.isKept = false;
    // Unless somebody has signed in meanwhile, in another tab.
    if (!this.session.user()) this.goToSignIn();
  }

  private leave(): void {
    if (this.isKept || !this.session.user()) return;
    this.session.forget();
    this.goToSignIn();
  }

  private goToSignIn(): void {
    void this.router.navigateByUrl(signInTree(this.router, this.router.url, { ended: true }));
  }
}

/** Keeps back changes while the session is somebody else's, or until it is known again whose it is. */
export const accountInterceptor: HttpInterceptorFn = (request, next) => {
  const session = inject(SessionStore);
  if (request.method === 'GET' || request.url === '/api/auth/logout') return next(request);
  const send = (): Observable<HttpEvent<unknown>> => {
    if (session.other() === null) return next(request);
    // It would be done by somebody who is not on screen.
    const error = { code: 'account_changed', message: '' };
    return throwError(() => new HttpErrorResponse({ url: request.url, status: 409, error }));
  };
  // The press that brings somebody back to a window may be the one that saves.
  return session.doubt ? from(session.doubt).pipe(switchMap(send)) : send();
};

/**
 * Notices that the session has ended. When the server refuses what the role on screen allows, that role was changed
 * meanwhile: screens learn the new one, and somebody who is no member any more leaves the workspace.
 */
export const sessionInterceptor: HttpInterceptorFn = (request, next) => {
  const session = inject(SessionStore);
  const ended = inject(EndedSession);
  const isRead = request.method === 'GET';
  const hasEnded = (error: unknown): boolean =>
    error instanceof HttpErrorResponse &&
    error.status === 401 &&
    codeOf(error) === 'unauthenticated' &&
    session.user() !== null;
  let era = session.era;
  const isOutdated = (error: unknown): boolean =>
    error instanceof HttpErrorResponse &&
    session.workspace() !== null &&
    (codeOf(error) === 'permission_denied' || codeOf(error) === 'workspace_not_found');
  return next(request).pipe(
    // The header of the page may have asked before somebody signed in, with a session that had ended. The browser gives
    // such an answer out once; the next time the server is asked.
    catchError((error: unknown) => {
      if (!isRead || !hasEnded(error)) return throwError(() => error);
      era = session.era;
      return next(request);
    }),
    catchError((error: unknown) => {
      // Somebody may have signed in since it was asked: then the session that has ended is not the one on screen.
      if (hasEnded(error) && era === session.era) ended.found(!isRead);
      else if (isOutdated(error)) void ended.roleChanged();
      return throwError(() => error);
    }),
  );
};

function codeOf(error: HttpErrorResponse): string | null {
  const body: unknown = error.error;
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null;
}
