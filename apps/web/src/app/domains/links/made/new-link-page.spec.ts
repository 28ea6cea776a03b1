import { TestBed } from '@angular/core/testing';
import { ActivatedRoute, convertToParamMap, Params, Router } from '@angular/router';
import { Toasts } from '@signpost/ui/toasts';
import { SessionStore } from '../../../platform/session';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { LinkActions } from '../page/link-actions';
import { NewLinkPage } from './new-link-page';

describe('NewLinkPage', () => {
  const create = vi.fn();

  async function open(query: Params, mayManage = true): Promise<void> {
    create.mockReset();
    TestBed.configureTestingModule({
      providers: [
        { provide: ActivatedRoute, useValue: { snapshot: { queryParamMap: convertToParamMap(query) } } },
        { provide: Router, useValue: { navigateByUrl: () => Promise.resolve(true) } },
        { provide: LinkActions, useValue: { create } },
        { provide: SessionStore, useValue: { can: () => mayManage } },
        keysForWords(),
      ],
    });
    TestBed.createComponent(NewLinkPage);
    await Promise.resolve();
  }

  it.each<[string, Params, string, string]>([
    ['the address', { url: 'https://a.example/?b=c#d', title: 'T' }, 'https://a.example/?b=c#d', 'T'],
    ['the first address of the text', { text: 'See (https://a.example/b), and b.example' }, 'https://a.example/b', ''],
    ['the text beside an empty address', { url: '', text: 'https://a.example/' }, 'https://a.example/', ''],
    ['the text where the address is none', { url: 'page', text: 'https://a.example/' }, 'https://a.example/', ''],
    ['what was shared where none of it is an address', { text: 'some words' }, 'some words', ''],
    ['nothing', {}, '', ''],
  ])('fills in %s', async (_, query, destinationUrl, title) => {
    await open(query);
    expect(create.mock.calls).toEqual([[{ destinationUrl, title }]]);
  });

  it('says so where the role does not allow it', async () => {
    await open({ url: 'https://a.example/' }, false);
    expect(create).not.toHaveBeenCalled();
    expect(
      TestBed.inject(Toasts)
        .toasts()
        .map(({ text }) => text),
    ).toEqual(['errors.permission_denied']);
  });
});
