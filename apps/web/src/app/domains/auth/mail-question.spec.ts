import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Type } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { RouteTitles } from '../../platform/navigation/navigation';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { ChangeEmail } from './change-email';
import { VerifyEmail } from './verify-email';

/** The title of the page, as the last notice has set it. */
let title = '';

async function open<T>(page: Type<T>): Promise<ComponentFixture<T>> {
  title = '';
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      provideRouter([]),
      // As in the browser, no date is an error.
      keysForWords({ dateTime: (at: string) => new Date(at).toISOString() }),
      { provide: RouteTitles, useValue: { set: (text: string) => (title = text) } },
      { provide: Problems, useValue: { text: () => 'it failed' } },
      { provide: SessionStore, useValue: { user: () => null, load: () => Promise.resolve() } },
    ],
  });
  const fixture = TestBed.createComponent(page);
  fixture.componentRef.setInput('token', 'abc');
  await fixture.whenStable();
  return fixture;
}

const wait = async (fixture: ComponentFixture<unknown>): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve));
  await fixture.whenStable();
};

const inspected = {
  email: 'a@example.com',
  createdAt: '2026-01-01T00:00:00Z',
  from: 'a@example.com',
  to: 'b@example.com',
  side: 'new',
};

describe.each([
  ['auth.verify', VerifyEmail, '/api/auth/verify/inspect', '/api/auth/verify'],
  ['auth.changeEmail', ChangeEmail, '/api/auth/email-change/inspect', '/api/auth/email-change/confirm'],
] as const)('the question of a mail, %s', (words, page, inspect, answer) => {
  it.each([
    [0, { token: 'abc' }, 'doneHeading'],
    [1, { token: 'abc', reject: true }, 'rejectedHeading'],
  ])('does nothing until it is answered, and has the result for its title: button %d', async (index, body, heading) => {
    const fixture = await open<unknown>(page);
    const http = TestBed.inject(HttpTestingController);
    const element = fixture.nativeElement as HTMLElement;
    http.expectOne(inspect).flush(inspected);
    await wait(fixture);
    expect(title).toBe(`${words}.askHeading`);
    http.verify();
    element.querySelectorAll('button')[index]?.click();
    const sent = http.expectOne(answer);
    expect(sent.request.body).toEqual(body);
    sent.flush({ ok: true, changed: true });
    await wait(fixture);
    expect(element.querySelector('h1')?.textContent).toBe(`${words}.${heading}`);
    expect(title).toBe(`${words}.${heading}`);
  });

  it('can be asked again after a failure, and says of a used token that it is spent', async () => {
    const fixture = await open<unknown>(page);
    const http = TestBed.inject(HttpTestingController);
    const element = fixture.nativeElement as HTMLElement;
    http.expectOne(inspect).flush(null, { status: 503, statusText: '' });
    await wait(fixture);
    expect(element.textContent).toContain('it failed');
    element.querySelector('button')?.click();
    http.expectOne(inspect).flush({ code: 'token_invalid', message: '' }, { status: 400, statusText: '' });
    await wait(fixture);
    expect(title).toBe(`${words}.spentHeading`);
  });
});
