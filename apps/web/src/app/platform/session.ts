import { computed, inject, Injectable, signal } from '@angular/core';
import { CanActivateFn, Router, UrlTree } from '@angular/router';
import type { LoggedOut, Permission, Providers, Session } from '@signpost/contracts';
import { ApiClient } from './requests/api-client';

/** How long a response about the sign-in methods is shared between callers, in milliseconds. */
const SHARED_MS = 3_000;

const NOBODY: Session = {
  user: null,
  workspace: null,
  role: null,
  permissions: [],
  secondFactorMissing: false,
  mailDelivery: 'smtp',
};

/**
 * Who is signed in, in which workspace, and with which permissions. The API decides; this only hides what it would
 * refuse.
 */
@Injectable({ providedIn: 'root' })
export class SessionStore {
  private readonly client = inject(ApiClient);
  // Each check on returning to the tab yields an equal value, which must trigger neither rendering nor requests.
  private readonly state = signal<Session>(NOBODY, { equal: (a, b) => JSON.stringify(a) === JSON.stringify(b) });
  private providersRequest: { at: number; answer: Promise<Providers> } | null = null;
  private renewal: Promise<void> | null = null;
  private hasAnswer = false;
  private turn = 0;
  private signIns = 0;
  private channel: BroadcastChannel | null = null;
  private rechecking: Promise<void> | null = null;
  private readonly intruder = signal<string | null>(null);
  readonly session = this.state.asReadonly();
  readonly user = computed(() => this.state().user);
  readonly workspace = computed(() => this.state().workspace);
  /**
   * Email address of another user who has signed in in another window: the browser sends that session from now on. The
   * page still shows the data of its own user, and nothing may be changed from it.
   */
  readonly other = this.intruder.asReadonly();
  /** Whether the account belongs to a demo: recognised by its email address, in a domain that never receives mail. */
  readonly isDemo = computed(() => this.user()?.email.endsWith('@demo.invalid') ?? false);

  /**
   * Whether this server sends mail over SMTP: otherwise each mail is a file that its operator can read, and the
   * interface must not claim that one was sent.
   */
  readonly mails = computed(() => this.state().mailDelivery === 'smtp');

  /** Whether the current role holds a permission. */
  can(permission: Permission): boolean {
    return this.state().permissions.includes(permission);
  }

