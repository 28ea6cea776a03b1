import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting, TestRequest } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { LIMITS } from '@signpost/contracts';
import { Toasts } from '@signpost/ui';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { SessionStore } from '../../../platform/session';
import { LinkActions } from './link-actions';
import { LinkAddresses } from './link-addresses';
import { LinkContext } from './link-context';
import { aLink } from '../../../platform/link.fixtures';

const withAliases = (aliases: string[]) => aLink('l', { slug: 'main', shortUrl: 'http://go.example/main', aliases });
const BROKEN = { status: 500, statusText: 'Broken' };

describe('the addresses of a link', () => {
  const link = signal(withAliases(['old']));
  let fixture: ComponentFixture<LinkAddresses>;
  const element = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const toasts = (): string[] =>
    TestBed.inject(Toasts)
      .toasts()
      .map(({ text }) => text);
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    await fixture.whenStable();
  };
  const revoke = (): void => element().querySelector<HTMLElement>('[aria-label="link.addresses.revoke"]')?.click();
  const type = (text: string): HTMLInputElement => {
    const field = element().querySelector('input');
    if (!field) throw new Error('no field');
    field.value = text;
    field.dispatchEvent(new Event('input'));
    return field;
  };
  const requests = (method: string): TestRequest[] =>
    TestBed.inject(HttpTestingController).match((request) => request.method === method);

  beforeEach(async () => {
    link.set(withAliases(['old']));
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        keysForWords(),
        { provide: SessionStore, useValue: { can: () => true } },
        { provide: LinkContext, useValue: { link } },
        { provide: LinkActions, useValue: { touched: () => undefined } },
      ],
    });
    fixture = TestBed.createComponent(LinkAddresses);
    await fixture.whenStable();
  });

  it('ignores further clicks on an address that is being revoked, or is revoked and still listed', async () => {
    revoke();
    revoke();
    const [first, ...others] = requests('DELETE');
    expect(others).toHaveLength(0);
    first?.flush({});
    await settled();
    revoke();
    expect(requests('DELETE')).toHaveLength(0);
    // The address was taken back, and may be revoked again.
    link.set(withAliases([]));
    await settled();
    link.set(withAliases(['old']));
    await settled();
    revoke();
    expect(requests('DELETE')).toHaveLength(1);
  });

  it('says that a revocation is taken back, and lets the address be revoked again', async () => {
    revoke();
    requests('DELETE')[0]?.flush({});
    await settled();
    TestBed.inject(Toasts).undoNewest();
    requests('POST')[0]?.flush({});
    await settled();
    expect(toasts()).toEqual(['ui.undone']);
    // The list was not reloaded: the address was never removed from it.
    revoke();
    expect(requests('DELETE')).toHaveLength(1);
  });

  it.each([
    [LIMITS.aliasesPerLink - 1, false],
    [LIMITS.aliasesPerLink, true],
  ])('takes no more than a link may have: with %i of them', async (count, isFull) => {
    link.set(withAliases(Array.from({ length: count }, (_, n) => `old-${n}`)));
    type('another');
    await settled();
    expect(element().querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(isFull);
  });

  it('lets one be revoked again when that has failed', async () => {
    revoke();
    requests('DELETE')[0]?.flush(null, BROKEN);
    await settled();
    revoke();
    expect(requests('DELETE')).toHaveLength(1);
  });

  it('tells once what went wrong: above the form', async () => {
    type('another').form?.dispatchEvent(new Event('submit'));
    requests('POST')[0]?.flush({ code: 'broken', message: 'Broken' }, BROKEN);
    await settled();
    expect(element().querySelector('app-form-failure')?.textContent).toContain('errors.broken');
    expect(toasts()).toEqual([]);
  });
});
