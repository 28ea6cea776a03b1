import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting, TestRequest } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { ActivatedRouteSnapshot, CanActivateFn, provideRouter, Router, RouterStateSnapshot } from '@angular/router';
import { OpenDialogs } from '@signpost/ui/start';
import { firstValueFrom, Subject } from 'rxjs';
import { accountInterceptor, EndedSession, sessionInterceptor } from './ended-session';
import { nextTask } from './next-task';
import { SessionStore, signedIn as mayEnter, signedOut as maySignIn } from './session';

const USER = {
  id: '1',
  email: 'nora@example.com',
  verified: true,
  isOperator: false,
  weeklyDigest: false,
  displayName: null,
};
const ENDED = { code: 'unauthenticated', message: 'Sign in first.' };

async function signedIn() {
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      provideHttpClient(withInterceptors([accountInterceptor, sessionInterceptor])),
      provideHttpClientTesting(),
    ],
  });
  const http = TestBed.inject(HttpTestingController);
  const session = TestBed.inject(SessionStore);
  const loaded = session.load();
  http.expectOne('/api/auth/session').flush({ user: USER, workspace: null, role: null, permissions: [] });
  await loaded;
  const went = vi.spyOn(TestBed.inject(Router), 'navigateByUrl').mockResolvedValue(true);
  const answers: unknown[] = [];
  const send = (method: string): void => {
    TestBed.inject(HttpClient)
      .request(method, '/api/links')
      .subscribe({ next: (answer) => answers.push(answer), error: () => answers.push('failed') });
  };
  const refuse = (): void => {
    http.expectOne('/api/links').flush(ENDED, { status: 401, statusText: 'Unauthorized' });
  };
  return { http, session, went, answers, ask: send, refuse };
}

