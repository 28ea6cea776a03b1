import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { Member } from '@signpost/contracts';
import { Toasts } from '@signpost/ui/toasts';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Viewport } from '../../platform/viewport';
import { MemberTable } from './member-table';

const MEMBER = {
  userId: 'u',
  email: 'max@example.com',
  role: 'MEMBER',
  isActive: true,
  createdAt: '2026-01-01T00:00:00Z',
} as unknown as Member;

describe('the role of a member', () => {
  const phone = signal(false);

  async function chosen() {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        keysForWords(),
        { provide: Problems, useValue: { toast: () => undefined } },
        { provide: SessionStore, useValue: { can: () => true, user: () => null } },
        { provide: Viewport, useValue: { phone } },
      ],
    });
    const fixture = TestBed.createComponent(MemberTable);
    fixture.componentRef.setInput('members', [MEMBER]);
    await fixture.whenStable();
    const select = (fixture.nativeElement as HTMLElement).querySelector('select');
    if (!select) throw new Error('no select');
    select.value = 'VIEWER';
    select.dispatchEvent(new Event('change'));
    await fixture.whenStable();
    const request = TestBed.inject(HttpTestingController).expectOne(({ method }) => method === 'PATCH');
    const settled = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve));
      await fixture.whenStable();
    };
    return { select, request, settled, columns: fixture.nativeElement.querySelectorAll('thead th').length };
  }

  afterEach(() => phone.set(false));

  it.each([
    [false, 'in a column of its own', 'td', 4],
    [true, 'below the address on a phone', 'th', 3],
  ])('is chosen (phone: %s) %s', async (isPhone, _where, cell, count) => {
    phone.set(isPhone);
    const { select, columns } = await chosen();
    expect([select.closest('td, th')?.localName, columns]).toEqual([cell, count]);
  });

  it('goes back on screen when the change is refused', async () => {
    const { select, request, settled } = await chosen();
    request.flush({ code: 'owner_protected', message: '' }, { status: 403, statusText: 'Forbidden' });
    await settled();
    expect(select.value).toBe('MEMBER');
    TestBed.inject(HttpTestingController).verify();
  });

  it('stays as chosen when the change is taken, and says so when that is taken back', async () => {
    const { select, request, settled } = await chosen();
    request.flush({ ...MEMBER, role: 'VIEWER' });
    await settled();
    expect(select.value).toBe('VIEWER');
    const toasts = TestBed.inject(Toasts);
    toasts.undoNewest();
    TestBed.inject(HttpTestingController)
      .expectOne(({ method }) => method === 'PATCH')
      .flush(MEMBER);
    await settled();
    expect(toasts.toasts().map(({ text }) => text)).toEqual(['ui.undone']);
  });
});
