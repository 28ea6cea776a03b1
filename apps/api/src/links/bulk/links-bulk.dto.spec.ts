import { expect, test } from 'vitest';
import type { ApiError } from '../../platform/errors/index.js';
import { InputPipe } from '../../platform/validation/index.js';
import { BulkDto, BulkUpdateDto } from './links-bulk.dto.js';

/** Refused fields with their rules. */
async function refused(metatype: typeof BulkDto | typeof BulkUpdateDto, body: object): Promise<unknown> {
  return new InputPipe().transform(body, { type: 'body', metatype }).then(
    () => null,
    (error: unknown) => (error as ApiError).details.errors?.map(({ field, rule }) => `${field}: ${rule ?? ''}`),
  );
}

test.each([
  [[9_007_199_254_740_992], {}, ['selection: not_object', 'changes: fields_needed']],
  [[[1]], [[]], ['selection: not_object', 'changes: not_object']],
  [{ filter: null }, null, ['selection.filter: not_object', 'changes: not_object']],
  [{ filter: [1] }, { archived: true }, ['selection.filter: not_object']],
  [{ ids: ['a'] }, { archived: true }, null],
])('a selection %j with changes %j is validated, whatever it is', async (selection, changes, problems) => {
  expect(await refused(BulkUpdateDto, { selection, changes })).toEqual(problems);
});

test('the selection of an action is validated too', async () => {
  expect(await refused(BulkDto, { selection: [null], action: 'archive' })).toEqual(['selection: not_object']);
});

test.each([
  [{ tags: [] }, ['selection.filter.tags: empty_filter']],
  [{ tags: ',' }, ['selection.filter.tags: empty_filter']],
  [{ tags: 'a,b' }, ['selection.filter.tags: not_list']],
  [
    { status: '', minClicks: ' ' },
    ['selection.filter.status: empty_filter', 'selection.filter.minClicks: empty_filter'],
  ],
  [
    { archived: '\u200b', createdFrom: '' },
    ['selection.filter.archived: empty_filter', 'selection.filter.createdFrom: empty_filter'],
  ],
  [
    { status: null, q: '', foo: null },
    ['selection.filter.foo: unknown_field', 'selection.filter.status: empty_filter'],
  ],
  [{ 'tags[]': ['a'], 'q[0]': 'a' }, ['selection.filter.tags: bracketed_key', 'selection.filter.q: bracketed_key']],
  [{ 'foo[]': 'a' }, ['selection.filter.foo[]: unknown_field']],
  [{}, null],
])('a lost filter %j is refused as in a query', async (filter, problems) => {
  expect(await refused(BulkDto, { selection: { filter }, action: 'archive' })).toEqual(problems);
});
