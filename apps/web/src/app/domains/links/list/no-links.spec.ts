import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { SessionStore } from '../../../platform/session';
import { LinkActions } from '../page/link-actions';
import { NoLinks } from './no-links';

describe('a list of links that is empty', () => {
  async function open(archived: { total: number } | null, permission = 'links.manage') {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: LinkActions, useValue: { changed: () => 0 } },
        keysForWords(),
        { provide: SessionStore, useValue: { can: (wanted: string) => wanted === permission } },
      ],
    });
    const fixture = TestBed.createComponent(NoLinks);
    fixture.detectChanges();
    const request = TestBed.inject(HttpTestingController).expectOne('/api/links?archived=true&perPage=1');
    expect(fixture.nativeElement.querySelector('h2')).toBeNull();
    request.flush(archived, archived ? {} : { status: 503, statusText: 'away' });
    await fixture.whenStable();
    return fixture;
  }

  const heading = ({ nativeElement }: ComponentFixture<NoLinks>): string | undefined =>
    (nativeElement as HTMLElement).querySelector('h2')?.textContent;

  it.each([
    ['there are none yet', { total: 0 }, 'links.manage', 'links.empty.heading'],
    ['the server does not say whether there is an archive', null, 'links.manage', 'links.empty.heading'],
    ['somebody reads what others make', { total: 0 }, 'links.read', 'links.empty.viewerHeading'],
    ['somebody reads what others have archived', { total: 2 }, 'links.read', 'links.empty.archivedHeading'],
  ])('says so where %s', async (_name, archived, permission, text) => {
    expect(heading(await open(archived, permission))).toBe(text);
  });

  it('offers the archive where all links are in it', async () => {
    const fixture = await open({ total: 1 });
    const wanted = vi.fn();
    fixture.componentInstance.archiveWanted.subscribe(wanted);
    expect(heading(fixture)).toBe('links.empty.archivedHeading');
    fixture.nativeElement.querySelector('button').click();
    expect(wanted).toHaveBeenCalledOnce();
  });
});