describe('sessionInterceptor', () => {
  it('asks again before it believes that a session has ended: the answer may be from before signing in', async () => {
    const { http, session, went, answers, ask: send, refuse } = await signedIn();
    send('GET');
    refuse();
    http.expectOne('/api/links').flush('links');
    expect([answers, session.user()?.email, went.mock.calls.length]).toEqual([['links'], USER.email, 0]);
    http.verify();
  });

  it('sends to sign in when the second answer is the same', async () => {
    const { http, session, went, answers, ask: send, refuse } = await signedIn();
    send('GET');
    refuse();
    refuse();
    expect([answers, session.user(), went.mock.calls.length]).toEqual([['failed'], null, 1]);
    http.verify();
  });

  it('sends no change twice', async () => {
    const { http, session, answers, ask: send, refuse } = await signedIn();
    send('DELETE');
    refuse();
    await nextTask();
    expect([answers, session.user()]).toEqual([['failed'], null]);
    http.verify();
  });

  it('keeps the page of a refused form until the user opens another one', async () => {
    const { http, session, went, ask: send, refuse } = await signedIn();
    send('PATCH');
    refuse();
    TestBed.inject(EndedSession).stay();
    await nextTask();
    // A failed reload in the meantime discards nothing either.
    send('GET');
    refuse();
    refuse();
    await nextTask();
    expect([session.user()?.email, went.mock.calls.length]).toEqual([USER.email, 0]);

    went.mockRestore();
    const gone = vi.spyOn(TestBed.inject(Router), 'navigateByUrl');
    await TestBed.inject(Router).navigate([], { queryParams: { page: 2 } });
    http.expectOne('/api/auth/session').flush({ user: null, workspace: null, role: null, permissions: [] });
    await nextTask();
    expect(String(gone.mock.lastCall?.[0])).toBe('/login?returnTo=%2F%3Fpage%3D2&ended=true');
  });

  it.each(['GET', 'DELETE'])('keeps input of a page that a refused %s has nothing to do with', async (method) => {
    const { session, went, ask: send, refuse } = await signedIn();
    document.body.dispatchEvent(new Event('input', { bubbles: true }));
    const ask = async (): Promise<void> => {
      send(method);
      refuse();
      if (method === 'GET') refuse();
      await nextTask();
    };
    await ask();
    expect([session.user()?.email, went.mock.calls.length]).toEqual([USER.email, 0]);
    expect(TestBed.inject(EndedSession).lastNotice()).toEqual({ key: 'errors.unauthenticated' });
  });

  it('leaves a page that has opened since something was typed', async () => {
    const { session, went, ask: send, refuse } = await signedIn();
    document.body.dispatchEvent(new Event('input', { bubbles: true }));
    went.mockRestore();
    await TestBed.inject(Router).navigate([], { queryParams: { q: 'typed' } });
    vi.spyOn(TestBed.inject(Router), 'navigateByUrl').mockResolvedValue(true);
    send('DELETE');
    refuse();
    await nextTask();
    expect([session.user(), TestBed.inject(EndedSession).lastNotice()]).toEqual([null, null]);
  });

  it('does not end the session that began while an answer to the one before was on its way', async () => {
    const { http, session, went, ask: send } = await signedIn();
    send('DELETE');
    session.forget();
    const loaded = session.load();
    http.expectOne('/api/auth/session').flush({ user: USER, workspace: null, role: null, permissions: [] });
    await loaded;
    http.expectOne('/api/links').flush(ENDED, { status: 401, statusText: 'Unauthorized' });
    expect([session.user()?.email, went.mock.calls.length]).toEqual([USER.email, 0]);
  });

  it('sends to sign in once when several answers say that the session has ended', async () => {
    const { http, went, ask: send } = await signedIn();
    send('DELETE');
    send('PATCH');
    for (const request of http.match('/api/links')) {
      request.flush(ENDED, { status: 401, statusText: 'Unauthorized' });
    }
    await nextTask();
    expect(went).toHaveBeenCalledOnce();
  });

  it.each([
    ['POST', 'is over, which the routes of operators do not say', null, 'unauthenticated'],
    ['GET', 'is over, which the routes of operators do not say', null, 'unauthenticated'],
    ['POST', 'is there: there is no such route', USER, 'not_found'],
    ['GET', 'is there: there is no such route', USER, 'not_found'],
  ])('asks about a route that does not exist whether the session of a %s %s', async (method, _, user, code) => {
    const { http, session, went } = await signedIn();
    const url = '/api/admin/links';
    const failed = firstValueFrom(TestBed.inject(HttpClient).request(method, url));
    const outcome = expect(failed).rejects.toMatchObject({ error: { code } });
    // A refused read is sent again before it is believed.
    for (let times = method === 'GET' && user === null ? 2 : 1; times > 0; times--) {
      http.expectOne(url).flush({ code: 'not_found', message: 'No.' }, { status: 404, statusText: 'Not Found' });
      http.expectOne('/api/auth/session').flush({ user, workspace: null, role: null, permissions: [] });
      await nextTask();
    }
    await outcome;
    await nextTask();
    expect([session.user(), went.mock.calls.length]).toEqual([user, user === null ? 1 : 0]);
    http.verify();
  });

  describe('while a dialog is open', () => {
    const NOBODY = { user: null, workspace: null, role: null, permissions: [] };

    /** The session ends while a dialog is open, which is then closed. */
    async function closed(answer: object) {
      const { http, session, went, ask: send } = await signedIn();
      const dialog = new Subject<void>();
      TestBed.inject(OpenDialogs).opened(dialog);
      for (const method of ['PATCH', 'PATCH']) {
        send(method);
        http.expectOne('/api/links').flush(ENDED, { status: 401, statusText: 'Unauthorized' });
      }
      await nextTask();
      const during = [session.user()?.email, went.mock.calls.length, TestBed.inject(EndedSession).stays()];
      http.expectNone('/api/auth/session');
      dialog.complete();
      await nextTask();
      http.expectOne('/api/auth/session').flush(answer);
      await nextTask();
      return { during, session, went };
    }

    it('stays where it is, and sends to sign in once that has closed', async () => {
      const { during, session, went } = await closed(NOBODY);
      expect(during).toEqual([USER.email, 0, true]);
      expect([session.user(), went.mock.calls.length]).toEqual([null, 1]);
    });

    it('stays when the user has signed in meanwhile', async () => {
      const { session, went } = await closed({ ...NOBODY, user: USER });
      expect([session.user()?.email, went.mock.calls.length]).toEqual([USER.email, 0]);
    });
  });

  const WORKSPACE = { id: 'w', slug: 'northwind', name: 'Northwind' };

  /** Signed in as a member of a workspace; the server then refuses a request with this code. */
  async function refused(code: string, status: number) {
    const { http, session, went, ask: send } = await signedIn();
    const renewed = session.renew();
    http
      .expectOne('/api/auth/session')
      .flush({ user: USER, workspace: WORKSPACE, role: 'MEMBER', permissions: ['links.manage'] });
    await renewed;
    send('PATCH');
    http.expectOne('/api/links').flush({ code, message: '' }, { status, statusText: 'No' });
    return { http, session, went };
  }

  it('learns the new role when the server refuses what the role on screen allows', async () => {
    const { http, session, went } = await refused('permission_denied', 403);
    http.expectOne('/api/auth/session').flush({ user: USER, workspace: WORKSPACE, role: 'VIEWER', permissions: [] });
    await vi.waitFor(() => expect(session.can('links.manage')).toBe(false));
    await nextTask();
    expect(TestBed.inject(EndedSession).lastNotice()).toEqual({ key: 'errors.permission_denied' });
    expect(went).not.toHaveBeenCalled();
  });

  it('leaves a workspace that the person was removed from', async () => {
    const { http, went } = await refused('workspace_not_found', 404);
    http.expectOne('/api/auth/session').flush({ user: USER, workspace: null, role: null, permissions: [] });
    await vi.waitFor(() => expect(went).toHaveBeenCalledWith('/workspaces'));
  });

  it('leaves it when nothing is being written there any more', async () => {
    const { http, session, went } = await refused('workspace_not_found', 404);
    const closed = new Subject<void>();
    TestBed.inject(OpenDialogs).opened(closed);
    http.expectOne('/api/auth/session').flush({ user: USER, workspace: null, role: null, permissions: [] });
    await vi.waitFor(() => expect(session.workspace()).toBeNull());
    await nextTask();
    expect(went).not.toHaveBeenCalled();
    closed.complete();
    await vi.waitFor(() => expect(went).toHaveBeenCalledWith('/workspaces'));
  });

  it('keeps the role when the server does not say which it is now', async () => {
    const { http, session } = await refused('permission_denied', 403);
    http.expectOne('/api/auth/session').flush(null, { status: 500, statusText: 'Broken' });
    await nextTask();
    expect(session.can('links.manage')).toBe(true);
    expect(TestBed.inject(EndedSession).lastNotice()).toBeNull();
  });
});

