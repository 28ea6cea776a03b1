import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import type { SavedView } from '@signpost/contracts';
import { Toasts } from '@signpost/ui';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { SessionStore } from '../../../platform/session';
import { readQuery } from './link-query';
import { SavedViews } from './saved-views';

const aView = (name: string, rest: Partial<SavedView> = {}): SavedView => ({
  id: name,
  name,
  query: `q=${name}`,
  shared: false,
  owner: { id: 'me', email: 'me@example.com' },
  ...rest,
});

describe('saved views', () => {
  let fixture: ComponentFixture<SavedViews>;
  const http = (): HttpTestingController => TestBed.inject(HttpTestingController);
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    fixture.detectChanges();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const list = async (...items: SavedView[]): Promise<void> => {
    await settled();
    http().expectOne({ method: 'GET', url: '/api/views' }).flush({ items });
    await settled();
  };
  const openMenu = (): void => (fixture.nativeElement as HTMLElement).querySelector('button')?.click();
  const items = (): string[] =>
    [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent.trim());
  const choose = async (item: string): Promise<void> => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
    found.find(({ textContent }) => textContent.includes(item))?.click();
    await settled();
  };

  const form = (): HTMLFormElement | null => (fixture.nativeElement as HTMLElement).querySelector('form');
  const openForm = async (item: string): Promise<void> => {
    await choose(item);
    await vi.waitFor(() => expect(form()).not.toBeNull());
  };
  const submit = async (name: string): Promise<void> => {
    const box = form()?.querySelector('input');
    if (box) box.value = name;
    form()?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settled();
  };

  beforeEach(async () => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        keysForWords({ tn: (key: string) => key }),
        {
          provide: SessionStore,
          useValue: { user: () => ({ id: 'me' }), session: () => ({ role: 'MEMBER' }), can: () => true },
        },
      ],
    });
    fixture = TestBed.createComponent(SavedViews);
    fixture.componentRef.setInput('query', { ...readQuery({}), q: 'mine' });
    await settled();
  });

  it('are saved on the server as the query of the list', async () => {
    openMenu();
    await list();
    await openForm('links.views.save');
    await submit(' Mine ');
    const request = http().expectOne({ method: 'POST', url: '/api/views' });
    expect(request.request.body).toEqual({ name: 'Mine', query: 'q=mine' });
    request.flush(aView('mine'));
    await settled();
    expect(TestBed.inject(Toasts).toasts()[0]?.text).toBe('links.views.saved');
  });

  it('are changed by those whose they are', async () => {
    const theirs = aView('mine', { shared: true, owner: { id: 'other', email: 'other@example.com' } });
    openMenu();
    await list(theirs);
    expect(items()).toEqual(['links.views.all', 'mine']);
  });

  it('of the same name are told apart by their owners', async () => {
    const theirs = aView('mine', { id: 'theirs', shared: true, owner: { id: 'other', email: 'other@example.com' } });
    openMenu();
    await list(aView('mine'), aView('other'), theirs);
    const names = ['mine (me@example.com)', 'mine (other@example.com)', 'other'];
    expect(items()).toEqual(expect.arrayContaining(names));
  });

  it('are renamed, and back again', async () => {
    openMenu();
    await list(aView('mine'));
    await openForm('links.views.rename');
    expect(form()?.querySelector('input')?.value).toBe('mine');
    await submit(' Ours ');
    const renamed = http().expectOne({ method: 'PATCH', url: '/api/views/mine' });
    expect(renamed.request.body).toEqual({ name: 'Ours' });
    renamed.flush(aView('mine', { name: 'Ours' }));
    await list(aView('mine', { name: 'Ours' }));
    expect(form()).toBeNull();
    TestBed.inject(Toasts).undoNewest();
    expect(http().expectOne({ method: 'PATCH', url: '/api/views/mine' }).request.body).toEqual({ name: 'mine' });
  });

  it.each([
    ['a blank name', '  ', 'ui.required'],
    ['the name of another view of the same owner', 'OTHER', 'links.views.taken'],
  ])('keep their names instead of %s', async (_, name, message) => {
    const theirs = { id: 'theirs', shared: true, owner: { id: 'another', email: 'another@example.com' } };
    openMenu();
    await list(aView('mine'), aView('other'), aView('third', theirs));
    await openForm('links.views.rename');
    await submit(name);
    expect(form()?.textContent).toContain(message);
    await submit('third');
    http().expectOne({ method: 'PATCH', url: '/api/views/mine' });
  });

  it('stay in their form when the server refuses the name, which is told there', async () => {
    openMenu();
    await list(aView('mine'));
    await openForm('links.views.rename');
    await submit('ours');
    http()
      .expectOne({ method: 'PATCH', url: '/api/views/mine' })
      .flush({ code: 'view_not_found', message: 'There is no such view.' }, { status: 404, statusText: 'Gone' });
    await list();
    expect(form()?.querySelector('[role=alert]')?.textContent).toContain('view_not_found');
  });

  it('come back when they are forgotten by mistake', async () => {
    openMenu();
    await list(aView('mine'));
    await choose('links.views.forget');
    http().expectOne({ method: 'DELETE', url: '/api/views/mine' }).flush({ ok: true });
    await list();
    TestBed.inject(Toasts).undoNewest();
    const { request } = http().expectOne({ method: 'POST', url: '/api/views' });
    expect(request.body).toEqual({ name: 'mine', query: 'q=mine' });
  });
});
