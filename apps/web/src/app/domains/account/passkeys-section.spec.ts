import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Passkeys } from '../auth/passkeys';
import { PasskeysSection } from './passkeys-section';

it('a passkey is renamed, and shows the name that it has when none is typed', async () => {
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      keysForWords({ relative: String, date: String }),
      { provide: Confirm, useValue: {} },
      { provide: Passkeys, useValue: { supported: true } },
      { provide: Problems, useValue: {} },
      { provide: SessionStore, useValue: {} },
    ],
  });
  const fixture = TestBed.createComponent(PasskeysSection);
  const http = TestBed.inject(HttpTestingController);
  fixture.detectChanges();
  const items = [{ id: 'k', name: 'Laptop', createdAt: '2026-03-01T09:00:00.000Z', lastUsedAt: null }];
  http.expectOne('/api/auth/passkeys').flush({ items });
  await new Promise((resolve) => setTimeout(resolve));
  fixture.detectChanges();
  const box = (fixture.nativeElement as HTMLElement).querySelector('input')!;
  const type = (name: string): void => {
    box.value = name;
    box.dispatchEvent(new Event('change'));
  };
  type('  ');
  http.expectNone('/api/auth/passkeys/k');
  expect(box.value).toBe('Laptop');
  type(' Phone ');
  const renamed = http.expectOne('/api/auth/passkeys/k');
  expect(renamed.request.body).toEqual({ name: 'Phone' });
  renamed.flush({});
  await new Promise((resolve) => setTimeout(resolve));
  expect(TestBed.inject(Toasts).toasts()[0]?.text).toBe('account.passkeys.renamed');
});
