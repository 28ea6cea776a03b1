import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { Confirm } from '@signpost/ui/overlay';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { InviteDialog } from './invite-dialog';

const URL = '/api/workspaces/invitations';

describe('inviting people', () => {
  let fixture: ComponentFixture<InviteDialog>;
  let http: HttpTestingController;
  /** The result of each attempt to close the dialog. */
  let closed: (boolean | Promise<boolean>)[];
  const mayClose = (): boolean | Promise<boolean> => fixture.componentInstance.mayClose(undefined);
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    await fixture.whenStable();
  };
  const send = async (addresses: string): Promise<void> => {
    const field = (fixture.nativeElement as HTMLElement).querySelector('textarea');
    if (!field) throw new Error('no field');
    field.value = addresses;
    field.dispatchEvent(new Event('input'));
    field.form?.dispatchEvent(new Event('submit'));
    await settled();
  };

  beforeEach(async () => {
    closed = [];
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: DIALOG_DATA, useValue: signal(0) },
        { provide: DialogRef, useValue: { close: () => closed.push(mayClose()) } },
        keysForWords({ tn: (key: string) => key, known: () => null }),
        { provide: Confirm, useValue: { ask: () => Promise.resolve(false) } },
      ],
    });
    fixture = TestBed.createComponent(InviteDialog);
    http = TestBed.inject(HttpTestingController);
    await fixture.whenStable();
  });

  it('stays while it sends, and closes unasked once everybody is invited', async () => {
    expect(mayClose()).toBe(true);
    await send('one@example.com, two@example.com');
    http.expectOne(URL).flush({});
    await settled();
    expect(await mayClose()).toBe(false);
    http.expectOne(URL).flush({});
    await settled();
    expect(closed).toEqual([true]);
  });

  it.each(['MEMBER', 'VIEWER'])('invites as what is chosen: %s', async (role) => {
    (fixture.nativeElement as HTMLElement).querySelector<HTMLInputElement>(`[type=radio][value=${role}]`)?.click();
    await send('one@example.com');
    expect(http.expectOne(URL).request.body).toEqual({ email: 'one@example.com', role });
  });

  it('names what can be no address when its field is left, until it is right', async () => {
    const page = fixture.nativeElement as HTMLElement;
    const field = page.querySelector('textarea');
    if (!field) throw new Error('no field');
    const leave = async (addresses: string): Promise<string | undefined> => {
      field.value = addresses;
      field.dispatchEvent(new Event('input'));
      field.dispatchEvent(new Event('change'));
      await settled();
      return page.querySelector('sp-field-error p')?.textContent;
    };
    expect(await leave('')).toBeUndefined();
    expect(await leave('abc, one@example.com')).toBe('people.invite.odd');
    expect(await leave('abc@example.com, one@example.com')).toBeUndefined();
  });

  it('asks before it throws away addresses that were not invited', async () => {
    await send('one@example.com, two@example.com');
    http.expectOne(URL).flush({});
    await settled();
    http.expectOne(URL).flush({ code: 'already_member', message: '' }, { status: 409, statusText: 'Conflict' });
    await settled();
    expect(closed).toEqual([]);
    expect(await mayClose()).toBe(false);
  });
});
