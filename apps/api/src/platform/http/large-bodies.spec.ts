import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { ExecutionContext } from '@nestjs/common';
import { Subject, type Observable } from 'rxjs';
import { expect, test, vi } from 'vitest';
import type { RateLimits } from '../limits/index.js';
import { LargeBodies } from './large-bodies.js';

/** A member's request with a body of 200 kB. */
function aRequest(): ExecutionContext {
  const bytes = Buffer.from(JSON.stringify({ text: 'a'.repeat(200_000) }));
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  const context = { member: {}, client: 'a' };
  const request = Object.assign(Readable.from([bytes]), {
    method: 'POST',
    path: '/api/links/import',
    headers,
    context,
  });
  const http = { getRequest: () => request, getResponse: () => new EventEmitter() };
  return { switchToHttp: () => http } as unknown as ExecutionContext;
}

test('two large bodies are handled at once, the next one when one of them is done', async () => {
  const bodies = new LargeBodies({} as RateLimits);
  const works = Array.from({ length: 3 }, () => new Subject<string>());
  const begun: number[] = [];
  const results = await Promise.all(
    works.map((work, index) => {
      const handle = (): Observable<string> => {
        begun.push(index);
        return work;
      };
      return bodies.intercept(aRequest(), { handle });
    }),
  );
  const answers: unknown[] = [];
  for (const result of results) result.subscribe((answer) => answers.push(answer));
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  const [first = 0, second = 0] = begun;
  works[second]?.next('done');
  works[second]?.complete();
  await vi.waitFor(() => expect(begun).toHaveLength(3));
  for (const index of [first, begun[2] ?? 0]) {
    works[index]?.next('done');
    works[index]?.complete();
  }
  await vi.waitFor(() => expect(answers).toEqual(['done', 'done', 'done']));
});
