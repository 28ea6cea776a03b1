import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { RouteTitles } from '../../../platform/navigation/navigation';
import { SessionStore } from '../../../platform/session';
import { LinkActions } from './link-actions';
import { LinkPage } from './link-page';

describe('the page of a link that is not there', () => {
  async function waysFor(permissions: readonly string[]): Promise<(string | null)[]> {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideRouter([]),
        keysForWords(),
        { provide: LinkActions, useValue: { changed: signal(0) } },
        { provide: RouteTitles, useValue: { set: () => undefined } },
        { provide: SessionStore, useValue: { can: (permission: string) => permissions.includes(permission) } },
      ],
    });
    const fixture = TestBed.createComponent(LinkPage);
    fixture.componentRef.setInput('id', 'l');
    fixture.detectChanges();
    TestBed.tick();
    const refusal = { status: 404, statusText: 'Not Found' };
    TestBed.inject(HttpTestingController).expectOne('/api/links/l').flush({ code: 'link_not_found' }, refusal);
    await fixture.whenStable();
    const ways = (fixture.nativeElement as HTMLElement).querySelectorAll('sp-empty a');
    return [...ways].map((way) => way.getAttribute('href'));
  }

  it('leads to the trash that it speaks of', async () => {
    expect(await waysFor(['links.manage'])).toEqual(['/links/trash', '/links']);
  });

  it('does not lead those there who may not see it', async () => {
    expect(await waysFor([])).toEqual(['/links']);
  });
});
