import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWNER, setUpOwner, startApp, type ApiAnswer, type ApiClient, type AppProcess } from '@signpost/testing';

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
});
afterAll(() => app.stop());

const MEGABYTE = 1_048_576;
const preview = (csv: string | Uint8Array, caller = owner): Promise<ApiAnswer> =>
  caller.upload('/api/links/import/preview', csv, 'links.csv', 'text/csv');
const rowsOf = (answer: ApiAnswer) =>
  answer.body.rows.map(({ row, values }: { row: number; values: object }) => ({ row, values }));
const importAll = async (csv: string, caller = owner): Promise<ApiAnswer> => {
  const previewed = await preview(csv, caller);
  expect(previewed.status, previewed.text).toBe(200);
  const { importId, fileHash } = previewed.body;
  return caller.post('/api/links/import', { importId, fileHash, rows: rowsOf(previewed) });
};
const statuses = (answer: ApiAnswer) => answer.body.results.map((result: { status: string }) => result.status);

describe('import', () => {
  test('a preview tells rows, errors and unknown columns and makes nothing', async () => {
    const csv = [
      '\uFEFFTitle , DESTINATION_URL,tags,starts_at,Colour',
      'One,example.com/1,a|b,2026-01-01T00:00:00Z,red',
      '"Two, with\nlines and ""quotes""",https://example.com/2,,,',
      '',
      'Three,ftp://example.com,,yesterday,',
    ].join('\r\n');
    const { status, body } = await preview(csv);
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
          errors: [{ field: 'title', message: expect.any(String) }],
        },
        {
          row: 3,
          values: { title: 'Three', destination_url: 'ftp://example.com', tags: '', starts_at: 'yesterday' },
          errors: [{ field: 'starts_at', message: expect.any(String) }],
        },
      ],
    });
    expect((await preview(csv)).body.importId).toBe(body.importId);
    expect((await owner.get('/api/links')).body.total).toBe(0);
  });

  test('every column lands in its field', async () => {
    const csv = [
      'slug;destination_url;title;tags;notes;utm_source;utm_medium;utm_campaign;utm_term;utm_content;starts_at;expires_at;scheduled_destination;expiration_destination;limit_destination;maximum_visits;archived',
      'All-Columns;example.com/a;\'=SUM(A1);Ä| b |ä;"line; one\nline two";s;m;c;t;o;2020-01-01T01:00:00+01:00;2020-01-02T00:00:00.500Z;e.com/s;e.com/e;e.com/l;7;TRUE',
    ].join('\n');
    const done = await importAll(csv);
    expect(done.body).toEqual({ results: [{ row: 1, status: 'created', linkId: expect.any(String) }] });
    expect((await owner.get(`/api/links/${done.body.results[0].linkId}`)).body).toMatchObject({
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
    const link = (await owner.post('/api/links', { destinationUrl: 'https://example.com/mine', slug: 'mine' })).body;
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
    const previewed = await preview(csv);
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
    const done = await importAll(csv);
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
    expect((await owner.get(`/api/links/${link.id}`)).body).toEqual(link);
    const again = await importAll(csv);
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
    const edited = await owner.post('/api/links/import', {
      importId: previewed.body.importId,
      fileHash: previewed.body.fileHash,
      rows: [{ row: 3, values: { destination_url: 'https://example.com/2', slug: 'twin-row-2' } }],
    });
    expect(statuses(edited)).toEqual(['created']);
    const events = await app.database.query<{ detail: { importId: string; count: number } }>(
      `SELECT detail FROM audit_events WHERE type = 'links_imported' ORDER BY id`,
    );
    expect(events.map(({ detail }) => detail.count).slice(-2)).toEqual([2, 1]);
  });

  test.each([
    ['nothing in the file', ''],
    ['a header alone', 'destination_url\n'],
    ['no destination_url', 'slug,title\na,b\n'],
    ['a repeated column', 'destination_url,title,Title\nexample.com,a,b\n'],
    ['an open quote', 'destination_url,title\nexample.com,"never closed\n'],
    ['1,001 rows', `destination_url\n${'example.com\n'.repeat(1001)}`],
  ])('%s is refused', async (_, csv) => {
    const { status, body } = await preview(csv);
    expect([status, body.errors?.map((error: { field: string }) => error.field)]).toEqual([422, ['file']]);
  });

  test('bytes that are not UTF-8 are refused', async () => {
    const { status, body } = await preview(
      new Uint8Array([...Buffer.from('destination_url\nexample.com/'), 0xff, 0xfe]),
    );
    expect([status, body.code]).toEqual([422, 'file_invalid']);
  });

  test('a file of 1,048,576 bytes is read, one more is 413', async () => {
    const head = 'destination_url,notes\nexample.com,"';
    const csv = `${head}${'x'.repeat(MEGABYTE - head.length - 1)}"`;
    const exact = await preview(csv);
    expect([exact.status, exact.body.rowCount]).toEqual([200, 1]);
    const over = await preview(`${csv} `);
    expect([over.status, over.body.code]).toEqual([413, 'file_too_large']);
  });

  test('a missing file is 422, a body that is no form 415', async () => {
    const form = new FormData();
    form.set('other', 'x');
    const missing = await owner.request('POST', '/api/links/import/preview', { raw: form });
    expect([missing.status, missing.body.errors[0].field]).toEqual([422, 'file']);
    const json = await owner.post('/api/links/import/preview', { file: 'x' });
    expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('an unknown or changed pair of id and hash is refused', async () => {
    const previewed = await preview('destination_url\nexample.com/pair\n');
    const { importId, fileHash } = previewed.body;
    const rows = rowsOf(previewed);
    for (const body of [
      { importId: '01890000-0000-7000-8000-000000000000', fileHash, rows },
      { importId: 'nonsense', fileHash, rows },
      { importId, fileHash: '0'.repeat(64), rows },
      { importId, fileHash, rows: [{ row: 2, values: { destination_url: 'example.com' } }] },
    ]) {
      const answer = await owner.post('/api/links/import', body);
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
    const answer = await owner.post('/api/links/import', { importId: 'x', fileHash: 'y', rows });
    expect([answer.status, answer.body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
  });

  test('1,000 rows become links in one go', async () => {
    const csv = `destination_url,tags\n${Array.from({ length: 1000 }, (_, n) => `example.com/many/${n},bulk|t${n % 7}`).join('\n')}`;
    const done = await importAll(csv);
    expect(new Set(statuses(done))).toEqual(new Set(['created']));
    expect((await owner.get('/api/links?tags=bulk')).body.total).toBe(1000);
    expect(new Set(statuses(await importAll(csv)))).toEqual(new Set(['already_imported']));
  });
});

describe('a process that is killed during an import', () => {
  test('leaves a file that imports again, each row once', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => `killed-${n},https://example.com/${n},tag ${n % 9}`);
    const csv = `slug,destination_url,tags\n${rows.join('\n')}`;
    let running = await startApp();
    const { database, dataDir } = running;
    try {
      let caller = await setUpOwner(running);
      const previewed = await preview(csv, caller);
      const body = { importId: previewed.body.importId, fileHash: previewed.body.fileHash, rows: rowsOf(previewed) };
      for (const delayMs of [0, 40, 90, 160, 260]) {
        const cut = caller.post('/api/links/import', body).catch(() => null);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        await running.kill('SIGKILL');
        await cut;
        running = await startApp({ database, dataDir });
        caller = running.client();
        expect((await caller.post('/api/auth/login', OWNER)).status).toBe(200);
        // Whatever has become of the rows, no link is there without its mark.
        const [counted] = await database.query<{ links: string; marked: string }>(
          `SELECT count(*) AS links, count(r.link_id) AS marked FROM links l LEFT JOIN import_rows r ON r.link_id = l.id`,
        );
        expect(counted?.marked).toBe(counted?.links);
      }
      const done = await caller.post('/api/links/import', body);
      expect(done.body.results).toHaveLength(600);
      expect(statuses(done).every((status: string) => status === 'created' || status === 'already_imported')).toBe(
        true,
      );
      const again = await caller.post('/api/links/import', body);
      expect(new Set(statuses(again))).toEqual(new Set(['already_imported']));
      expect(again.body.results.map((result: { linkId: string }) => result.linkId)).toEqual(
        done.body.results.map((result: { linkId: string }) => result.linkId),
      );
      const [links] = await database.query<{ count: string }>('SELECT count(*) FROM links');
      expect(links?.count).toBe('600');
    } finally {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
      await database.drop().catch(() => undefined);
    }
  });
});

describe('export', () => {
  test('has the documented columns and takes the list filters', async () => {
    await owner.post('/api/links', {
      destinationUrl: 'https://example.com/?a=1,2',
      slug: 'exported',
      title: '=1+1',
      notes: 'n "q"\nl2',
      tags: ['zz', 'Aa'],
      password: 'secret',
    });
    const { status, headers, text } = await owner.get('/api/links/export.csv?q=exported');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="links.csv"');
    const [header, ...lines] = text.split('\n');
    expect(header).toBe(
      'slug,destination_url,title,tags,notes,utm_source,utm_medium,utm_campaign,utm_term,utm_content,starts_at,expires_at,scheduled_destination,expiration_destination,limit_destination,maximum_visits,archived,short_url,created_at,lifetime_clicks',
    );
    expect(lines.join('\n')).toMatch(
      new RegExp(
        `^exported,"https://example.com/\\?a=1,2",'=1\\+1,Aa\\|zz,"n ""q""\nl2",{12}false,${app.url}/exported,\\d{4}-[^,]+Z,0\n$`,
      ),
    );
    expect(text).not.toMatch(/argon2|secret/);
    expect((await owner.get('/api/links/export.csv?status=odd')).status).toBe(422);
    const events = await app.database.query(`SELECT id FROM audit_events WHERE type = 'links_exported'`);
    expect(events).toHaveLength(1);
  });

  test('imports again unchanged, and exports the same', async () => {
    const source = await startApp();
    const target = await startApp();
    try {
      const [from, to] = [await setUpOwner(source), await setUpOwner(target)];
      for (const body of [
        { title: "'quoted", notes: '@cmd\n\ttabbed', tags: ['+plus', '-minus', 'umlaut ä'] },
        { title: '-5 %', startsAt: 1_600_000_000_123, expiresAt: 4_000_000_000_000, maximumVisits: 3, archived: true },
        {
          destinationUrl: 'https://example.com/a?x="1",2;3#f',
          utmSource: '=s',
          utmMedium: 'm;n',
          utmCampaign: "'c",
          utmTerm: '"t"',
          utmContent: 'a,b',
        },
        {
          scheduledDestination: 'https://e.com/1',
          expirationDestination: 'https://e.com/2',
          limitDestination: 'https://e.com/3',
        },
      ]) {
        expect((await from.post('/api/links', { destinationUrl: 'https://example.com', ...body })).status).toBe(201);
      }
      const first = (await from.get('/api/links/export.csv?archived=all&sort=createdAt')).text;
      const done = await importAll(first, to);
      expect(statuses(done)).toEqual(['created', 'created', 'created', 'created']);
      const second = (await to.get('/api/links/export.csv?archived=all&sort=createdAt')).text;
      // Short URL, creation and clicks belong to the instance.
      const own = (text: string) =>
        text
          .replace(/,http:\/\/127[^\n]*/g, '')
          .split('\n')
          .sort();
      expect(own(second)).toEqual(own(first));
    } finally {
      await source.stop();
      await target.stop();
    }
  });
});
