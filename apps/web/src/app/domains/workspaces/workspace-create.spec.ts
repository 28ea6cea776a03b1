import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { HostStore } from '../../platform/host';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { WorkspaceCreate } from './workspace-create';

describe('the address of a new workspace', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['is checked after a pause in typing', false, 1],
    ['is not checked once the page is left', true, 0],
  ])('%s', async (_, isLeft, requests) => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideRouter([]),
        keysForWords(),
        { provide: Problems, useValue: {} },
        { provide: HostStore, useValue: { context: () => null, load: () => Promise.resolve() } },
        { provide: SessionStore, useValue: { user: () => ({ verified: true }), workspace: () => null } },
      ],
    });
    const fixture = TestBed.createComponent(WorkspaceCreate);
    fixture.detectChanges();
    const field = (fixture.nativeElement as HTMLElement).querySelector('input');
    if (!field) throw new Error('no field');
    field.value = 'Nordwind';
    field.dispatchEvent(new Event('input'));
    TestBed.tick();
    if (isLeft) fixture.destroy();
    await vi.runAllTimersAsync();
    TestBed.tick();
    const sent = TestBed.inject(HttpTestingController).match(({ url }) => url === '/api/workspaces/slug-available');
    expect(sent).toHaveLength(requests);
  });
});
