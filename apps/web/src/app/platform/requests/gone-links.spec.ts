import { HttpClient, httpResource, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { goneLinksInterceptor, readWhenGone } from './gone-links';

const REFUSED = { status: 404, statusText: 'Not Found' };

async function arrange() {
  TestBed.configureTestingModule({
    providers: [provideHttpClient(withInterceptors([goneLinksInterceptor])), provideHttpClientTesting()],
  });
  const http = TestBed.inject(HttpTestingController);
  const shown = TestBed.runInInjectionContext(() => {
    const resource = httpResource(() => '/api/links/l');
    readWhenGone(resource);
    return resource;
  });
  TestBed.tick();
  http.expectOne('/api/links/l').flush({ id: 'l' });
  await Promise.resolve();
  TestBed.tick();
  const refuse = (code: string): void => {
    TestBed.inject(HttpClient)
      .patch('/api/links/l', {})
      .subscribe({ error: () => undefined });
    http.expectOne({ method: 'PATCH' }).flush({ code, message: '' }, REFUSED);
    TestBed.tick();
  };
  return { http, shown, refuse };
}

describe('a link that somebody else has deleted', () => {
  it('is read again by what shows it as soon as any request says so, and only once', async () => {
    const { http, shown, refuse } = await arrange();
    expect(shown.status()).toBe('resolved');
    refuse('link_not_found');
    http.expectOne('/api/links/l').flush({ code: 'link_not_found', message: '' }, REFUSED);
    await Promise.resolve();
    TestBed.tick();
    expect(shown.status()).toBe('error');
    http.verify();
  });

  it('is not looked for where something else is missing', async () => {
    const { http, refuse } = await arrange();
    refuse('alias_not_found');
    http.verify();
  });
});
