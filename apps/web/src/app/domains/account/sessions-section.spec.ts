import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import en from './i18n/en.json';
import { SessionsSection } from './sessions-section';

it.each([
  ['Firefox', 'Windows', 'Firefox on Windows'],
  ['Other', 'Windows', 'Another program on Windows'],
  ['Firefox', 'Other', 'Firefox on another system'],
  ['Other', 'Other', 'An unknown browser'],
])('a browser is named by what is known of it: %s, %s', async (browser, os, name) => {
  const texts = en.account.sessions as Readonly<Record<string, string>>;
  const t = (key: string, params: Readonly<Record<string, string>> = {}): string =>
    (texts[key.split('.').at(-1) ?? ''] ?? key).replace(/\{\{ (\w+) \}\}/g, (_, word: string) => params[word] ?? '');
  TestBed.configureTestingModule({
    providers: [provideHttpClient(), provideHttpClientTesting(), keysForWords({ t })],
  });
  const fixture = TestBed.createComponent(SessionsSection);
  fixture.detectChanges();
  TestBed.inject(HttpTestingController)
    .expectOne('/api/auth/sessions')
    .flush({ items: [{ id: 's', browser, os, current: true, createdAt: '', lastSeenAt: '' }] });
  await new Promise((resolve) => setTimeout(resolve));
  fixture.detectChanges();
  expect((fixture.nativeElement as HTMLElement).querySelector('strong')?.textContent).toBe(name);
});
