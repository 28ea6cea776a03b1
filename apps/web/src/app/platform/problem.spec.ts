import { HttpErrorResponse, HttpHeaders } from '@angular/common/http';
import { TestBed } from '@angular/core/testing';
import de from '../i18n/de.json';
import en from '../i18n/en.json';
import { I18n } from './i18n';
import { returnTo } from './session';
import { Problems, toProblem } from './problem';

describe('toProblem', () => {
  it('reads field errors and the time to wait', () => {
    const error = new HttpErrorResponse({
      status: 422,
      headers: new HttpHeaders({ 'Retry-After': '7' }),
      error: {
        statusCode: 422,
        code: 'validation_failed',
        message: 'm',
        errors: [{ field: 'title', message: 'Too long.' }],
      },
    });
    expect(toProblem(error)).toMatchObject({
      status: 422,
      code: 'validation_failed',
      fields: { title: 'Too long.' },
      retryAfter: 7,
    });
  });

  it('takes a server that does not answer as offline', () => {
    expect(toProblem(new HttpErrorResponse({ status: 0 })).code).toBe('offline');
  });

  it('survives a body that is not ours and anything thrown', () => {
    expect(toProblem(new HttpErrorResponse({ status: 502, error: '<html>' })).code).toBe('unknown');
    expect(toProblem('what').status).toBe(-1);
  });
});

describe('the words for a failure that is not ours, such as that of a proxy', () => {
  it.each([
    ['en', en, 'Your last change may not have been saved.'],
    ['de', de, 'Ihre letzte Änderung ist vielleicht nicht gespeichert.'],
  ] as const)('claim no more than the dashboard can know: %s', (language, { errors }, words) => {
    const known = (key: string): string | null =>
      (errors as Readonly<Record<string, unknown>>)[key.slice('errors.'.length)] as string | null;
    const i18n = { known, t: known, language: () => language, number: String };
    TestBed.configureTestingModule({ providers: [{ provide: I18n, useValue: i18n }] });
    const text = TestBed.inject(Problems).message(new HttpErrorResponse({ status: 502, error: '<html>' }));
    expect(text).toContain(words);
  });
});

describe('returnTo', () => {
  it.each([
    ['/links?q=a', '/links?q=a'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    [null, '/'],
  ])('%s → %s', (path, target) => {
    expect(returnTo(path)).toBe(target);
  });
});
