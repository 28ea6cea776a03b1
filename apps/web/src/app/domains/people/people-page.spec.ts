import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import type { Invitation, Member } from '@signpost/contracts';
import { Dialogs } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { PeoplePage } from './people-page';

const INVITATION = {
  id: 'i',
  email: 'one@example.com',
  role: 'VIEWER',
  expiresAt: '2027-01-01',
} as unknown as Invitation;

const PROVIDERS = [
  provideHttpClient(),
  provideHttpClientTesting(),
  provideRouter([]),
  keysForWords(),
  { provide: Problems, useValue: { toast: () => undefined } },
  { provide: Dialogs, useValue: {} },
  { provide: SessionStore, useValue: { can: () => true, user: () => null, isDemo: () => false, mails: () => true } },
];

it('shows those who are searched for in the address, among members and invitations', async () => {
  TestBed.configureTestingModule({ providers: PROVIDERS });
  await TestBed.inject(Router).navigateByUrl('/?q=ANN@');
  const fixture = TestBed.createComponent(PeoplePage);
  const http = TestBed.inject(HttpTestingController);
  fixture.detectChanges();
  const items = [...'abcdefgh', 'ann'].map(
    (name) =>
      ({ userId: name, email: `${name}@example.com`, role: 'MEMBER', isActive: true, ways: [] }) as unknown as Member,
  );
  http.expectOne('/api/workspaces/members').flush({ items });
  http.expectOne('/api/workspaces/invitations').flush({ items: [INVITATION] });
  await fixture.whenStable();
  const page = fixture.nativeElement as HTMLElement;
  expect([...page.querySelectorAll('.address')].map(({ textContent }) => textContent)).toEqual(['ann@example.com']);
  expect(page.querySelector('app-invitation-table')).toBeNull();
  expect(page.textContent).toContain('ui.nothingFound');
});

it('an invitation restored by Undo has its role and is listed, also when the table disappeared with the last invitation', async () => {
  TestBed.configureTestingModule({ providers: PROVIDERS });
  const fixture = TestBed.createComponent(PeoplePage);
  const http = TestBed.inject(HttpTestingController);
  const page = fixture.nativeElement as HTMLElement;
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    fixture.detectChanges();
  };
  const listed = async (...items: Invitation[]): Promise<void> => {
    await settled();
    for (const request of http.match('/api/workspaces/members')) request.flush({ items: [] });
    for (const request of http.match(({ method }) => method === 'GET')) request.flush({ items });
    await settled();
  };

  await listed(INVITATION);
  page.querySelector<HTMLElement>('app-invitation-table button')?.click();
  await settled();
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].at(-1)?.click();
  http.expectOne({ method: 'DELETE', url: '/api/workspaces/invitations/i' }).flush({ ok: true });
  await listed();
  expect(page.textContent).toContain('people.invitations.none');

  const toasts = TestBed.inject(Toasts);
  for (const offer of toasts.offers()) toasts.take(offer);
  const again = http.expectOne({ method: 'POST', url: '/api/workspaces/invitations' });
  expect(again.request.body).toEqual({ email: INVITATION.email, role: INVITATION.role });
  again.flush(INVITATION);
  await listed(INVITATION);
  expect(page.textContent).toContain('one@example.com');
});
