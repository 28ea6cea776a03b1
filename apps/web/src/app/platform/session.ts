import { HttpClient, HttpErrorResponse, HttpInterceptorFn } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import { CanActivateFn, Router, UrlTree } from '@angular/router';
import type { Permission, Providers, Session } from '@signpost/contracts';
import { OpenDialogs } from '@signpost/ui/light';
import { catchError, firstValueFrom, throwError } from 'rxjs';

/** How long an answer about the ways in is good for more than one asker, in milliseconds. */
const SHARED_MS = 3_000;

const NOBODY: Session = { user: null, workspace: null, role: null, permissions: [] };

/** Who is signed in, where, and what they may do. The API decides; this only hides what it would refuse. */
@Injectable({ providedIn: 'root' })
export class SessionStore {
  private readonly http = inject(HttpClient);
  private readonly state = signal<Session>(NOBODY);
  private asked: { at: number; answer: Promise<Providers> } | null = null;
  private renewal: Promise<void> | null = null;
  private hasAnswer = false;
  private isEnding = false;
  private turn = 0;
  private signIns = 0;
  readonly session = this.state.asReadonly();
  readonly user = computed(() => this.state().user);
  readonly workspace = computed(() => this.state().workspace);

  /** Whether the current role holds a permission. */
  can(permission: Permission): boolean {
    return this.state().permissions.includes(permission);
  }

  /** Which sign-in this is: rises whenever somebody else is here, or nobody. */
  get era(): number {
    return this.signIns;
  }

  /** Asks the server who we are. Keeps what is known when it cannot be reached; the offline notice says so. */
  load(): Promise<void> {
    // The first account changes the ways in.
    this.asked = null;
    return this.ask();
  }

  /** Asks again what the person may do here; those who want to know at the same time share the answer. */
  renew(): Promise<void> {
    this.renewal ??= this.ask().finally(() => (this.renewal = null));
    return this.renewal;
  }

  /** Whether the server has said who is here. */
  isKnown(): boolean {
    return this.hasAnswer;
  }

  /**
   * Resolves once the server has said who is here; asks when it has not. Rejects when it does not say: nobody is taken
   * for signed out because of a failure.
   */
  async known(): Promise<void> {
    if (!this.hasAnswer) await this.fetch();
  }

  /** Ends the session on the server and here. */
  async signOut(): Promise<void> {
    await firstValueFrom(this.http.post('/api/auth/logout', {}));
    this.become(NOBODY);
  }

  /** The session has ended elsewhere. */
  forget(): void {
    this.become(NOBODY);
  }

  /**
   * The session has ended elsewhere while somebody is in the middle of something: what is on screen stays until that is
   * `over`. Then calls `leave`, unless somebody has signed in meanwhile, in another tab.
   */
  async forgetAfter(over: Promise<void>, leave: () => void): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    await over;
    await this.renew();
    this.isEnding = false;
    if (!this.user()) leave();
  }

  /** Ways in that this instance offers. Guards and screen of one navigation share an answer. */
  providers(): Promise<Providers> {
    const now = performance.now();
    if (!this.asked || now - this.asked.at > SHARED_MS) {
      const answer = firstValueFrom(this.http.get<Providers>('/api/auth/providers'));
      this.asked = { at: now, answer };
      answer.catch(() => (this.asked = null));
    }
    return this.asked.answer;
  }

  private async ask(): Promise<void> {
    try {
      await this.fetch();
    } catch {
      // The offline notice says so; where nothing is known yet, `known` asks again.
    }
  }

  private async fetch(): Promise<void> {
    const turn = ++this.turn;
    const session = await firstValueFrom(this.http.get<Session>('/api/auth/session'));
    // What was asked before somebody signed out, or before a newer question, says nothing about now.
    if (turn === this.turn) this.become(session);
  }

  private become(session: Session): void {
    this.turn++;
    this.hasAnswer = true;
    if (session.user?.id !== this.state().user?.id) this.signIns++;
    this.state.set(session);
  }
}

/** Lets only signed-in people of the current workspace in; others sign in first and then come back to where they meant to go. */
export const signedIn: CanActivateFn = async (_route, state) => {
  const session = inject(SessionStore);
  const router = inject(Router);
  await session.known();
  if (session.user()) return true;
  return signInTree(router, state.url, (await registration(session)) === 'setup');
};

/** Keeps signed-in people away from the sign-in screens, and a new instance on its set-up. */
export const signedOut: CanActivateFn = async (route, state) => {
  const session = inject(SessionStore);
  const router = inject(Router);
  await session.known();
  if (session.user()) {
    // A provider that could not be connected sends people to the sign-in page, signed in or not.
    const error = route.queryParamMap.get('error');
    if (error) return router.createUrlTree(['/account'], { queryParams: { error } });
    return router.parseUrl(returnTo(route.queryParamMap.get('returnTo')));
  }
  const setup = (await registration(session)) === 'setup';
  const onSetup = state.url.startsWith('/setup');
  if (setup === onSetup) return true;
  return router.parseUrl(setup ? '/setup' : '/login');
};

/** A path of our own that may be followed after signing in; anything else is the start. */
export function returnTo(path: string | null): string {
  return path && /^\/(?![/\\])/.test(path) ? path : '/';
}

/**
 * Sends people to sign in when the server says that the session has ended, keeping where they were; while a dialog is
 * open it stays, with what has been written, until it closes. When the server refuses what the role on screen allows,
 * that role was changed meanwhile: screens learn the new one, and somebody who is no member any more leaves the
 * workspace.
 */
export const sessionInterceptor: HttpInterceptorFn = (request, next) => {
  const session = inject(SessionStore);
  const router = inject(Router);
  const dialogs = inject(OpenDialogs);
  const leave = (): void => void router.navigateByUrl(signInTree(router, router.url, false));
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
      if (request.method !== 'GET' || !hasEnded(error)) return throwError(() => error);
      era = session.era;
      return next(request);
    }),
    catchError((error: unknown) => {
      // Somebody may have signed in since it was asked: then the session that has ended is not the one on screen.
      if (hasEnded(error) && era === session.era) {
        if (dialogs.areThere()) {
          void session.forgetAfter(dialogs.allClosed(), leave);
        } else {
          session.forget();
          leave();
        }
      } else if (isOutdated(error)) {
        void session.renew().then(() => {
          if (session.user() && !session.workspace()) void router.navigateByUrl('/workspaces');
        });
      }
      return throwError(() => error);
    }),
  );
};

/** Who may make an account here; `unknown` while the server is away. */
export async function registration(session: SessionStore): Promise<Providers['registration'] | 'unknown'> {
  try {
    return (await session.providers()).registration;
  } catch {
    return 'unknown';
  }
}

function signInTree(router: Router, url: string, setup: boolean): UrlTree {
  return router.createUrlTree(
    [setup ? '/setup' : '/login'],
    url === '/' || setup ? {} : { queryParams: { returnTo: url } },
  );
}

function codeOf(error: HttpErrorResponse): string | null {
  const body: unknown = error.error;
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null;
}
