import { HttpErrorResponse, HttpHeaders } from '@angular/common/http';
import { TestBed } from '@angular/core/testing';
import { FormModel } from '@signpost/ui/forms';
import { Toasts } from '@signpost/ui/toasts';
import de from '../../i18n/de.json';
import en from '../../i18n/en.json';
import { EndedSession } from '../ended-session';
import { I18n } from '../words/i18n';
import { returnTo } from '../session';
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
      errors: [{ field: 'title', message: 'Too long.' }],
      retryAfter: 7,
    });
  });

  it('takes a server that does not answer as offline', () => {
    expect(toProblem(new HttpErrorResponse({ status: 0 })).code).toBe('offline');
  });

  it.each([
    [413, 'payload_too_large'],
    [429, 'rate_limited'],
    [502, 'offline'],
    [503, 'offline'],
    [504, 'offline'],
    [500, 'unknown'],
  ])('knows by its status what a proxy refuses: %i', (status, code) => {
    expect(toProblem(new HttpErrorResponse({ status, error: '<html>' })).code).toBe(code);
  });

  it('survives anything thrown', () => {
    expect(toProblem('what').status).toBe(-1);
  });
});

describe('a refusal', () => {
  const refused = (body: object): HttpErrorResponse =>
    new HttpErrorResponse({ status: 422, error: { message: '', ...body } });

  beforeEach(() => {
    const t = (key: string): string => `words of ${key}`;
    const tn = (key: string, count: number): string => `${key} ${count}`;
    const i18n = { known: t, t, tn, language: () => 'en', number: String };
    TestBed.configureTestingModule({ providers: [{ provide: I18n, useValue: i18n }] });
  });

  it.each([
    ['slug_taken', 'words of errors.slug_taken'],
    ['file_invalid', 'Row 7 has a quote too many.'],
    ['unsupported_media_type', 'Row 7 has a quote too many.'],
  ])('is said by its code, and what is wrong with a file by the server: %s', (code, text) => {
    expect(
      TestBed.inject(Problems).message(
        refused({ code, errors: [{ field: 'file', message: 'Row 7 has a quote too many.' }] }),
      ),
    ).toBe(text);
  });

  it.each([
    ['7', 'errors.rateLimited 7'],
    ['120', 'errors.rateLimited 120'],
    ['3541', 'errors.rateLimitedMinutes 60'],
  ])('says how long to wait in a unit that can be read: %s s', (seconds, text) => {
    const tooMany = new HttpErrorResponse({ status: 429, headers: new HttpHeaders({ 'Retry-After': seconds }) });
    expect(TestBed.inject(Problems).message(tooMany)).toBe(text);
  });

  it.each([
    [
      'says in a toast where to sign in, when the page stays, as under an open dialog',
      true,
      'words of shell.signInTab',
    ],
    ['leaves it to the sign-in page, when that comes next', false, undefined],
  ])('%s', (_, stays, label) => {
    TestBed.overrideProvider(EndedSession, { useValue: { stays: () => stays } });
    TestBed.inject(Problems).toast(refused({ code: 'unauthenticated' }));
    const [toast] = TestBed.inject(Toasts).toasts();
    expect(toast?.actionLabel).toBe(label);
    expect(toast === undefined).toBe(!stays);
  });

  it('stands on the fields that the form has, rules by country and system among them, and above it what is left', () => {
    const form = new FormModel({ title: '' });
    const errors = ['title', 'targeting.country.DE', 'elsewhere', ''].map((field) => ({ field, message: 'No.' }));
    TestBed.inject(Problems).intoForm(refused({ code: 'validation_failed', errors }), form);
    expect([form.error('title'), form.error('targeting.country.DE')]).toEqual(['No.', 'No.']);
    expect(form.failure()).toBe('elsewhere: No. No.');
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
