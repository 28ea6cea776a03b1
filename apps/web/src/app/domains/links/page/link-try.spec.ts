import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { By } from '@angular/platform-browser';
import { Combobox } from '@signpost/ui/forms';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { LinkContext } from './link-context';
import { LinkTry } from './link-try';

it('a result is shown with the requested country until the next one has loaded', async () => {
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      keysForWords({ t: (key: string, params: object = {}) => [key, ...Object.values(params)].join(' ').trim() }),
      { provide: LinkContext, useValue: { link: signal({ id: 'l' }) } },
    ],
  });
  const fixture = TestBed.createComponent(LinkTry);
  const country = fixture.debugElement.query(By.directive(Combobox)).componentInstance as Combobox;
  const why = (): string | undefined => (fixture.nativeElement as HTMLElement).querySelector('.why')?.textContent;
  const settle = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    fixture.detectChanges();
  };
  const answer = async (code: string | null): Promise<void> => {
    await settle();
    const request = TestBed.inject(HttpTestingController).expectOne('/api/links/l/preview');
    expect((request.request.body as { country: string | null }).country).toBe(code);
    request.flush({ kind: 'redirect', rule: code ? 'country' : 'default', destination: null, status: 302 });
    await settle();
  };
  await answer(null);
  country.value.set('DE');
  await answer('DE');
  expect(why()).toBe('link.try.why.country DE');
  country.value.set('FR');
  await settle();
  expect(why()).toBe('link.try.why.country DE');
  await answer('FR');
  expect(why()).toBe('link.try.why.country FR');
});
