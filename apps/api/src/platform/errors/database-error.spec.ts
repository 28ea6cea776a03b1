import { describe, expect, test } from 'vitest';
import { databaseError, isDatabaseUnavailable, violates } from './database-error.js';

const withCode = (code: string, message = 'x', constraint?: string) =>
  Object.assign(new Error(message), { code, ...(constraint === undefined ? {} : { constraint }) });

describe('a database that is unavailable', () => {
  test.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a shutdown', withCode('57P01')],
    ['a start that is under way', withCode('57P03')],
    ['a broken connection', withCode('08006')],
    ['no connection left', withCode('53300')],
    ['a disk that cannot be read', withCode('58030')],
    ['a connection that ended while its transaction was idle', withCode('25P03')],
    ['a database that takes no connections', withCode('55000', 'database "x" is not currently accepting connections')],
    ['a pool that waits too long', new Error('timeout exceeded when trying to connect')],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['any of them inside of what TypeORM throws', Object.assign(new Error('x'), { driverError: withCode('57P01') })],
  ])('%s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test.each([
    ['a duplicate', withCode('23505')],
    ['another object that is not ready', withCode('55000', 'currval of sequence "x" is not yet defined')],
    ['a bug', new TypeError('x is undefined')],
    ['nothing', null],
  ])('is not %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

test('a violated constraint is identified by SQLSTATE and name, not by its message', () => {
  const error = Object.assign(new Error('x'), { driverError: withCode('23505', 'duplicate key', 'tags_name_key') });
  expect(violates(error, 'tags_name_key')).toBe(true);
  expect(violates(error, 'users_email_key')).toBe(false);
  for (const code of ['ECONNRESET', 'EPIPE', 'EPERM']) expect(databaseError(withCode(code))).toBeNull();
});
