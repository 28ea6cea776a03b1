import { provideHttpClient } from '@angular/common/http';
import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Confirm } from '@signpost/ui/overlay';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { AuthApi } from '../auth/auth-api';
import { MethodsSection } from './methods-section';

it.each<[string, string[], string[], string[], number?]>([
  ['the only one', ['password'], [], ['google']],
  ['one beside a passkey', ['password'], ['password'], ['google'], 1],
  ['one of two', ['password', 'google'], ['password', 'google'], []],
])('ways to sign in are removed but for the last, and connected as the server has them: %s', async (...row) => {
  const [, own, removable, missing, passkeys] = row;
  const t = (key: string): string => key.replace('account.methods.', '');
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      keysForWords({ t }),
      { provide: Problems, useValue: {} },
      { provide: Confirm, useValue: {} },
      { provide: AuthApi, useValue: { ways: signal({ google: true, microsoft: false }) } },
    ],
  });
  const fixture = TestBed.createComponent(MethodsSection);
  const items = own.map((provider) => ({ id: provider, provider, email: '', createdAt: '' }));
  const identities = { hasValue: () => true, value: () => ({ items }), error: () => undefined };
  fixture.componentRef.setInput('identities', identities);
  fixture.componentRef.setInput('passkeys', passkeys);
  await fixture.whenStable();
  const named = (selector: string): (string | undefined)[] =>
    [...(fixture.nativeElement as HTMLElement).querySelectorAll(selector)].map(({ textContent }) =>
      textContent.split(': ').at(-1)?.trim(),
    );
  expect([named('button'), named('a')]).toEqual([removable, missing]);
});
