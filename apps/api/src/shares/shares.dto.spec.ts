import { expect, test } from 'vitest';
import type { ApiError } from '../platform/errors/index.js';
import { formProblems, InputPipe } from '../platform/validation/index.js';
import { ReportShareDto, SharedReportDto } from './shares.dto.js';

const ID = '01a2187f-5f57-702d-993f-5a20df4e358a';

test.each([
  [{ type: 'workspace', id: null }, []],
  [{ type: 'workspace' }, []],
  [{ type: 'link', id: ID }, []],
  [{ type: 'link', id: null }, ['subject.id']],
  [{ type: 'campaign', id: 'x' }, ['subject.id']],
])('%j as subject, as an answer names it', async (subject, fields) => {
  const input: unknown = await new InputPipe().transform(
    { subject, expiresAt: 2_000_000_000_000 },
    { type: 'body', metatype: ReportShareDto },
  );
  expect(formProblems(input as object).map(({ field }) => field)).toEqual(fields);
});

test('a period in brackets is refused', async () => {
  const read = new InputPipe().transform({ 'period[]': '7d' }, { type: 'query', metatype: SharedReportDto });
  const fault = await read.catch((error: unknown) => (error as ApiError).details.errors?.[0]?.rule);
  expect(fault).toBe('bracketed_key');
});
