import { TestBed } from '@angular/core/testing';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { ResendButton } from './resend-button';

describe('sending the mail again', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function show(resend: () => Promise<unknown>) {
    TestBed.configureTestingModule({
      providers: [
        keysForWords(),
        { provide: AuthApi, useValue: { resend, mail: () => true } },
        { provide: SessionStore, useValue: {} },
        { provide: Problems, useValue: { text: () => 'refused' } },
      ],
    });
    const fixture = TestBed.createComponent(ResendButton);
    fixture.componentRef.setInput('email', 'ann@example.com');
    const element = fixture.nativeElement as HTMLElement;
    const after = async (ms: number): Promise<string> => {
      await vi.advanceTimersByTimeAsync(ms);
      fixture.detectChanges();
      return element.textContent.replace(/\s+/g, ' ').trim();
    };
    const press = (): Promise<string> => {
      element.querySelector('button')?.click();
      return after(0);
    };
    fixture.detectChanges();
    return { after, press };
  }

  it('waits until the last one may have arrived, and says how long', async () => {
    const resend = vi.fn(() => Promise.resolve({}));
    const { after, press } = show(resend);
    const message = await press();
    expect(message).toContain('auth.resend.done');
    expect(message).toContain('shell.resendIn 30');
    expect(await after(10_000)).toContain('shell.resendIn 20');
    await press();
    expect(resend).toHaveBeenCalledOnce();
    expect(await after(20_000)).toBe('auth.resend.action auth.resend.done');
    await press();
    expect(resend).toHaveBeenCalledTimes(2);
  });

  it('may be tried again at once where it was refused', async () => {
    const resend = vi.fn(() => Promise.reject(new Error('refused')));
    const { press } = show(resend);
    expect(await press()).toBe('auth.resend.action refused');
    await press();
    expect(resend).toHaveBeenCalledTimes(2);
  });
});
