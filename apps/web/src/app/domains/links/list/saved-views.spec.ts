import { ComponentFixture, TestBed } from '@angular/core/testing';
import { Toasts } from '@signpost/ui';
import { I18n } from '../../../platform/i18n';
import { readQuery } from './link-query';
import { SavedViews } from './saved-views';

describe('saved views', () => {
  let fixture: ComponentFixture<SavedViews>;
  const stored = (): string[] =>
    (JSON.parse(localStorage.getItem('signpost.views') ?? '[]') as { name: string }[]).map(({ name }) => name);
  const elsewhere = (...names: string[]): void => {
    localStorage.setItem('signpost.views', JSON.stringify(names.map((name) => ({ name, params: { q: name } }))));
  };
  const said = (): string[] =>
    TestBed.inject(Toasts)
      .toasts()
      .map(({ text }) => text);

  const choose = async (item: string): Promise<void> => {
    (fixture.nativeElement as HTMLElement).querySelector('button')?.click();
    await fixture.whenStable();
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
    items.find(({ textContent }) => textContent.includes(item))?.click();
    await fixture.whenStable();
  };
  const save = async (name: string): Promise<void> => {
    await choose('links.views.save');
    const form = (fixture.nativeElement as HTMLElement).querySelector('form');
    const box = form?.querySelector('input');
    if (box) box.value = name;
    form?.dispatchEvent(new Event('submit', { cancelable: true }));
    await fixture.whenStable();
  };

  beforeEach(async () => {
    localStorage.clear();
    TestBed.configureTestingModule({
      providers: [{ provide: I18n, useValue: { t: (key: string) => key, tn: (key: string) => key } }],
    });
    fixture = TestBed.createComponent(SavedViews);
    fixture.componentRef.setInput('query', { ...readQuery({}), q: 'mine' });
    await fixture.whenStable();
  });

  afterEach(() => {
    localStorage.clear();
  });

  it('stand beside those that another tab has saved meanwhile', async () => {
    elsewhere('theirs');
    await save('mine');
    expect(stored()).toEqual(['theirs', 'mine']);
  });

  it('come back to their place when they are forgotten by mistake, and cost no other', async () => {
    elsewhere('mine', 'second');
    await save('mine');
    elsewhere('mine', 'second');
    await choose('links.views.forget');
    elsewhere('second', 'third');
    TestBed.inject(Toasts).undoNewest();
    expect(said()).toContain('ui.undone');
    expect(stored()).toEqual(['mine', 'second', 'third']);
  });

  it('are refused aloud when there are twenty', async () => {
    const twenty = Array.from({ length: 20 }, (_, n) => `view ${n}`);
    elsewhere(...twenty);
    await save('one more');
    expect(stored()).toEqual(twenty);
    expect(said()).toEqual(['links.views.full']);
    elsewhere(...twenty);
    await save('view 3');
    expect(stored()).toHaveLength(20);
    expect(said()).toContain('links.views.saved');
  });
});
