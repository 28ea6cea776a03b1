import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { Connection } from '../../platform/requests/connection';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Viewport } from '../../platform/viewport';
import { ActivityPage } from './activity-page';

const anEvent = (id: number) => ({
  id,
  type: 'link_created',
  group: 'link',
  at: '2026-01-01T12:00:00Z',
  actor: null,
  link: null,
  detail: {},
});

describe('the place of the keyboard below the log', () => {
  let fixture: ComponentFixture<ActivityPage>;
  const button = (): HTMLElement | null =>
    (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>(':is(.end, sp-failed) button');
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 2; turn++) {
      await new Promise((resolve) => setTimeout(resolve));
      await fixture.whenStable();
    }
  };
  const answer = async (ids: readonly number[], nextBefore: number | null): Promise<void> => {
    const request = TestBed.inject(HttpTestingController).expectOne(({ url }) => url === '/api/admin/audit-events');
    request.flush({ items: ids.map(anEvent), nextBefore });
    await settled();
  };

  beforeEach(async () => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideRouter([]),
        keysForWords({ tn: (key: string) => key }),
        { provide: Connection, useValue: { recovered: signal(0) } },
        { provide: Problems, useValue: { toast: () => undefined } },
        { provide: SessionStore, useValue: { can: () => true, user: () => null } },
      ],
    });
    fixture = TestBed.createComponent(ActivityPage, { inferTagName: true });
    await settled();
    await answer([9, 8], 8);
    button()?.focus();
    button()?.click();
  });

  it('is at the first of the last rows when there are no more', async () => {
    await answer([7, 6], null);
    expect(button()).toBeNull();
    expect(document.activeElement).toBe((fixture.nativeElement as HTMLElement).querySelectorAll('li')[2]);
  });

  it('stays at the button while there are more', async () => {
    await answer([7, 6], 6);
    expect(document.activeElement).toBe(button());
  });

  it('is at the button that tries again where that fails, and where it was when it is pressed', async () => {
    const request = TestBed.inject(HttpTestingController).expectOne(({ url }) => url === '/api/admin/audit-events');
    request.flush(null, { status: 500, statusText: 'Broken' });
    await settled();
    expect(document.activeElement?.closest('sp-failed')).not.toBeNull();
    button()?.click();
    await settled();
    expect(document.activeElement?.closest('.end')).not.toBeNull();
  });
});

it('has its groups in one control on a phone, whose width their names in a row exceed', async () => {
  const phone = signal(false);
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      provideRouter([]),
      keysForWords({ tn: (key: string) => key }),
      { provide: Connection, useValue: { recovered: signal(0) } },
      { provide: Problems, useValue: {} },
      { provide: SessionStore, useValue: { can: () => true } },
      { provide: Viewport, useValue: { phone } },
    ],
  });
  const fixture = TestBed.createComponent(ActivityPage);
  const page = fixture.nativeElement as HTMLElement;
  const choices = (): (string | null)[] => [...page.querySelectorAll('option')].map(({ textContent }) => textContent);
  await fixture.whenStable();
  expect(page.querySelectorAll('input[type=radio]')).toHaveLength(5);
  expect(choices()).toEqual([]);
  phone.set(true);
  await fixture.whenStable();
  expect(page.querySelectorAll('input[type=radio]')).toHaveLength(0);
  const names = ['all', 'link', 'campaign', 'member', 'security'].map((group) => `activity.group.${group}`);
  expect(choices().map((text) => text?.trim())).toEqual(names);
});
