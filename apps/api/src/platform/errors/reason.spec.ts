import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { reasonOf } from './reason.js';

test('an error for a name with two addresses lists the errors of both', async () => {
  const refused = await new Promise((resolve) => {
    connect({
      host: 'localhost',
      port: 1,
      autoSelectFamily: true,
      lookup: (_host, _options, found) => {
        found(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '127.0.0.2', family: 4 },
        ]);
      },
    }).once('error', resolve);
  });
  expect(reasonOf(refused)).toBe('connect ECONNREFUSED 127.0.0.1:1, connect ECONNREFUSED 127.0.0.2:1');
});

test.each([
  ['an error', new Error('gone'), 'gone'],
  ['several that were given a name', new AggregateError([new Error('a')], 'all failed'), 'all failed'],
  ['what is no error', 'gone', 'gone'],
  ['one of several lines', new Error('550-no\r\n550 \u001b[31mnobody\n'), '550-no 550 [31mnobody'],
])('%s is described by its own text', (_, error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
