import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import type { Member } from '@signpost/contracts';
import { Toasts } from '@signpost/ui/toasts';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { SessionStore } from '../../platform/session';
import { MemberTable } from './member-table';

const MEMBER = {
  userId: 'u',
  email: 'max@example.com',
  role: 'MEMBER',
  isActive: true,
  createdAt: '2026-01-01T00:00:00Z',
} as unknown as Member;

describe('the role of a member', () => {
  async function chosen() {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: I18n, useValue: { t: (key: string) => key, date: String } },
        { provide: Problems, useValue: { toast: () => undefined } },
        { provide: SessionStore, useValue: { can: () => true, user: () => null } },
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
    return { select, request, settled };
  }

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
