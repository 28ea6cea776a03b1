import { createHash } from 'node:crypto';
import { CSV_COLUMNS } from '@signpost/contracts';
import { describe, expect, test } from 'vitest';
import { importAll, preview, statuses, wholeImport } from '../support/imports.js';
import { aSite, fieldsOf } from '../support/site.js';

const site = aSite();
const MEGABYTE = 1_048_576;

describe('import', () => {
  test('a preview tells rows, errors and unknown columns and makes nothing', async () => {
    const csv = [
      '\uFEFFTitle , DESTINATION_URL,tags,starts_at,Colour',
      'One,example.com/1,a|b,2026-01-01T00:00:00Z,red',
      '"Two, with\nlines and ""quotes""",https://example.com/2,,,',
      '',
      'Three,ftp://example.com,,yesterday,',
    ].join('\r\n');
    const { status, body } = await preview(site.owner, csv);
    expect(status).toBe(200);
    expect(body).toEqual({
      importId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      fileHash: createHash('sha256').update(csv).digest('hex'),
      rowCount: 3,
      unknownColumns: ['Colour'],
      rows: [
        {
          row: 1,
          values: { title: 'One', destination_url: 'example.com/1', tags: 'a|b', starts_at: '2026-01-01T00:00:00Z' },
          errors: [],
        },
        {
          row: 2,
          values: {
            title: 'Two, with\nlines and "quotes"',
            destination_url: 'https://example.com/2',
            tags: '',
            starts_at: '',
          },
          errors: [{ field: 'title', message: expect.any(String), rule: 'control_characters' }],
        },
        {
          row: 3,
          values: { title: 'Three', destination_url: 'ftp://example.com', tags: '', starts_at: 'yesterday' },
          errors: [
            { field: 'starts_at', message: expect.any(String), rule: 'not_instant' },
            { field: 'destination_url', message: expect.any(String), rule: 'url_scheme' },
          ],
        },
      ],
    });
    expect((await preview(site.owner, csv)).body.importId).toBe(body.importId);
    expect((await site.owner.get('/api/links')).body.total).toBe(0);
  });

  test('a NUL is an error of its cell in every column, and keeps no other row from being read', async () => {
    const cellsOf = (column: string) =>
      CSV_COLUMNS.map((one) => (one === column ? 'a\0b' : one === 'destination_url' ? 'example.com/nul' : ''));
    const lines = [CSV_COLUMNS, ...CSV_COLUMNS.map(cellsOf)].map((cells) => cells.join(','));
    const { status, body } = await preview(site.owner, `${lines.join('\n')}\n`);
    expect(status).toBe(200);
    const fields = body.rows.map(({ errors }: { errors: { field: string }[] }) => errors.map(({ field }) => field));
    expect(fields).toEqual(CSV_COLUMNS.map((column) => [column]));
  });

  test('a file that is looked at again after its import does not stand in its own way', async () => {
    const csv = 'destination_url,slug\nexample.com/own,its-own-address\n';
    await importAll(site.owner, csv);
    expect((await preview(site.owner, csv)).body.rows[0].errors).toEqual([]);
  });

  test('every column lands in its field', async () => {
    const csv = [
      'slug;destination_url;title;tags;notes;utm_source;utm_medium;utm_campaign;utm_term;utm_content;starts_at;expires_at;scheduled_destination;expiration_destination;limit_destination;maximum_visits;archived',
      'All-Columns;example.com/a;\'=SUM(A1);Ä| b |ä;"line; one\nline two";s;m;c;t;o;2020-01-01T01:00:00+01:00;2020-01-02T00:00:00.500Z;e.com/s;e.com/e;e.com/l;7;TRUE',
    ].join('\n');
    const done = await importAll(site.owner, csv);
    expect(done.body).toEqual({ results: [{ row: 1, status: 'created', linkId: expect.any(String) }] });
    expect((await site.owner.get(`/api/links/${done.body.results[0].linkId}`)).body).toMatchObject({
      slug: 'all-columns',
      destinationUrl: 'https://example.com/a',
      title: '=SUM(A1)',
      notes: 'line; one\nline two',
      utmSource: 's',
      utmMedium: 'm',
      utmCampaign: 'c',
      utmTerm: 't',
      utmContent: 'o',
      startsAt: '2020-01-01T00:00:00.000Z',
      expiresAt: '2020-01-02T00:00:00.500Z',
      scheduledDestination: 'https://e.com/s',
      expirationDestination: 'https://e.com/e',
      limitDestination: 'https://e.com/l',
      maximumVisits: 7,
      archived: true,
      status: 'expired',
    });
  });

  test('a slug conflict overwrites nothing, bad rows are errors, and good rows are made all the same', async () => {
    const link = (await site.owner.post('/api/links', { destinationUrl: 'https://example.com/mine', slug: 'mine' }))
      .body;
    const csv = [
      'slug,destination_url,maximum_visits,archived,starts_at',
      'mine,https://example.com/theirs,,,',
      'twin-row,https://example.com/1,,,',
      'twin-row,https://example.com/2,,,',
      'api,https://example.com,,,',
      ',http://localhost,,,',
      ',https://example.com,0,,',
      ',https://example.com,,maybe,',
      ',https://example.com,,,2026-02-30T00:00:00Z',
      ',https://example.com,,,2026-02-20T00:00:00',
      ',https://example.com/fine,,,',
    ].join('\n');
    const previewed = await preview(site.owner, csv);
    expect(
      previewed.body.rows.map(({ errors }: { errors: { field: string }[] }) => errors.map((error) => error.field)),
    ).toEqual([
      ['slug'],
      [],
      ['slug'],
      ['slug'],
      ['destination_url'],
      ['maximum_visits'],
      ['archived'],
      ['starts_at'],
      ['starts_at'],
      [],
    ]);
    const done = await importAll(site.owner, csv);
    expect(statuses(done)).toEqual([
      'conflict',
      'created',
      'conflict',
      'error',
      'error',
      'error',
      'error',
      'error',
      'error',
      'created',
    ]);
    expect((await site.owner.get(`/api/links/${link.id}`)).body).toEqual(link);
    const again = await importAll(site.owner, csv);
    expect(statuses(again)).toEqual([
      'conflict',
      'already_imported',
      'conflict',
      'error',
      'error',
      'error',
      'error',
      'error',
      'error',
      'already_imported',
    ]);
    expect(again.body.results[1].linkId).toBe(done.body.results[1].linkId);
    const edited = await site.owner.post('/api/links/import', {
      importId: previewed.body.importId,
      fileHash: previewed.body.fileHash,
      rows: [{ row: 3, values: { destination_url: 'https://example.com/2', slug: 'twin-row-2' } }],
    });
    expect(statuses(edited)).toEqual(['created']);
    const events = await site.app.database.query<{ detail: { importId: string; count: number } }>(
      `SELECT detail FROM audit_events WHERE type = 'links_imported' ORDER BY id`,
    );
    expect(events.map(({ detail }) => detail.count).slice(-2)).toEqual([2, 1]);
  });

  test('cells that no column is there for are an error of their row, until they are emptied', async () => {
    const csv = [
      'destination_url,title,',
      'https://example.com/extra-1,One,,',
      'https://example.com/extra-2,Two,,lost,',
      'https://example.com/extra-3,Three,nameless',
      'https://example.com/extra-4',
    ].join('\n');
    const previewed = await preview(site.owner, csv);
    const [trailing, beyond, nameless, short] = previewed.body.rows;
    expect([trailing.errors, short.errors]).toEqual([[], []]);
    expect(beyond).toMatchObject({
      row: 2,
      values: { destination_url: 'https://example.com/extra-2', title: 'Two', extra_cells: 'lost' },
      errors: [{ field: 'extra_cells', message: expect.stringContaining('"lost"') }],
    });
    expect(nameless.errors).toMatchObject([
      { field: 'extra_cells', message: expect.stringContaining('"nameless"'), params: { text: 'nameless' } },
    ]);
    const done = await importAll(site.owner, csv);
    expect(statuses(done)).toEqual(['created', 'error', 'error', 'created']);
    expect(done.body.results[1].error).toContain('extra_cells: The header has no column for "lost".');
    const { importId, fileHash } = previewed.body;
    const rows = [{ row: 2, values: { ...beyond.values, extra_cells: '' } }];
    expect(statuses(await site.owner.post('/api/links/import', { importId, fileHash, rows }))).toEqual(['created']);
  });

  test.each([
    ['nothing in the file', ''],
    ['a header alone', 'destination_url\n'],
    ['no destination_url', 'slug,title\na,b\n'],
    ['a repeated column', 'destination_url,title,Title\nexample.com,a,b\n'],
    ['an open quote', 'destination_url,title\nexample.com,"never closed\n'],
    ['1,001 rows', `destination_url\n${'example.com\n'.repeat(1001)}`],
  ])('%s is refused', async (_, csv) => {
    const { status, body } = await preview(site.owner, csv);
    expect([status, fieldsOf({ body })]).toEqual([422, ['file']]);
  });

  test('a line that tells a spreadsheet its separator is none of the file', async () => {
    const { status, body } = await preview(
      site.owner,
      'sep=;\r\ndestination_url;title\r\nhttps://example.com/;One\r\n',
    );
    expect([status, body.rows[0].values]).toEqual([200, { destination_url: 'https://example.com/', title: 'One' }]);
  });

  test('bytes that are not UTF-8 are refused', async () => {
    const { status, body } = await preview(
      site.owner,
      new Uint8Array([...Buffer.from('destination_url\nexample.com/'), 0xff, 0xfe]),
    );
    expect([status, body.code]).toEqual([422, 'file_invalid']);
  });

  test('a file of 1,048,576 bytes is read, one more is 413', async () => {
    const head = 'destination_url,notes\nexample.com,"';
    const csv = `${head}${'x'.repeat(MEGABYTE - head.length - 1)}"`;
    const exact = await preview(site.owner, csv);
    expect([exact.status, exact.body.rowCount]).toEqual([200, 1]);
    const over = await preview(site.owner, `${csv} `);
    expect([over.status, over.body.code]).toEqual([413, 'file_too_large']);
  });

  test('a missing file is 422, a body that is no form 415', async () => {
    const form = new FormData();
    form.set('other', 'x');
    const missing = await site.owner.request('POST', '/api/links/import/preview', { raw: form });
    expect([missing.status, missing.body.errors[0].field]).toEqual([422, 'file']);
    const json = await site.owner.post('/api/links/import/preview', { file: 'x' });
    expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('an unknown or changed pair of id and hash is refused', async () => {
    const previewed = await preview(site.owner, 'destination_url\nexample.com/pair\n');
    const { importId, fileHash, rows } = wholeImport(previewed);
    for (const body of [
      { importId: '01890000-0000-7000-8000-000000000000', fileHash, rows },
      { importId: 'nonsense', fileHash, rows },
      { importId, fileHash: '0'.repeat(64), rows },
      { importId, fileHash, rows: [{ row: 2, values: { destination_url: 'example.com' } }] },
    ]) {
      const answer = await site.owner.post('/api/links/import', body);
      expect([answer.status, answer.body.code]).toEqual([422, 'import_changed']);
    }
  });

  test.each([
    [[], 'rows'],
    [[{ row: 0, values: {} }], 'rows.0.row'],
    [
      [
        { row: 1, values: {} },
        { row: 1, values: {} },
      ],
      'rows.1.row',
    ],
    [[{ row: 1, values: { colour: 'red' } }], 'rows.0.values.colour'],
    [[{ row: 1, values: { title: 5 } }], 'rows.0.values.title'],
    [[{ row: 1, values: {}, more: 1 }], 'rows.0.more'],
    [['x'], 'rows.0'],
  ])('rows %j are refused at %s', async (rows, field) => {
    const answer = await site.owner.post('/api/links/import', { importId: 'x', fileHash: 'y', rows });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  });

  test('1,000 rows become links in one go', async () => {
    const csv = `destination_url,tags\n${Array.from({ length: 1000 }, (_, n) => `example.com/many/${n},bulk|t${n % 7}`).join('\n')}`;
    const done = await importAll(site.owner, csv);
    expect(new Set(statuses(done))).toEqual(new Set(['created']));
    expect((await site.owner.get('/api/links?tags=bulk')).body.total).toBe(1000);
    // What PostgreSQL does not know to be there, each check of a foreign key would look for in all links.
    const known = `SELECT reltuples >= 1000 AS enough FROM pg_class WHERE oid = 'links'::regclass`;
    expect(await site.app.database.query(known)).toEqual([{ enough: true }]);
    expect(new Set(statuses(await importAll(site.owner, csv)))).toEqual(new Set(['already_imported']));
  });
});
