import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, RouterOutlet } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
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
