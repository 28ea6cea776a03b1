import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import type { Link } from '@signpost/contracts';
import { Toasts } from '@signpost/ui';
import { of } from 'rxjs';
import { Dialogs } from '../../../platform/dialogs';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { Problems } from '../../../platform/requests/problem';
import { LinkActions } from './link-actions';
import { aLink } from '../../../platform/link.fixtures';

const GONE = [
  { code: 'link_not_found', message: 'Gone' },
  { status: 404, statusText: 'Not Found' },
] as const;

describe('what is done to a link', () => {
  let actions: LinkActions;
  let http: HttpTestingController;
  const list = [aLink('a'), aLink('b')];
  const shown = (): string[] =>
    actions.asExpected(list, ({ archived }) => !archived).map(({ id, status }) => `${id} ${status}`);

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        keysForWords(),
        { provide: Problems, useValue: { toast: () => undefined } },
      ],
    });
    actions = TestBed.inject(LinkActions);
    http = TestBed.inject(HttpTestingController);
  });

  it('shows before it is answered', () => {
    void actions.pause(list[0] as Link);
    expect(shown()).toEqual(['a disabled', 'b active']);
    void actions.archive(list[0] as Link);
    expect(shown()).toEqual(['b active']);
    void actions.remove(list[1] as Link);
    expect(shown()).toEqual([]);
  });

  it('is taken back when it is refused', async () => {
    const removed = actions.remove(list[0] as Link);
    expect(shown()).toEqual(['b active']);
    http.expectOne('/api/links/a').flush({ code: 'forbidden' }, { status: 403, statusText: 'Forbidden' });
    expect(await removed).toBe(false);
    expect(shown()).toEqual(['a active', 'b active']);
  });

  it('of two changes of one link takes back only what is refused', async () => {
    const archived = actions.archive(list[0] as Link);
    const paused = actions.pause(list[0] as Link);
    http.expectOne('/api/links/a').flush({ code: 'forbidden' }, { status: 403, statusText: 'Forbidden' });
    expect(await archived).toBe(false);
    actions.loaded();
    expect(shown()).toEqual(['a disabled', 'b active']);
    http.expectOne('/api/links/a').flush({});
    expect(await paused).toBe(true);
    actions.loaded();
    expect(shown()).toEqual(['a active', 'b active']);
  });

  it('is sent when what was done to the link before is answered: the last press holds', async () => {
    const [a, b] = list as [Link, Link];
    const done = [actions.pause(a), actions.resume(a), actions.pause(b)];
    http.expectOne('/api/links/b').flush({});
    const first = http.expectOne('/api/links/a');
    expect(first.request.body).toEqual({ isEnabled: false });
    first.flush({});
    await done[0];
    const second = http.expectOne('/api/links/a');
    expect(second.request.body).toEqual({ isEnabled: true });
    second.flush({});
    expect(await Promise.all(done)).toEqual([true, true, true]);
    const last = actions.pause(a);
    http.expectOne('/api/links/a').flush({});
    expect(await last).toBe(true);
  });

  it('stays until a list has loaded again that knows of it', async () => {
    const paused = actions.pause(list[0] as Link);
    actions.loaded();
    expect(shown()).toEqual(['a disabled', 'b active']);
    http.expectOne('/api/links/a').flush({});
    expect(await paused).toBe(true);
    expect(shown()).toEqual(['a disabled', 'b active']);
    actions.loaded();
    expect(shown()).toEqual(['a active', 'b active']);
  });

  it('removes the link from the list when another user has deleted it, and reloads the list', async () => {
    const before = actions.changed();
    const paused = actions.pause(list[0] as Link);
    http.expectOne('/api/links/a').flush(...GONE);
    expect(await paused).toBe(false);
    expect(shown()).toEqual(['b active']);
    expect(actions.changed()).toBe(before + 1);
  });

  it.each([
    ['links.done.isBack', true],
    ['nothing', false],
  ])('after a restoring that found nothing in the trash says %s', async (text, isAlive) => {
    const before = actions.changed();
    const restored = actions.restore(list[0] as Link);
    http.expectOne('/api/links/a/restore').flush(...GONE);
    const looked = await vi.waitFor(() => http.expectOne('/api/links/a'));
    if (isAlive) looked.flush(list[0] as Link);
    else looked.flush(...GONE);
    expect(await restored).toBe(isAlive);
    expect(actions.changed()).toBe(before + 1);
    expect(
      TestBed.inject(Toasts)
        .toasts()
        .map((toast) => toast.text),
    ).toEqual(isAlive ? [text] : []);
  });

  it('opens one editor, however often that is asked for before it has come', async () => {
    const opened = vi.spyOn(TestBed.inject(Dialogs), 'openPanel').mockReturnValue({ closed: of(undefined) } as never);
    await Promise.all([actions.create(), actions.create()]);
    expect(opened).toHaveBeenCalledTimes(1);
    await actions.create();
    expect(opened).toHaveBeenCalledTimes(2);
  });
});
