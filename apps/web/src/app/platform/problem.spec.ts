import { HttpErrorResponse, HttpHeaders } from '@angular/common/http';
import { returnTo } from './session';
import { toProblem } from './problem';

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
