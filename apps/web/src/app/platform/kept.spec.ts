import { HttpErrorResponse } from '@angular/common/http';
import { Resource, ResourceStatus, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { kept } from './kept';

interface State {
  readonly status: ResourceStatus;
  readonly value?: string;
  readonly error?: Error;
}

const failure = (status: number, code?: string): State => {
  const refusal = new HttpErrorResponse({ status, error: code === undefined ? null : { code, message: '' } });
  return { status: 'error', error: new Error('', { cause: refusal }) };
};

describe('the kept value of a resource', () => {
  const first: State = { status: 'resolved', value: 'first' };
  const again: State = { status: 'reloading', value: 'first' };
  const next: State = { status: 'loading' };
  const state = signal<State>(first);
  const key = signal('');

  /** What is shown after each of these states. */
  function shown(states: readonly State[]): (string | undefined)[] {
    const resource = {
      hasValue: () => state().value !== undefined,
      value: () => state().value,
      status: () => state().status,
      error: () => state().error,
    } as unknown as Resource<string | undefined>;
    const value = TestBed.runInInjectionContext(() => kept(resource, key));
    return states.map((one) => {
      state.set(one);
      return value();
    });
  }

  beforeEach(() => key.set(''));

  it.each<[string, readonly State[], (string | undefined)[]]>([
    ['stays while the next one loads', [first, next], ['first', 'first']],
    ['is gone when that could not be loaded', [first, next, failure(0)], ['first', 'first', undefined]],
    ['stays while the server is away', [first, again, failure(0), next], ['first', 'first', 'first', 'first']],
    ['stays behind a proxy without a server', [first, again, failure(502)], ['first', 'first', 'first']],
    ['stays without a database', [first, again, failure(503, 'database_unavailable')], ['first', 'first', 'first']],
    [
      'stays under unsaved input without a session',
      [first, next, failure(401, 'unauthenticated')],
      ['first', 'first', 'first'],
    ],
    ['is gone with its record', [first, again, failure(404, 'link_not_found')], ['first', 'first', undefined]],
    ['is gone where it may not be read any more', [first, again, failure(403)], ['first', 'first', undefined]],
  ])('%s', (_, states, values) => {
    expect(shown(states)).toEqual(values);
  });

  it('is gone for another key', () => {
    expect(shown([first])).toEqual(['first']);
    const [before] = shown([first]);
    key.set('other');
    expect([before, ...shown([next])]).toEqual(['first', undefined]);
  });
});
