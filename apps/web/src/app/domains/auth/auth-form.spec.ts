import { Component, signal } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { FormModel } from '@signpost/ui/light';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { AuthApi } from './auth-api';
import { AuthForm, PersonCheck } from './auth-form';
import { EmailField } from './email-field';

@Component({
  imports: [AuthForm, EmailField],
  template: `<app-auth-form heading="Sign in" action="Send" [model]="form" [send]="send">
    <app-email-field [error]="form.error('email')" [(value)]="form.f.email" />
  </app-auth-form>`,
})
class Screen {
  readonly form = new FormModel({ email: 'ann@example.com' });
  readonly sent: { check: PersonCheck; done: PromiseWithResolvers<void> }[] = [];
  readonly send = (check: PersonCheck): Promise<void> => {
    const done = Promise.withResolvers<void>();
    this.sent.push({ check, done });
    return done.promise;
  };
}

function show(): { fixture: ComponentFixture<Screen>; screen: Screen; submit: () => void } {
  TestBed.configureTestingModule({
    providers: [
      keysForWords(),
      { provide: AuthApi, useValue: { siteKey: signal(null) } },
      {
        provide: Problems,
        useValue: { intoForm: (error: Error, form: FormModel<object>) => form.fail({ email: error.message }) },
      },
    ],
  });
  const fixture = TestBed.createComponent(Screen);
  document.body.append(fixture.nativeElement as HTMLElement);
  fixture.detectChanges();
  const form = (fixture.nativeElement as HTMLElement).querySelector('form');
  return {
    fixture,
    screen: fixture.componentInstance,
    submit: () => form?.dispatchEvent(new Event('submit', { cancelable: true })),
  };
}

describe('AuthForm', () => {
  it('begins with the keyboard in its first field', async () => {
    const { fixture } = show();
    await fixture.whenStable();
    expect((document.activeElement as HTMLInputElement | null)?.name).toBe('email');
  });

  it('sends once, however often the button is pressed', async () => {
    const { fixture, screen, submit } = show();
    submit();
    submit();
    expect(screen.sent.map(({ check }) => check)).toEqual([{}]);
    screen.sent[0]?.done.resolve();
    await fixture.whenStable();
    submit();
    expect(screen.sent).toHaveLength(2);
  });

  it('puts a refusal on its field and the focus with it', async () => {
    const { fixture, screen, submit } = show();
    submit();
    screen.sent[0]?.done.reject(new Error('Not this one.'));
    await fixture.whenStable();
    const field = (fixture.nativeElement as HTMLElement).querySelector('input');
    expect((fixture.nativeElement as HTMLElement).textContent).toContain('Not this one.');
    expect(field?.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(screen.form.busy()).toBe(false);
  });
});
