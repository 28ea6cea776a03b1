import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { Confirm } from '@signpost/ui/overlay';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { OwnershipSection } from './ownership-section';

it.each([
  ['an active member', { role: 'VIEWER', isActive: true }, false],
  ['a member who is not active', { role: 'MEMBER', isActive: false }, true],
])('the workspace is handed over to active members only: %s', async (_, member, isAlone) => {
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      provideRouter([]),
      keysForWords(),
      { provide: Problems, useValue: {} },
      { provide: Confirm, useValue: {} },
      { provide: SessionStore, useValue: { isDemo: () => false } },
    ],
  });
  const fixture = TestBed.createComponent(OwnershipSection);
  fixture.detectChanges();
  const owner = { userId: 'o', email: 'nora@example.com', role: 'OWNER', isActive: true };
  const items = [owner, { userId: 'u', email: 'max@example.com', ...member }];
  TestBed.inject(HttpTestingController).expectOne('/api/workspaces/members').flush({ items });
  await new Promise((resolve) => setTimeout(resolve));
  fixture.detectChanges();
  const text = (fixture.nativeElement as HTMLElement).textContent;
  expect(text.includes('settings.ownership.alone')).toBe(isAlone);
});
