import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { keysForWords } from '../platform/words/i18n.fixtures';
import { Problems } from '../platform/requests/problem';
import { SessionStore } from '../platform/session';
import { Visits } from '../platform/navigation/visits';
import { Notices } from './notices';

async function show(session: object): Promise<ComponentFixture<Notices>> {
  const t = (key: string): string => key;
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      keysForWords({ t, tn: t }),
      { provide: Problems, useValue: { toast: () => undefined } },
      { provide: Confirm, useValue: {} },
      { provide: Visits, useValue: {} },
      { provide: SessionStore, useValue: session },
    ],
  });
  const fixture = TestBed.createComponent(Notices);
  await new Promise((resolve) => setTimeout(resolve));
  await fixture.whenStable();
  return fixture;
}

const buttonOf = ({ nativeElement }: ComponentFixture<Notices>): HTMLElement | null =>
  (nativeElement as HTMLElement).querySelector('button');

it.each([
  ['open', true],
  ['invite', false],
])('the way from a demo to an account is offered where anybody may make one: %s', async (registration, isOffered) => {
  const fixture = await show({
    user: () => null,
    workspace: () => ({ expiresAt: '2099-01-01T00:00:00Z' }),
    providers: () => Promise.resolve({ registration }),
  });
  expect(buttonOf(fixture) !== null).toBe(isOffered);
});

it.each([
  [false, 1],
  [true, 0],
])('a mail goes only to an address that is not verified by then: verified %s, %i mails', async (verified, mails) => {
  const user = signal({ email: 'nora@example.com', verified: false });
  const renew = (): Promise<void> =>
    Promise.resolve().then(() => {
      user.update((before) => ({ ...before, verified }));
    });
  const fixture = await show({ user, workspace: () => null, renew, mails: () => true });
  buttonOf(fixture)?.click();
  await new Promise((resolve) => setTimeout(resolve));
  expect(TestBed.inject(HttpTestingController).match('/api/auth/verify/resend')).toHaveLength(mails);
});

it('without a mail server no mail is said to have been sent', async () => {
  const user = signal({ email: 'nora@example.com', verified: false });
  const renew = (): Promise<void> => Promise.resolve();
  const fixture = await show({ user, workspace: () => null, renew, mails: () => false });
  expect((fixture.nativeElement as HTMLElement).textContent).toContain('shell.unverifiedNoMail');
  expect(buttonOf(fixture)?.textContent.trim()).toBe('shell.renew');
  buttonOf(fixture)?.click();
  await new Promise((resolve) => setTimeout(resolve));
  TestBed.inject(HttpTestingController).expectOne('/api/auth/verify/resend').flush({ ok: true });
  await new Promise((resolve) => setTimeout(resolve));
  expect(TestBed.inject(Toasts).toasts()[0]?.text).toBe('shell.renewed');
});
