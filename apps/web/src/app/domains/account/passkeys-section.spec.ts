import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import type { Passkey } from '@signpost/contracts';
import { Confirm, type Confirmation } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Passkeys } from '../auth/passkeys';
import { PasskeysSection } from './passkeys-section';

const LAPTOP = { id: 'k', name: 'Laptop', createdAt: '2026-03-01T09:00:00.000Z', lastUsedAt: null };

async function render(
  items: readonly Passkey[],
  ask = (_question: Confirmation): Promise<boolean> => Promise.resolve(false),
): Promise<{ fixture: ComponentFixture<PasskeysSection>; page: HTMLElement; http: HttpTestingController }> {
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      // With the values that they say.
      keysForWords({ t: (key: string, params: object = {}) => [key, ...Object.values(params)].join(' ') }),
      { provide: Confirm, useValue: { ask } },
      { provide: Passkeys, useValue: { supported: true } },
      { provide: Problems, useValue: {} },
      { provide: SessionStore, useValue: {} },
    ],
  });
  const fixture = TestBed.createComponent(PasskeysSection);
  const http = TestBed.inject(HttpTestingController);
  fixture.detectChanges();
  http.expectOne('/api/auth/passkeys').flush({ items });
  await new Promise((resolve) => setTimeout(resolve));
  fixture.detectChanges();
  return { fixture, page: fixture.nativeElement as HTMLElement, http };
}

it('a passkey is renamed, and shows the name that it has when none is typed', async () => {
  const { page, http } = await render([LAPTOP]);
  const box = page.querySelector('input')!;
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
  expect(TestBed.inject(Toasts).toasts()[0]?.text).toBe('account.passkeys.renamed Phone');
});

it('of two passkeys of one name it is said which is to be removed', async () => {
  const asked: Confirmation[] = [];
  const other = { ...LAPTOP, id: 'l', lastUsedAt: '2026-03-04T09:00:00.000Z' };
  const { page } = await render([LAPTOP, other], (question) => {
    asked.push(question);
    return Promise.resolve(false);
  });
  const buttons = [...page.querySelectorAll<HTMLButtonElement>('li button')];
  for (const button of buttons) button.click();
  expect(asked).toHaveLength(2);
  expect(asked[0]?.text).toContain('2026-03-01T09:00:00.000Z');
  expect(asked[1]?.text).toContain('2026-03-04T09:00:00.000Z');
  // Beside the button it is read out as well.
  const facts = buttons.map(
    (button) => page.querySelector(`#${button.getAttribute('aria-describedby')!}`)?.textContent,
  );
  expect(facts).toEqual([
    expect.stringContaining('2026-03-01T09:00:00.000Z'),
    expect.stringContaining('2026-03-04T09:00:00.000Z'),
  ]);
});