describe('another user who signs in in another window', () => {
  const OTHER = { ...USER, id: '2', email: 'omar@example.com' };
  const sessionOf = (user: typeof USER) => ({ user, workspace: null, role: null, permissions: [] });

  it('changes nothing from a page that shows another account, until that one is back', async () => {
    const { http, session, answers, ask: send } = await signedIn();
    session.watch();
    const look = async (user: typeof USER): Promise<void> => {
      document.dispatchEvent(new Event('visibilitychange'));
      http.expectOne('/api/auth/session').flush(sessionOf(user));
      await nextTask();
    };
    await look(OTHER);
    expect([session.user()?.email, session.other()]).toEqual([USER.email, OTHER.email]);
    send('PATCH');
    http.expectNone('/api/links');
    expect(answers).toEqual(['failed']);
    await look(USER);
    send('PATCH');
    http.expectOne('/api/links').flush('saved');
    expect([session.other(), answers]).toEqual([null, ['failed', 'saved']]);
  });

  it('is noticed on coming back to a window that was in view all the time, before anything is changed from it', async () => {
    const { http, session, answers, ask: send } = await signedIn();
    session.watch();
    dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    send('PATCH');
    http.expectOne('/api/auth/session').flush(sessionOf(OTHER));
    await nextTask();
    http.expectNone('/api/links');
    expect([session.other(), answers]).toEqual([OTHER.email, ['failed']]);
  });

  it.each([
    ['the same person is here', (request: TestRequest) => request.flush(sessionOf(USER))],
    ['the server does not say', (request: TestRequest) => request.error(new ProgressEvent('error'))],
  ])('keeps no change back for good when %s', async (_, answer) => {
    const { http, session, answers, ask: send } = await signedIn();
    session.watch();
    dispatchEvent(new Event('focus'));
    send('PATCH');
    http.expectNone('/api/links');
    answer(http.expectOne('/api/auth/session'));
    await nextTask();
    http.expectOne('/api/links').flush('saved');
    expect(answers).toEqual(['saved']);
  });
});

