import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { SessionStore } from '../../platform/session';
import { Trash } from './trash';

const LINK = { id: 'a', slug: 'a', shortUrl: 'http://example.com/a', destinationUrl: 'https://example.com/' };

describe('the trash', () => {
  async function open() {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideRouter([]),
        { provide: I18n, useValue: { t: (key: string) => key, number: String, locale: () => 'en' } },
        { provide: Problems, useValue: { toast: () => undefined } },
        { provide: SessionStore, useValue: { can: () => true } },
      ],
    });
    const fixture = TestBed.createComponent(Trash);
    const element = fixture.nativeElement as HTMLElement;
    const main = document.createElement('main');
    main.tabIndex = -1;
    document.body.append(main, element);
    const http = TestBed.inject(HttpTestingController);
    const settled = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve));
      fixture.detectChanges();
      await new Promise((resolve) => setTimeout(resolve));
    };
    const list = async (items: unknown[]): Promise<void> => {
      http.expectOne(({ url }) => url === '/api/links').flush({ items, page: 1, perPage: 20, total: items.length });
      await settled();
    };
    fixture.detectChanges();
    await list([LINK]);
    const button = [...element.querySelectorAll('button')].find(({ textContent }) => textContent.includes('restore'));
    if (!button) throw new Error('no button');
    button.focus();
    const sent = () => http.match(({ method }) => method === 'POST');
    return { button, main, sent, list, settled };
  }

  afterEach(() => document.querySelector('main')?.remove());

  it('takes a double press for one, until the list has come again', async () => {
    const { button, main, sent, list, settled } = await open();
    button.click();
    button.click();
    const [request, ...others] = sent();
    expect(others).toEqual([]);
    request?.flush(null);
    await settled();
    button.click();
    expect(sent()).toEqual([]);
    await list([]);
    // The button has gone with its row.
    expect(document.activeElement).toBe(main);
  });

  it('takes the next press after a refusal', async () => {
    const { button, sent, settled } = await open();
    button.click();
    sent()[0]?.flush(null, { status: 500, statusText: 'Broken' });
    await settled();
    button.click();
    expect(sent()).toHaveLength(1);
  });
});
