import { HttpResourceRef, provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { IdentityList } from '@signpost/contracts';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { PasswordSection } from './password-section';

const identitiesOf = (...providers: string[]): HttpResourceRef<IdentityList> =>
  ({
    hasValue: () => true,
    value: () => ({ items: providers.map((provider) => ({ id: provider, provider })) }),
    reload: () => true,
  }) as unknown as HttpResourceRef<IdentityList>;

it.each([
  ['an account that has one', ['google', 'password'], { currentPassword: 'former', newPassword: 'orbit candle' }],
  ['an account that has none yet', ['google'], { newPassword: 'orbit candle' }],
])('a new password is sent with the former one where there is one: %s', async (_, providers, body) => {
  const t = (key: string): string => key;
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      provideRouter([]),
      keysForWords({ t, known: t }),
      { provide: Problems, useValue: {} },
      { provide: SessionStore, useValue: { user: () => ({ email: 'nora@example.com' }) } },
    ],
  });
  const fixture = TestBed.createComponent(PasswordSection);
  fixture.componentRef.setInput('identities', identitiesOf(...providers));
  await fixture.whenStable();
  const element = fixture.nativeElement as HTMLElement;
  const texts = ['former', 'orbit candle'].slice(-Object.keys(body).length);
  element.querySelectorAll<HTMLInputElement>('app-password-field input').forEach((field, index) => {
    field.value = texts[index] ?? '';
    field.dispatchEvent(new Event('input'));
  });
  element.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  expect(TestBed.inject(HttpTestingController).expectOne('/api/auth/password').request.body).toEqual(body);
});