it('open windows are notified of a sign-in with a provider, which ends on a new page', async () => {
  const elsewhere = new BroadcastChannel('signpost.session');
  const heard = new Promise((resolve) => elsewhere.addEventListener('message', resolve));
  const { session } = await signedIn();
  session.watch();
  await heard;
  elsewhere.close();
});

describe('SessionStore', () => {
  const known = { user: USER, workspace: null, role: null, permissions: [] };

  it('stays signed out when an answer from before arrives afterwards', async () => {
    const { http, session } = await signedIn();
    const renewed = session.renew();
    const left = session.signOut();
    http.expectOne('/api/auth/logout').flush({ ok: true });
    await left;
    http.expectOne('/api/auth/session').flush(known);
    await renewed;
    expect(session.user()).toBeNull();
  });

  it('is the same session when the server says the same again', async () => {
    const { http, session } = await signedIn();
    const before = session.session();
    const renewed = session.renew();
    http.expectOne('/api/auth/session').flush({ ...known, user: { ...USER } });
    await renewed;
    expect(session.session()).toBe(before);
  });

  it('believes the newer of two questions, in whichever order they are answered', async () => {
    const { http, session } = await signedIn();
    const older = session.renew();
    const newer = session.load();
    const [first, second] = http.match('/api/auth/session');
    second?.flush({ ...known, permissions: ['links.manage'] });
    await newer;
    first?.flush(known);
    await older;
    expect(session.can('links.manage')).toBe(true);
  });

  it('keeps who is signed in when the server does not answer', async () => {
    const { http, session } = await signedIn();
    const loaded = session.load();
    http.expectOne('/api/auth/session').error(new ProgressEvent('error'));
    await loaded;
    expect(session.user()?.email).toBe(USER.email);
  });
});

describe('the guards', () => {
  const BROKEN = { status: 500, statusText: 'Broken' };

  /** A start where the server did not answer who is signed in. */
  async function unsaid() {
    TestBed.configureTestingModule({ providers: [provideRouter([]), provideHttpClient(), provideHttpClientTesting()] });
    const http = TestBed.inject(HttpTestingController);
    const loaded = TestBed.inject(SessionStore).load();
    http.expectOne('/api/auth/session').flush(null, BROKEN);
    await loaded;
    const enter = (guard: CanActivateFn): Promise<unknown> =>
      TestBed.runInInjectionContext(
        () =>
          guard(
            { queryParamMap: new Map() } as unknown as ActivatedRouteSnapshot,
            { url: '/links' } as RouterStateSnapshot,
          ) as Promise<unknown>,
      );
    return { http, enter };
  }

  it.each([
    ['a page', mayEnter],
    ['the sign-in form', maySignIn],
  ])('take nobody for signed out because of a failure: %s', async (_, guard) => {
    const { http, enter } = await unsaid();
    const entered = enter(guard);
    http.expectOne('/api/auth/session').flush(null, BROKEN);
    await expect(entered).rejects.toMatchObject({ status: 500 });
    http.verify();
  });

  it('let a signed-in user pass after a retry', async () => {
    const { http, enter } = await unsaid();
    const entered = enter(mayEnter);
    http.expectOne('/api/auth/session').flush({ user: USER, workspace: null, role: null, permissions: [] });
    expect(await entered).toBe(true);
  });
});

describe('back to a page that the browser had kept', () => {
  const comeBack = async () => {
    const { http, session } = await signedIn();
    session.watch();
    const reload = vi.spyOn(session as unknown as { reload: () => void }, 'reload').mockReturnValue();
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    const page = document.documentElement;
    onTestFinished(() => {
      page.style.display = '';
    });
    expect(page.style.display).toBe('none');
    return { request: http.expectOne('/api/auth/session'), reload, page };
  };

  it('shows it when the same person is here still', async () => {
    const { request, reload, page } = await comeBack();
    request.flush({ user: USER });
    await nextTask();
    expect([page.style.display, reload.mock.calls.length]).toEqual(['', 0]);
  });

  it.each([
    ['nobody', { user: null }],
    ['somebody else', { user: { ...USER, id: '2' } }],
  ])('shows nothing of it when %s is', async (_, answer) => {
    const { request, reload, page } = await comeBack();
    request.flush(answer);
    await nextTask();
    expect([page.style.display, reload.mock.calls.length]).toEqual(['none', 1]);
  });
});
