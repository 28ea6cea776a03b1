import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, RouterOutlet } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { Connection } from '../platform/connection';
import { I18n } from '../platform/i18n';
import { Parts } from '../platform/parts';
import { Problems } from '../platform/problem';
import { SessionStore } from '../platform/session';
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
        template: '<router-outlet /><button (click)="signOut()"></button>',
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
        { provide: I18n, useValue: {} },
        { provide: Parts, useValue: {} },
        { provide: Problems, useValue: {} },
        { provide: SessionStore, useValue: { signOut } },
        { provide: Shortcuts, useValue: {} },
      ],
    });
    const harness = await RouterTestingHarness.create(path);
    harness.fixture.nativeElement.querySelector('button').click();
    await harness.fixture.whenStable();
    return TestBed.inject(Router).url;
  }

  beforeEach(() => signOut.mockClear());

  it('waits for the page to let go of what is written there', async () => {
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
