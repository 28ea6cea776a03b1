import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, RouterOutlet } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { OpenDialogs } from '@signpost/ui/start';
import { Toasts } from '@signpost/ui/toasts';
import { NEVER } from 'rxjs';
import { EndedSession } from '../platform/ended-session';
import { Connection } from '../platform/requests/connection';
import { I18n } from '../platform/words/i18n';
import { keysForWords } from '../platform/words/i18n.fixtures';
import { LazyLoader } from '../platform/navigation/lazy-loader';
import { Problems } from '../platform/requests/problem';
import { SessionStore } from '../platform/session';
import { Viewport } from '../platform/viewport';
import { Shell } from './shell';
import { Shortcuts } from './shortcuts';

const answer = { mayLeave: true };

@Component({ template: '' })
class Written {
  mayLeave(): Promise<boolean> {
    return Promise.resolve(answer.mayLeave);
  }
}

@Component({ template: '' })
class Plain {}

describe('signing out', () => {
  const signOut = vi.fn(() => Promise.resolve());

  async function signOutOf(path: string): Promise<string> {
    TestBed.overrideComponent(Shell, {
      set: {
        imports: [RouterOutlet],
        template: '<router-outlet /><button (click)="out.run()"></button>',
        styles: '',
        host: {},
      },
    });
    TestBed.configureTestingModule({
      providers: [
        provideRouter([
          { path: 'login', component: Plain },
          {
            path: '',
            component: Shell,
            children: [
              { path: 'written', component: Written },
              { path: 'plain', component: Plain },
            ],
          },
        ]),
        { provide: Connection, useValue: {} },
        keysForWords(),
        { provide: LazyLoader, useValue: {} },
        { provide: Problems, useValue: {} },
        { provide: SessionStore, useValue: { signOut } },
        { provide: Shortcuts, useValue: {} },
      ],
    });
    // The template waits for parts that are loaded later.
    await TestBed.compileComponents();
    const harness = await RouterTestingHarness.create(path);
    harness.fixture.nativeElement.querySelector('button').click();
    await harness.fixture.whenStable();
    return TestBed.inject(Router).url;
  }

  beforeEach(() => signOut.mockClear());

  it('waits for the question of the page about unsaved input', async () => {
    answer.mayLeave = false;
    expect(await signOutOf('/written')).toBe('/written');
    expect(signOut).not.toHaveBeenCalled();
  });

  it.each(['/written', '/plain'])('leads from %s to the sign-in page', async (path) => {
    answer.mayLeave = true;
    expect(await signOutOf(path)).toBe('/login');
    expect(signOut).toHaveBeenCalledOnce();
  });
});

describe('the sidebar', () => {
  const tight = signal(false);

  async function open(): Promise<{ isFolded: () => boolean; press: () => Promise<void> }> {
    TestBed.overrideComponent(Shell, {
      set: {
        imports: [RouterOutlet],
        template: '<aside [class.folded]="folded()"></aside><button (click)="fold()"></button><router-outlet />',
        styles: '',
        host: {},
      },
    });
    TestBed.configureTestingModule({
      providers: [
        provideRouter([{ path: '**', component: Shell }]),
        { provide: Viewport, useValue: { tight, phone: () => false } },
        ...[Connection, I18n, LazyLoader, Problems, SessionStore, Shortcuts].map((provide) => ({
          provide,
          useValue: {},
        })),
      ],
    });
    // The template waits for parts that are loaded later.
    await TestBed.compileComponents();
    const harness = await RouterTestingHarness.create('/');
    const page = harness.fixture.nativeElement as HTMLElement;
    return {
      isFolded: () => page.querySelector('.folded') !== null,
      press: async () => {
        page.querySelector('button')?.click();
        await harness.fixture.whenStable();
      },
    };
  }

  beforeEach(() => localStorage.clear());
  afterEach(() => localStorage.clear());

  it.each([true, false])('folds by the room that there is (tight: %s) while nobody has chosen', async (isTight) => {
    tight.set(isTight);
    const { isFolded } = await open();
    expect(isFolded()).toBe(isTight);
    tight.set(!isTight);
    TestBed.tick();
    expect(isFolded()).toBe(!isTight);
  });

  it.each([true, false])('stays as it was chosen at every width and the next time (tight: %s)', async (isTight) => {
    tight.set(isTight);
    const { isFolded, press } = await open();
    await press();
    expect(isFolded()).toBe(!isTight);
    tight.set(!isTight);
    TestBed.tick();
    expect(isFolded()).toBe(!isTight);
    TestBed.resetTestingModule();
    tight.set(isTight);
    expect((await open()).isFolded()).toBe(!isTight);
  });
});

