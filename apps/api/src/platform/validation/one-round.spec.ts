import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { expect, test } from 'vitest';
import { BulkDto, BulkUpdateDto } from '../../links/bulk/links-bulk.dto.js';
import { PreviewDto } from '../../links/links.dto.js';
import { LinkListDto } from '../../links/list/links-list.dto.js';
import { ReportShareDto } from '../../shares/shares.dto.js';
import { VerifyPasswordDto } from '../../visitor/visitor.dto.js';
import { UtmPresetsDto } from '../../workspaces/workspaces.dto.js';
import { ApiError } from '../errors/index.js';
import { InputPipe } from './input-pipe.js';
import { formProblems } from './judged-further.js';

async function named(type: 'body' | 'query', metatype: Type, value: unknown): Promise<string[]> {
  const errors = await new InputPipe().transform(value, { type, metatype }).then(
    (input) => formProblems(input as object),
    (error: unknown) =>
      error instanceof ApiError ? (error.details.errors ?? []) : [{ field: 'x', rule: String(error) }],
  );
  return errors.map(({ field, rule }) => `${field} ${rule ?? ''}`).sort();
}

test.each<[string, 'body' | 'query', Type, unknown, string[]]>([
  [
    'a bulk action',
    'body',
    BulkDto,
    { selection: { filter: { tags: '', trashed: 'true', status: 'odd' } }, action: 'tag', campaignId: 5 },
    [
      'campaignId not_text',
      'selection.filter.status one_of',
      'selection.filter.tags empty_filter',
      'selection.filter.trashed trashed_unchangeable',
      'tagId required',
    ],
  ],
  [
    'a bulk change',
    'body',
    BulkUpdateDto,
    { selection: {}, changes: {}, odd: 1 },
    ['changes fields_needed', 'odd unknown_field', 'selection ids_or_filter'],
  ],
  [
    'a bulk change of nothing like one',
    'body',
    BulkUpdateDto,
    { selection: 1 },
    ['changes required', 'selection not_object'],
  ],
  ['a preview', 'body', PreviewDto, { os: 'beos', at: 1_795_737_752 }, ['at milliseconds_expected', 'os one_of']],
  [
    'a password of a link',
    'body',
    VerifyPasswordDto,
    { slug: '', password: 'x', path: '//evil.example' },
    ['path not_path', 'slug required'],
  ],
  [
    'presets',
    'body',
    UtmPresetsDto,
    { items: [{ name: 'A' }, { name: 'a', source: 5 }, null] },
    ['items.1.name preset_name_twice', 'items.1.source not_text', 'items.2 not_object'],
  ],
  [
    'a share',
    'body',
    ReportShareDto,
    { subject: { type: 'link' }, expiresAt: 'soon' },
    ['expiresAt not_milliseconds', 'subject.id required'],
  ],
  ['a list', 'query', LinkListDto, { tags: '', page: '0', odd: 'x' }, ['page too_small', 'tags empty_filter']],
])('%s has all its mistakes named at once', async (_, type, metatype, value, errors) => {
  expect(await named(type, metatype, value)).toEqual(errors);
});
