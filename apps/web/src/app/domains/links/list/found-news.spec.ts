import { httpResource, provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Injector, runInInjectionContext, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { LinkPage } from '@signpost/contracts';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { foundNews } from './found-news';

it('says the same number again for other words, and once for another page of them', async () => {
  const tn = (key: string, count: number): string => `${key} ${String(count)}`;
  TestBed.configureTestingModule({
    providers: [provideHttpClient(), provideHttpClientTesting(), keysForWords({ tn })],
  });
  const words = signal('a');
  const page = signal(1);
  const news = runInInjectionContext(TestBed.inject(Injector), () => {
    const links = httpResource<LinkPage>(() => `/api/links?q=${words()}&page=${String(page())}`);
    return foundNews(words, links);
  });
  const answer = async (total: number): Promise<void> => {
    TestBed.tick();
    TestBed.inject(HttpTestingController)
      .expectOne(() => true)
      .flush({ total, items: [] });
    await new Promise((resolve) => setTimeout(resolve));
  };
  expect(news()).toBe('');
  await answer(3);
  expect(news()).toBe('links.found 3');
  page.set(2);
  expect(news()).toBe('links.found 3');
  await answer(3);
  words.set('b');
  expect(news()).toBe('');
  await answer(3);
  expect(news()).toBe('links.found 3');
});