describe('a page that goes under the hands of the user', () => {
  const lastNotice = signal<{ key: string } | null>(null);
  const loading = signal(0);
  const DENIED = 'errors.permission_denied';

  async function open(): Promise<HTMLElement> {
    lastNotice.set(null);
    TestBed.overrideComponent(Shell, {
      set: {
        imports: [RouterOutlet],
        template: '@if (isComing()) {<p>coming</p>}<router-outlet />',
        styles: '',
        host: {},
      },
    });
    TestBed.configureTestingModule({
      providers: [
        provideRouter([{ path: '**', component: Shell }]),
        keysForWords(),
        { provide: Connection, useValue: {} },
        { provide: EndedSession, useValue: { lastNotice } },
        { provide: LazyLoader, useValue: { loading } },
        { provide: SessionStore, useValue: { workspace: () => ({}) } },
        { provide: Shortcuts, useValue: {} },
      ],
    });
    // The template waits for parts that are loaded later.
    await TestBed.compileComponents();
    const harness = await RouterTestingHarness.create('/');
    return harness.fixture.nativeElement as HTMLElement;
  }

  it.each<[string, () => void, string[]]>([
    ['the role has changed', () => undefined, [DENIED]],
    ['that is shown already', () => TestBed.inject(Toasts).error(DENIED), [DENIED]],
    ['the form of an open dialog says it', () => TestBed.inject(OpenDialogs).opened(NEVER), []],
  ])('is told why: %s', async (_, before, texts) => {
    await open();
    before();
    lastNotice.set({ key: DENIED });
    TestBed.tick();
    const shown = TestBed.inject(Toasts).toasts();
    expect(shown.map(({ text }) => text)).toEqual(texts);
  });

  it('is told that the session has ended, and where to sign in', async () => {
    await open();
    lastNotice.set({ key: 'errors.unauthenticated' });
    TestBed.tick();
    const [toast] = TestBed.inject(Toasts).toasts();
    expect([toast?.text, toast?.actionLabel]).toEqual(['errors.unauthenticated', 'shell.signInTab']);
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    toast?.action?.();
    expect(opened).toHaveBeenCalledWith('/login');
  });

  it('is told where to sign in also by the message of what was refused', async () => {
    await open();
    TestBed.inject(Toasts).error('errors.unauthenticated');
    for (let times = 0; times < 2; times++) {
      lastNotice.set({ key: 'errors.unauthenticated' });
      TestBed.tick();
      const shown = TestBed.inject(Toasts).toasts();
      expect(shown.map(({ actionLabel }) => actionLabel)).toEqual(['shell.signInTab']);
    }
  });

  it('shows that a dialog is coming', async () => {
    const page = await open();
    expect(page.textContent).toBe('');
    loading.set(1);
    TestBed.tick();
    expect(page.textContent).toBe('coming');
    loading.set(0);
    TestBed.tick();
    expect(page.textContent).toBe('');
  });

  it('shows that a page is coming', async () => {
    const page = await open();
    const next = Promise.withResolvers<typeof Plain>();
    TestBed.inject(Router).resetConfig([
      { path: '', component: Shell, children: [{ path: 'next', loadComponent: () => next.promise }] },
    ]);
    const gone = TestBed.inject(Router).navigateByUrl('/next');
    await vi.waitFor(() => {
      TestBed.tick();
      expect(page.textContent).toBe('coming');
    });
    next.resolve(Plain);
    await gone;
    TestBed.tick();
    expect(page.textContent).toBe('');
  });
});
