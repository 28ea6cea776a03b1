import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting, TestRequest } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { Toasts } from '@signpost/ui/toasts';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { HostStore } from '../../platform/host';
import { RuleWords } from '../../platform/requests/rule-words';
import { SessionStore } from '../../platform/session';
import { DestinationsSection } from './destinations-section';

describe('the allowed hosts of a workspace', () => {
  const done = vi.fn();
  const mails = signal(true);
  let fixture: ComponentFixture<DestinationsSection>;
  const element = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const box = (): HTMLTextAreaElement => {
    const found = element().querySelector('textarea');
    if (!found) throw new Error('no field');
    return found;
  };
  const type = async (hosts: string): Promise<void> => {
    box().value = hosts;
    box().dispatchEvent(new Event('input'));
    await fixture.whenStable();
  };
  const send = (): TestRequest => {
    element().querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    return TestBed.inject(HttpTestingController).expectOne({ method: 'PATCH', url: '/api/workspaces' });
  };
  const settle = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    await fixture.whenStable();
  };

  beforeEach(async () => {
    done.mockClear();
    const workspace = { destinationWatch: true, allowedHosts: ['a.example'] };
    const words = { text: () => 'is no host', isReady: () => true, ready: () => Promise.resolve() };
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        keysForWords(),
        { provide: RuleWords, useValue: words },
        { provide: HostStore, useValue: { context: () => ({ destinationWatch: true }) } },
        { provide: Toasts, useValue: { done } },
        { provide: SessionStore, useValue: { workspace: () => workspace, load: () => Promise.resolve(), mails } },
      ],
    });
    fixture = TestBed.createComponent(DestinationsSection);
    document.body.append(element());
    await fixture.whenStable();
  });

  it('names the line that is wrong, until it changes', async () => {
    await type('a.example, b c.example');
    const request = send();
    expect(request.request.body).toEqual({ allowedHosts: ['a.example', 'b', 'c.example'] });
    const errors = [{ field: 'allowedHosts.1', rule: 'host', message: '' }];
    request.flush({ code: 'validation_failed', message: '', errors }, { status: 422, statusText: '' });
    await settle();
    expect(element().querySelector('sp-field')?.textContent).toContain('b: is no host');
    expect(document.activeElement).toBe(box());
    expect(element().querySelector('app-form-failure')?.textContent.trim()).toBe('');
    await type('a.example, c.example');
    expect(element().textContent).not.toContain('is no host');
  });

  it('promises mails only where the server sends them', async () => {
    expect(element().textContent).toMatch(/watchHint(?!NoMail)/);
    mails.set(false);
    await fixture.whenStable();
    expect(element().textContent).toContain('watchHintNoMail');
    mails.set(true);
  });

  it('shows what was saved, and keeps the focus in the form when its button rests', async () => {
    await type('b.example a.example');
    element().querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
    send().flush({ allowedHosts: ['a.example', 'b.example'] });
    await settle();
    await settle();
    expect(box().value).toBe('a.example\nb.example');
    expect(document.activeElement).toBe(box());
    expect(done).toHaveBeenCalledWith('settings.destinations.saved');
  });
});
