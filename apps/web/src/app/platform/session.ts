import { HttpClient } from '@angular/common/http';
import { computed, inject, Injectable, signal } from '@angular/core';
import { CanActivateFn, Router, UrlTree } from '@angular/router';
import type { LoggedOut, Permission, Providers, Session } from '@signpost/contracts';
import { firstValueFrom } from 'rxjs';

/** How long an answer about the ways in is good for more than one asker, in milliseconds. */
const SHARED_MS = 3_000;

const NOBODY: Session = {
  user: null,
  workspace: null,
  role: null,
  permissions: [],
  secondFactorMissing: false,
  mailDelivery: 'smtp',
};

/** Who is signed in, where, and what they may do. The API decides; this only hides what it would refuse. */
@Injectable({ providedIn: 'root' })
export class SessionStore {
  private readonly http = inject(HttpClient);
  // Each look at the tab brings the same anew, upon which nothing is to be drawn or fetched again.
  private readonly state = signal<Session>(NOBODY, { equal: (a, b) => JSON.stringify(a) === JSON.stringify(b) });
  private asked: { at: number; answer: Promise<Providers> } | null = null;
  private renewal: Promise<void> | null = null;
  private hasAnswer = false;
  private turn = 0;
  private signIns = 0;
  private channel: BroadcastChannel | null = null;
  private looking: Promise<void> | null = null;
  private readonly intruder = signal<string | null>(null);
  readonly session = this.state.asReadonly();
  readonly user = computed(() => this.state().user);
  readonly workspace = computed(() => this.state().workspace);
  /**
   * Address of somebody else who has signed in in another window: the browser sends their session from now on. What is on
   * screen stays that of whom it was made for, and nothing may be changed from it.
   */
  readonly other = this.intruder.asReadonly();
  /** Whether the account is a demo's, which is nobody's: told by its address, in a domain that no mail ever reaches. */
  readonly isDemo = computed(() => this.user()?.email.endsWith('@demo.invalid') ?? false);

  /** Whether mails leave this server: else each is a file that its operator can read, and nothing may claim that one was sent. */
  readonly mails = computed(() => this.state().mailDelivery === 'smtp');

  /** Whether the current role holds a permission. */
  can(permission: Permission): boolean {
    return this.state().permissions.includes(permission);
  }

  /** From now on a sign-in of somebody else in another window is noticed: at once, or on coming back to this one. */
  watch(): void {
    this.channel = new BroadcastChannel('signpost.session');
    this.channel.addEventListener('message', () => this.lookAgain());
    // Whoever signed in with a provider has come back with a new page.
    if (this.user()) this.channel.postMessage('changed');
    // Workspaces share the session but not the channel: a window of another one, beside this, is told of by the focus alone.
    addEventListener('focus', () => this.comeBack());
    document.addEventListener('visibilitychange', () => this.comeBack());
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void this.comeFromCache();
    });
  }

  /**
   * Back to a page that the browser had kept as it was: somebody may have signed out since then. Nothing of it is seen
   * before the server has said who is here; if that is not the one whom it was made for, it is loaded anew.
   */
  private async comeFromCache(): Promise<void> {
    const before = this.user()?.id;
    if (before === undefined) return;
    const page = document.documentElement;
    page.style.display = 'none';
    try {
      const { user } = await firstValueFrom(this.http.get<Session>('/api/auth/session'));
      if (user?.id === before) {
        page.style.display = '';
        return;
      }
    } catch {
      // Without an answer nothing is shown either: a page that is loaded anew says that the server is away.
    }
    this.reload();
  }

  /** A seam for tests. */
  protected reload(): void {
    location.reload();
  }

  /** While it is being asked whether the session is still that of who is on screen: resolves with the answer, or without. */
  get doubt(): Promise<void> | null {
    return this.looking;
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
    const { redirectTo } = await firstValueFrom(this.http.post<LoggedOut>('/api/auth/logout', {}));
    this.become(NOBODY);
    // Whoever came by the company's provider ends the session there too.
    if (redirectTo !== undefined) location.assign(redirectTo);
  }

  /** The session has ended elsewhere. */
  forget(): void {
    this.become(NOBODY);
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

  /** Coming back to a window is told by two events, for which one question will do. */
  private comeBack(): void {
    if (!document.hidden && !this.looking) this.lookAgain();
  }

  private lookAgain(): void {
    if (!this.user()) return;
    const look = this.look().finally(() => {
      if (this.looking === look) this.looking = null;
    });
    this.looking = look;
  }

  /** A session that has ended is left to the request that finds out. */
  private async look(): Promise<void> {
    const turn = this.turn;
    try {
      const session = await firstValueFrom(this.http.get<Session>('/api/auth/session'));
      if (turn === this.turn && session.user) this.become(session);
    } catch {
      // The next look may know.
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

/** Lets only signed-in people of the current workspace in; others sign in first and then come back to where they meant to go. */
export const signedIn: CanActivateFn = async (_route, state) => {
  const session = inject(SessionStore);
  const router = inject(Router);
  await session.known();
  if (session.user()) {
    // A workspace that asks for a second factor shows nothing before there is one.
    const isLocked = session.session().secondFactorMissing && !state.url.startsWith('/account');
    return isLocked ? router.parseUrl('/account') : true;
  }
  if ((await registration(session)) === 'setup') return router.parseUrl('/setup');
  return signInTree(router, state.url);
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

/** Who may make an account here; `unknown` while the server is away. */
export async function registration(session: SessionStore): Promise<Providers['registration'] | 'unknown'> {
  try {
    return (await session.providers()).registration;
  } catch {
    return 'unknown';
  }
}

/** The way to the sign-in page and back to `url`. The page says so where somebody comes because a session has `ended`. */
export function signInTree(router: Router, url: string, { ended }: { ended?: true } = {}): UrlTree {
  return router.createUrlTree(['/login'], { queryParams: { returnTo: url === '/' ? undefined : url, ended } });
}