  /** Starts watching for a sign-in of another user in another window: noticed at once, or on returning to this one. */
  watch(): void {
    this.channel = new BroadcastChannel('signpost.session');
    this.channel.addEventListener('message', () => this.recheck());
    // A sign-in with an identity provider ends with a new page load, so this one notifies the other windows.
    if (this.user()) this.channel.postMessage('changed');
    // Workspaces share the session but not the channel: windows of another workspace notice only on focus.
    addEventListener('focus', () => this.comeBack());
    document.addEventListener('visibilitychange', () => this.comeBack());
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void this.comeFromCache();
    });
  }

  /**
   * The browser has restored the page from its back/forward cache: the user may have signed out since then. The page
   * stays hidden until the server has answered who is signed in; it is reloaded if that is another user or none.
   */
  private async comeFromCache(): Promise<void> {
    const before = this.user()?.id;
    if (before === undefined) return;
    const page = document.documentElement;
    page.style.display = 'none';
    try {
      const { user } = await this.client.get<Session>('/api/auth/session');
      if (user?.id === before) {
        page.style.display = '';
        return;
      }
    } catch {
      // Without a response nothing is shown either: the reloaded page reports that the server is unavailable.
    }
    this.reload();
  }

  /** Replaced in tests. */
  protected reload(): void {
    location.reload();
  }

  /**
   * While the server is being asked whether the session still belongs to the displayed user: resolves with the answer,
   * or when there is none.
   */
  get doubt(): Promise<void> | null {
    return this.rechecking;
  }

  /** Number of the current sign-in: incremented whenever another user or nobody is signed in. */
  get era(): number {
    return this.signIns;
  }

  /**
   * Loads the session from the server. Keeps the current one when the server cannot be reached; the offline notice
   * reports that.
   */
  load(): Promise<void> {
    // Creating the first account changes the available sign-in methods.
    this.providersRequest = null;
    return this.tryFetch();
  }

  /** Reloads the permissions of the user; simultaneous callers share one request. */
  renew(): Promise<void> {
    this.renewal ??= this.tryFetch().finally(() => (this.renewal = null));
    return this.renewal;
  }

  /** Whether the server has answered who is signed in. */
  isKnown(): boolean {
    return this.hasAnswer;
  }

  /**
   * Resolves once the server has answered who is signed in; requests it if necessary. Rejects on failure, so that no
   * user is treated as signed out because of one.
   */
  async known(): Promise<void> {
    if (!this.hasAnswer) await this.fetch();
  }

  /** Ends the session on the server and here. */
  async signOut(): Promise<void> {
    const { redirectTo } = await this.client.post<LoggedOut>('/api/auth/logout');
    this.become(NOBODY);
    // A session that began at an identity provider is ended there too.
    if (redirectTo !== undefined) location.assign(redirectTo);
  }

  /** Asks the server whether nobody is signed in any more; false while it does not answer. Changes nothing here. */
  async hasEnded(): Promise<boolean> {
    try {
      const { user } = await this.client.get<Session>('/api/auth/session');
      return user === null;
    } catch {
      return false;
    }
  }

  /** The session has ended elsewhere. */
  forget(): void {
    this.become(NOBODY);
  }

  /** Sign-in methods of this instance. The guards and the screen of one navigation share a response. */
  providers(): Promise<Providers> {
    const now = performance.now();
    if (!this.providersRequest || now - this.providersRequest.at > SHARED_MS) {
      const answer = this.client.get<Providers>('/api/auth/providers');
      this.providersRequest = { at: now, answer };
      answer.catch(() => (this.providersRequest = null));
    }
    return this.providersRequest.answer;
  }

  private async tryFetch(): Promise<void> {
    try {
      await this.fetch();
    } catch {
      // The offline notice reports it; where nothing is known yet, `known` requests it again.
    }
  }

  private async fetch(): Promise<void> {
    const turn = ++this.turn;
    const session = await this.client.get<Session>('/api/auth/session');
    // The response to a request sent before a sign-out, or before a newer request, is outdated.
    if (turn === this.turn) this.become(session);
  }

  /** Returning to a window fires two events; one request is enough for both. */
  private comeBack(): void {
    if (!document.hidden && !this.rechecking) this.recheck();
  }

  private recheck(): void {
    if (!this.user()) return;
    const look = this.fetchUnlessEnded().finally(() => {
      if (this.rechecking === look) this.rechecking = null;
    });
    this.rechecking = look;
  }

  /** An ended session is left to the next ordinary request to discover. */
  private async fetchUnlessEnded(): Promise<void> {
    const turn = this.turn;
    try {
      const session = await this.client.get<Session>('/api/auth/session');
      if (turn === this.turn && session.user) this.become(session);
    } catch {
      // The next check may succeed.
    }
  }

  private become(session: Session): void {
    this.turn++;
    this.hasAnswer = true;
    const before = this.state().user?.id;
    const now = session.user?.id;
    const isOther = before !== undefined && now !== undefined && before !== now;
    this.intruder.set(isOther ? (session.user?.email ?? null) : null);
    if (isOther) return;
    if (now !== before) {
      this.signIns++;
      this.channel?.postMessage('changed');
    }
    this.state.set(session);
  }
}

/** Lets only signed-in users pass; others sign in first and then return to the requested page. */
export const signedIn: CanActivateFn = async (_route, state) => {
  const session = inject(SessionStore);
  const router = inject(Router);
  await session.known();
  if (session.user()) {
    // A workspace that requires a second factor shows nothing before one is set up.
    const isLocked = session.session().secondFactorMissing && !state.url.startsWith('/account');
    return isLocked ? router.parseUrl('/account') : true;
  }
  if ((await registration(session)) === 'setup') return router.parseUrl('/setup');
  return signInTree(router, state.url);
};

/** Redirects signed-in users away from the sign-in screens, and visitors of a new instance to its set-up. */
export const signedOut: CanActivateFn = async (route, state) => {
  const session = inject(SessionStore);
  const router = inject(Router);
  await session.known();
  if (session.user()) {
    // A provider whose connection failed redirects users to the sign-in page, whether they are signed in or not.
    const error = route.queryParamMap.get('error');
    if (error) return router.createUrlTree(['/account'], { queryParams: { error } });
    return router.parseUrl(returnTo(route.queryParamMap.get('returnTo')));
  }
  const setup = (await registration(session)) === 'setup';
  const onSetup = state.url.startsWith('/setup');
  if (setup === onSetup) return true;
  return router.parseUrl(setup ? '/setup' : '/login');
};

/** A path of this application that may be opened after signing in; any other value becomes `/`. */
export function returnTo(path: string | null): string {
  return path && /^\/(?![/\\])/.test(path) ? path : '/';
}

/** Who may create an account; `unknown` while the server is unavailable. */
export async function registration(session: SessionStore): Promise<Providers['registration'] | 'unknown'> {
  try {
    return (await session.providers()).registration;
  } catch {
    return 'unknown';
  }
}

/** URL of the sign-in page with a return to `url`. `ended` has the page say that the session has ended. */
export function signInTree(router: Router, url: string, { ended }: { ended?: true } = {}): UrlTree {
  return router.createUrlTree(['/login'], { queryParams: { returnTo: url === '/' ? undefined : url, ended } });
}
