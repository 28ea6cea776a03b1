import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { SessionStore } from '../../platform/session';
import { LinkContext } from './link-context';
import { LinkHistory } from './link-history';
import { Lookups } from './lookups';

it('the history of a link takes a double press for one', async () => {
  TestBed.configureTestingModule({
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      {
        provide: I18n,
        useValue: { t: (key: string) => key, known: (key: string) => key, dateTime: String, relative: String },
      },
      { provide: Problems, useValue: { toast: () => undefined } },
      { provide: SessionStore, useValue: { can: () => true } },
      { provide: LinkContext, useValue: { id: signal('l') } },
      { provide: Lookups, useValue: { want: () => undefined } },
    ],
  });
  const fixture = TestBed.createComponent(LinkHistory);
  const http = TestBed.inject(HttpTestingController);
  fixture.detectChanges();
  const change = { field: 'title', from: 'before', to: 'after' };
  http
    .expectOne('/api/links/l/history')
    .flush({ items: [{ id: 'h', action: 'updated', actor: null, at: '2026-01-01T00:00:00Z', changes: [change] }] });
  await new Promise((resolve) => setTimeout(resolve));
  fixture.detectChanges();
  const button = (fixture.nativeElement as HTMLElement).querySelector('button');
  button?.click();
  button?.click();
  expect(http.match(({ method }) => method === 'POST')).toHaveLength(1);
});
