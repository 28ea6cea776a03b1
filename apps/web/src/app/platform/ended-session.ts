import { HttpErrorResponse, HttpEvent, HttpInterceptorFn } from '@angular/common/http';
import { inject, Injectable, signal } from '@angular/core';
import { NavigationEnd, Router } from '@angular/router';
import { OpenDialogs } from '@signpost/ui/start';
import { catchError, filter, firstValueFrom, from, Observable, switchMap, throwError } from 'rxjs';
import { SessionStore, signInTree } from './session';

/**
 * What happens when the server reports that the session has ended: the user is sent to the sign-in page, and returns to
 * the same page afterwards. A user with an open dialog or unsaved input stays until that is finished.
 */
@Injectable({ providedIn: 'root' })
export class EndedSession {
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  private readonly dialogs = inject(OpenDialogs);
  private isKept = false;
  private learning: Promise<void> | null = null;
  private readonly notice = signal<{ readonly key: string } | null>(null);
  /** Message key of an error that no form can show, for the frame. */
  readonly lastNotice = this.notice.asReadonly();
  /** Whether the user has typed or chosen anything since the page opened, which may not be saved. */
  private hasInput = false;

  constructor() {
    document.addEventListener('input', () => (this.hasInput = true));
    this.router.events.subscribe((event) => {
      if (event instanceof NavigationEnd) this.hasInput = false;
    });
  }

  /**
   * A request was refused with 401. An open dialog is kept at once; a form that has sent a change may still call
   * `stay`.
   */
  found(isChange: boolean): void {
    if (this.isKept) return;
    if (this.dialogs.areThere()) void this.keepUntil(this.dialogs.allClosed());
    else if (isChange) setTimeout(() => this.leave());
    else this.leave();
  }

  /** Whether the session has ended and its page stays: what is refused there says where to sign in. */
  stays(): boolean {
    return this.isKept;
  }

  /** A form was refused: its page stays until the user navigates to another one. */
  stay(): void {
    if (this.isKept || !this.session.user()) return;
    void this.keepUntil(firstValueFrom(this.router.events.pipe(filter((event) => event instanceof NavigationEnd))));
  }

  /**
   * The displayed role differs from the one that the server has: loads the current one, and leaves a workspace of which
   * the user is no member any more.
   */
  roleChanged(): Promise<void> {
    // A page sends several requests at once, and all of them are refused.
    return (this.learning ??= this.learnRole().finally(() => (this.learning = null)));
  }

  private async learnRole(): Promise<void> {
    const before = this.session.session().role;
    await this.session.renew();
    if (this.session.session().role !== before) this.notice.set({ key: 'errors.permission_denied' });
    // The user can still copy unsaved input from an open dialog.
    await this.dialogs.allClosed();
    if (this.session.user() && !this.session.workspace()) void this.router.navigateByUrl('/workspaces');
  }

  private async keepUntil(over: Promise<unknown>): Promise<void> {
    this.isKept = true;
    await over;
    await this.session.renew();
    this.isKept = false;
    // Unless the user has signed in meanwhile, in another tab.
    if (!this.session.user()) this.goToSignIn();
  }

  private leave(): void {
    if (this.isKept || !this.session.user()) return;
    if (this.hasInput) {
      // What was refused is not what the user is writing, as when a list is read again.
      this.notice.set({ key: 'errors.unauthenticated' });
      this.stay();
      return;
    }
    this.session.forget();
    this.goToSignIn();
  }

  private goToSignIn(): void {
    void this.router.navigateByUrl(signInTree(this.router, this.router.url, { ended: true }));
  }
}

/** Rejects changes while another account is signed in in this browser, and holds them back until that is known. */
export const accountInterceptor: HttpInterceptorFn = (request, next) => {
  const session = inject(SessionStore);
  if (request.method === 'GET' || request.url === '/api/auth/logout') return next(request);
  const send = (): Observable<HttpEvent<unknown>> => {
    if (session.other() === null) return next(request);
    // The change would be made by an account other than the displayed one.
    const error = { code: 'account_changed', message: '' };
    return throwError(() => new HttpErrorResponse({ url: request.url, status: 409, error }));
  };
  // The click that returns to a window may be the one that saves.
  return session.doubt ? from(session.doubt).pipe(switchMap(send)) : send();
};

/**
 * Notices that the session has ended. When the server refuses what the displayed role allows, the role was changed
 * meanwhile: the new one is loaded, and a user who is no member any more leaves the workspace.
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
  const send = (): Observable<HttpEvent<unknown>> =>
    next(request).pipe(
      catchError((error: unknown) => {
        if (!isUnknownRoute(error) || session.user() === null) return throwError(() => error);
        return from(session.hasEnded()).pipe(
          switchMap((over) => throwError(() => (over ? unauthenticated(error) : error))),
        );
      }),
    );
  return send().pipe(
    // The `<head>` of the page may have preloaded this before the user signed in, with an ended session. The browser
    // uses a preloaded response once; the retry reaches the server.
    catchError((error: unknown) => {
      if (!isRead || !hasEnded(error)) return throwError(() => error);
      era = session.era;
      return send();
    }),
    catchError((error: unknown) => {
      // The user may have signed in since the request was sent: then the ended session is not the displayed one.
      if (hasEnded(error) && era === session.era) ended.found(!isRead);
      else if (isOutdated(error)) void ended.roleChanged();
      return throwError(() => error);
    }),
  );
};

/** The operator's routes do not exist for anybody else, and so for nobody either. */
function isUnknownRoute(error: unknown): error is HttpErrorResponse {
  return error instanceof HttpErrorResponse && error.status === 404 && codeOf(error) === 'not_found';
}

function unauthenticated({ url, headers }: HttpErrorResponse): HttpErrorResponse {
  const error = { code: 'unauthenticated', message: '' };
  return new HttpErrorResponse({ ...(url === null ? {} : { url }), headers, status: 401, error });
}

function codeOf(error: HttpErrorResponse): string | null {
  const body: unknown = error.error;
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null;
}
