import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { Confirm } from '@signpost/ui/overlay';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { PathSection } from './path-section';

describe('the path of a workspace', () => {
  const confirm = vi.fn(() => Promise.resolve(true));
  let fixture: ComponentFixture<PathSection>;
  const element = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const type = async (prefix: string): Promise<void> => {
    const field = element().querySelector<HTMLInputElement>('[name=linkPrefix]');
    if (!field) throw new Error('no field');
    field.value = prefix;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  };
  const save = async (): Promise<unknown> => {
    element()
      .querySelector('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve));
    const sent = TestBed.inject(HttpTestingController).expectOne({ method: 'PATCH', url: '/api/workspaces' });
    sent.flush({ linkPrefix: null });
    await new Promise((resolve) => setTimeout(resolve));
    await fixture.whenStable();
    return sent.request.body;
  };

  beforeEach(async () => {
    confirm.mockClear();
    const workspace = { linkPrefix: null, shortUrlBase: 'https://go.example' };
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        keysForWords(),
        { provide: Problems, useValue: {} },
        { provide: Confirm, useValue: { ask: confirm } },
        { provide: SessionStore, useValue: { workspace: () => workspace, load: () => Promise.resolve() } },
      ],
    });
    fixture = TestBed.createComponent(PathSection);
    await fixture.whenStable();
  });

  it('stops the former addresses only when that was chosen and meant for this change', async () => {
    await type('team');
    element().querySelector<HTMLInputElement>('[value=replace]')?.click();
    expect(await save()).toEqual({ linkPrefix: 'team', pathMode: 'replace' });
    expect(confirm).toHaveBeenCalledOnce();
    // The next change starts with the harmless mode.
    await type('crew');
    expect(await save()).toEqual({ linkPrefix: 'crew', pathMode: 'preserve' });
    expect(confirm).toHaveBeenCalledOnce();
  });
});
