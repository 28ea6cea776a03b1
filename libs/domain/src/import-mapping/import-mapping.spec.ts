import { describe, expect, test } from 'vitest';
import { keptPathOf } from '../link/kept-path.js';
import {
  defaultReading,
  isInFormat,
  LOST_ADDRESS,
  proposeMapping,
  PRODUCTS,
  readTable,
  rowInFormat,
  Translator,
  type Encoding,
  type ForeignTable,
  type RowNote,
  type TranslatedRow,
} from './index.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function tableOf(content: string | Uint8Array, encoding?: Encoding): ForeignTable {
  const read = readTable(typeof content === 'string' ? bytes(content) : content, encoding);
  if (read.kind !== 'table') throw new Error(`not a table: ${JSON.stringify(read)}`);
  return read.table;
}

function accept(content: string | Uint8Array): {
  rows: TranslatedRow[];
  notes: RowNote[];
  product: string | null;
  warnings: readonly string[];
} {
  const table = tableOf(content);
  const proposal = proposeMapping(table);
  const translator = new Translator(table, proposal.meanings, defaultReading(proposal.dates, 'Europe/Berlin'));
  const rows = table.rows.map((_, index) => translator.translate(index));
  return {
    rows: rows.map(({ values }) => values),
    notes: rows.flatMap(({ notes }) => notes),
    product: proposal.product,
    warnings: proposal.warnings,
  };
}

describe('products', () => {
  test.each<[file: string, product: string, content: string, first: TranslatedRow]>([
    [
      'Bitly, dashboard',
      'Bitly',
      'Title,Link,Custom Link,Destination URL,Date Created,Tags,Total Engagements,Archived\n' +
        'Menu,https://go.test/3kX,https://go.test/menu,https://eat.test/menu?x=1,2025-03-14,"print,may",1204,false\n',
      {
        slug: 'menu',
        aliases: '3kx',
        destination_url: 'https://eat.test/menu?x=1',
        title: 'Menu',
        tags: 'print|may',
        prior_clicks: '1204',
        archived: 'false',
        created_at: '2025-03-13T23:00:00Z',
      },
    ],
    [
      'Bitly, API',
      'Bitly',
      'id,link,custom_bitlinks,long_url,tags,clicks\ngo.test/4Ab,https://go.test/4Ab,"[""https://go.test/fair""]",https://jobs.test/,"[""hr""]",8\n',
      { slug: '4ab', aliases: 'fair', destination_url: 'https://jobs.test/', tags: 'hr', prior_clicks: '8' },
    ],
    [
      'Dub',
      'Dub',
      'Short link,Destination URL,Clicks,Created at\nhttps://go.test/docs/start,https://docs.test/,12,2025-03-14T09:12:44.000Z\n',
      {
        kept_paths: 'docs/start',
        destination_url: 'https://docs.test/',
        prior_clicks: '12',
        created_at: '2025-03-14T09:12:44Z',
      },
    ],
    [
      'Short.io',
      'Short.io',
      'original_url\tpath\ttitle\ttags\tfolder\nhttps://shop.test/\tspring\tSpring\tprint,may\tMarketing\n',
      { slug: 'spring', destination_url: 'https://shop.test/', title: 'Spring', tags: 'print|may' },
    ],
    [
      'Rebrandly',
      'Rebrandly',
      'slashtag,destination,domainName,title,description,tags\nv2.0,https://acme.test/v2,go.test,Two,"Printed, twice",\n',
      { kept_paths: 'v2.0', destination_url: 'https://acme.test/v2', title: 'Two', notes: 'Printed, twice' },
    ],
    [
      'Kutt, JSON',
      'Kutt',
      JSON.stringify({
        total: 1,
        data: [
          {
            address: 'k-1',
            banned: true,
            password: true,
            target: 'https://a.test/',
            visit_count: 4,
            expire_in: '2026-12-31T23:59:59.000Z',
            description: null,
            link: 'https://k.test/k-1',
          },
        ],
      }),
      {
        slug: 'k-1',
        destination_url: 'https://a.test/',
        is_enabled: 'false',
        is_protected: 'true',
        prior_clicks: '4',
        expires_at: '2026-12-31T23:59:59Z',
        short_url: 'https://k.test/k-1',
      },
    ],
    [
      'Shlink, web client',
      'Shlink',
      '"createdAt","domain","shortCode","shortUrl","longUrl","title","tags","visits"\n"2025-03-14T09:12:44+01:00","s.test","aB3","https://s.test/aB3","https://shop.test/","A ""b""","print|may",412\n',
      {
        slug: 'ab3',
        short_url: 'https://s.test/aB3',
        destination_url: 'https://shop.test/',
        title: 'A "b"',
        tags: 'print|may',
        prior_clicks: '412',
        created_at: '2025-03-14T08:12:44Z',
      },
    ],
    [
      'YOURLS, table',
      'YOURLS',
      'keyword,url,title,timestamp,ip,clicks\n0042,https://a.test/,T,2025-07-14 09:12:44,192.0.2.9,7\n',
      {
        slug: '0042',
        destination_url: 'https://a.test/',
        title: 'T',
        created_at: '2025-07-14T07:12:44Z',
        prior_clicks: '7',
      },
    ],
    [
      'YOURLS, plugin',
      'YOURLS',
      'source,target,hits\r\n/spring/,"https://a.test/?a=1,2",3\r\n',
      { slug: 'spring', destination_url: 'https://a.test/?a=1,2', prior_clicks: '3' },
    ],
    [
      'Sink',
      'Sink',
      JSON.stringify({
        version: '1.0',
        links: [
          {
            url: 'https://a.test/',
            slug: 's-1',
            comment: 'Printed',
            createdAt: 1741943564,
            updatedAt: 1,
            expiration: 1798761599,
            apple: 'https://apps.test/a',
            tags: ['x', 'y'],
          },
        ],
      }),
      {
        slug: 's-1',
        destination_url: 'https://a.test/',
        notes: 'Printed',
        tags: 'x|y',
        created_at: '2025-03-14T09:12:44Z',
        expires_at: '2026-12-31T23:59:59Z',
        targeting: '{"os":{"ios":"https://apps.test/a"}}',
      },
    ],
    [
      'TinyURL',
      'TinyURL',
      'TinyURL,Long URL,Alias,Domain,Tags,Created,Clicks\nhttps://tinyurl.test/spring,https://a.test/,spring,tinyurl.test,print,03/14/2025,4\n',
      {
        slug: 'spring',
        short_url: 'https://tinyurl.test/spring',
        destination_url: 'https://a.test/',
        tags: 'print',
        prior_clicks: '4',
        created_at: '2025-03-13T23:00:00Z',
      },
    ],
    [
      'tiny.cc',
      'tiny.cc',
      '"url";"short_url"\n"https://a.test/";"tiny.test/37r"\n',
      { slug: '37r', destination_url: 'https://a.test/' },
    ],
    [
      'Chhoto URL',
      'Chhoto URL',
      'shortlink,longlink,hits,expiry_time,notes\nfair,https://a.test/,0,1798761599,\n',
      { slug: 'fair', destination_url: 'https://a.test/', prior_clicks: '0', expires_at: '2026-12-31T23:59:59Z' },
    ],
  ])('%s', (_, product, content, first) => {
    const accepted = accept(content);
    expect(accepted.product).toBe(product);
    expect(accepted.warnings).toEqual([]);
    expect(accepted.rows[0]).toEqual(first);
  });

  test('a German list of an unknown product', () => {
    const { rows, product } = accept(
      'Kurzlink;Ziel-URL;Titel;Schlagworte;Ablaufdatum\nfruehling;https://a.test/;Frühling;"Druck;Mai";31.12.2026\n',
    );
    expect(product).toBeNull();
    expect(rows[0]).toEqual({
      slug: 'fruehling',
      destination_url: 'https://a.test/',
      title: 'Frühling',
      tags: 'Druck|Mai',
      expires_at: '2026-12-31T22:59:59Z',
    });
  });

  test('a list that somebody keeps for a campaign', () => {
    const { rows } = accept('URL;Short;Title;Medium\nhttps://a.test/;shop-1;Shop;social\n');
    expect(rows[0]).toEqual({
      slug: 'shop-1',
      destination_url: 'https://a.test/',
      title: 'Shop',
      utm_medium: 'social',
    });
  });

  test('every product says where its columns were learnt', () => {
    for (const { source, signature, meanings } of PRODUCTS) {
      expect(source).toMatch(/20\d\d/);
      expect(Object.values(meanings)).toContain('destination_url');
      expect(signature.length).toBeGreaterThan(1);
    }
  });
});

describe('addresses', () => {
  test('addresses that differ only in case keep their own destinations', () => {
    const { rows } = accept(
      'Bitlink,Long URL\ngo.test/AbCd,https://a.test/1\ngo.test/abcd,https://a.test/2\ngo.test/ABCD,https://a.test/3\n',
    );
    expect(rows.map(({ slug, kept_paths }) => [slug, kept_paths])).toEqual([
      [undefined, 'AbCd'],
      ['abcd', undefined],
      [undefined, 'ABCD'],
    ]);
  });

  test.each([
    ['https://go.test/', 'root_address'],
    ['https://go.test/api/x', 'reserved_address'],
    [`https://go.test/${'x'.repeat(256)}`, 'unsayable_address'],
    ['https://go.test/a//b', 'unsayable_address'],
    ['https://go.test/x/../y', 'unsayable_address'],
    ['https://go.test/caf%E9', 'unsayable_address'],
    ['go.test', 'root_address'],
    ['1E+05', 'spreadsheet_address'],
  ])('%s is reported before the import', (address, kind) => {
    const { notes } = accept(
      `Short link,Destination URL\nhttps://go.test/ok,https://a.test/\n${address},https://a.test/\n`,
    );
    expect(notes).toMatchObject([{ row: 2, kind }]);
    expect(LOST_ADDRESS.has(notes[0]!.kind)).toBe(true);
  });

  test.each([
    ['U%CC%88ber-uns%252F', 'Über-uns%2F'],
    ['a%7Cb', 'a|b'],
    ['100%25', '100%'],
    ['%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9', '👨\u200d👩'],
  ])('/%s is decoded once and kept in NFC: %s, as the import reads the cell', (address, path) => {
    const { rows, notes } = accept(`Short link,Destination URL\nhttps://go.test/${address},https://a.test/\n`);
    expect(rows[0]?.kept_paths?.split('|').map(keptPathOf)).toEqual([path]);
    expect(notes).toEqual([{ row: 1, kind: 'kept_path', text: path }]);
  });

  test('a repeated address is reported, the first row keeps it', () => {
    const { rows, notes } = accept(
      'Short code,Long URL,Domain\nsame,https://a.test/1,one.test\nsame,https://a.test/2,two.test\n',
    );
    expect(rows.map(({ slug }) => slug)).toEqual(['same', undefined]);
    expect(notes).toEqual([{ row: 2, kind: 'repeated_address', text: 'same' }]);
  });

  test('the address of a header that lacks a name is not taken for the destination', () => {
    const { rows, warnings } = accept(
      '"Link","Long url"\n"http://s.test/1dP","http://s.test/menu","https://eat.test/"\n"http://s.test/9Xx","","https://jobs.test/"\n',
    );
    expect(warnings).toEqual(['addresses_guessed']);
    expect(rows).toEqual([
      { slug: '1dp', aliases: 'menu', destination_url: 'https://eat.test/' },
      { slug: '9xx', destination_url: 'https://jobs.test/' },
    ]);
  });

  test('a destination on the host of the short addresses is asked about', () => {
    expect(
      accept('Short URL,URL\nhttps://go.test/a,https://go.test/a\nhttps://go.test/b,https://go.test/b\n').warnings,
    ).toEqual(['destination_looks_short']);
  });

  test.each([
    ['on several domains', 'Short URL,URL\nhttps://go.test/a,https://go.test/a\nhttps://on.test/b,https://on.test/b\n'],
    ['above a row of totals', 'Short URL,URL\nhttps://go.test/a,https://go.test/a\nTotal,1 link\n'],
    ['beside the codes', 'Slug,Link\na,https://go.test/a\nb,https://go.test/b\n'],
  ])('short addresses as destinations are asked about: %s', (_, content) => {
    expect(accept(content).warnings).toEqual(['destination_looks_short']);
  });

  test('a column named as one of short addresses is never proposed as the destination', () => {
    expect(accept('Alias,Short URL\na,https://go.test/a\n').warnings).toEqual(['no_destination']);
  });

  test.each([
    ['in other schemes', '//go.test/Menu'],
    ['without a scheme, under a top-level domain in punycode', 'go.xn--80ak6aa92e.xn--p1ai/menu'],
    ['as a linking formula', '"=HYPERLINK(""https://go.test/menu"";""Menu"")"'],
  ])('a whole address is read %s', (_, address) => {
    expect(accept(`Short link;Destination URL\n${address};https://a.test/\n`).rows[0]?.slug).toBe('menu');
  });

  test('codes that a spreadsheet has changed are compared with the whole addresses, of whatever product', () => {
    const { rows } = accept(
      'Slug,Short URL,Target URL\n123,https://go.test/0123,https://a.test/1\n1.00E+05,https://go.test/1e5,https://a.test/2\nok,https://go.test/ok,https://a.test/3\n',
    );
    expect(rows.map(({ slug, short_url }) => [slug, short_url])).toEqual([
      ['123', 'https://go.test/0123'],
      ['1.00E+05', 'https://go.test/1e5'],
      ['ok', 'https://go.test/ok'],
    ]);
  });

  test.each([
    ['https://go.test/a, https://go.test/b', 'a', 'b'],
    ['https://go.test/a\nhttps://go.test/b', 'a', 'b'],
    ['a; b', 'a', 'b'],
    ['a, b', 'a', 'b'],
    ['["a","b"]', 'a', 'b'],
    ['https://go.test/a?x=1;y', 'a', undefined],
  ])('the addresses of one cell %j', (cell, slug, aliases) => {
    const quoted = `"${cell.replaceAll('"', '""')}"`;
    expect(accept(`Short link,Destination URL\n${quoted},https://a.test/\n`).rows[0]).toEqual({
      slug,
      aliases,
      destination_url: 'https://a.test/',
    });
  });

  test('further columns of short addresses come along', () => {
    expect(
      accept('keyword_link,link,long_url\nhttp://go.test/menu,http://go.test/1x,https://a.test/\n').rows[0],
    ).toMatchObject({ slug: '1x', aliases: 'menu' });
    expect(accept('Short link,Short link,URL\nhttps://go.test/a,https://go.test/b,https://a.test/\n').rows[0]).toEqual({
      slug: 'a',
      aliases: 'b',
      destination_url: 'https://a.test/',
    });
  });

  test('the bare domain, for which a product has a code, is no link of that code', () => {
    const { rows, notes } = accept(
      JSON.stringify([
        { key: 'a', shortLink: 'https://go.test/a', url: 'https://a.test/', tags: [{ id: '1', name: 'print' }] },
        { key: '_root', shortLink: 'https://go.test', url: 'https://b.test/', tags: [] },
      ]),
    );
    expect(rows.map(({ slug, tags }) => [slug, tags])).toEqual([
      ['a', 'print'],
      [undefined, ''],
    ]);
    expect(notes).toEqual([{ row: 2, kind: 'root_address', text: '/' }]);
  });

  test('a file without short addresses says so', () => {
    expect(accept('https://a.test/1\nhttps://a.test/2\n').warnings).toEqual(['no_short_address']);
  });

  test('a file without a header is mapped by its contents', () => {
    expect(accept('menu-1,eat.test/1\nmenu-2,eat.test/2\n').rows[1]).toEqual({
      slug: 'menu-2',
      destination_url: 'eat.test/2',
    });
  });
});

describe('files', () => {
  test.each([
    ['Has Password', 'Yes', true],
    ['Password protected', 'TRUE', true],
    ['Is protected', 'WAHR', true],
    ['Password', '****', true],
    ['Password', '$2a$12$abcdefghijklmnopqrstuuJ0G8G8J7m9P7Bzq1JQkq8Zk5X3Vd0aS', true],
    ['Has Password', 'No', false],
    ['Has Password', '', false],
    ['Password', '-', false],
  ])('a link whose %s is %s is protected: %s', (column, cell, isProtected) => {
    const { rows, notes } = accept(`Short link,URL,${column}\nhttps://go.test/a,https://a.test/,${cell}\n`);
    expect(rows[0]?.is_protected).toBe(isProtected ? 'true' : undefined);
    expect(rows[0]?.password).toBeUndefined();
    expect(notes.map(({ kind }) => kind)).toEqual(isProtected ? ['password_unknown'] : []);
  });

  test('a password that the file has is taken beside the mark that there is one', () => {
    const { rows, notes } = accept(
      'Has password,Short link,URL,Password\ntrue,https://go.test/a,https://a.test/,s3cret\n',
    );
    expect(rows[0]).toMatchObject({ password: 's3cret' });
    expect(notes).toEqual([]);
  });

  test.each([
    ['["a","b"]', 'a|b'],
    ['[{"id":1,"name":"a"},{"id":2,"tag":"b"}]', 'a|b'],
    ['[2026]', '2026'],
    ["['a', 'b, c']", 'a|b, c'],
    ['[a, b]', 'a|b'],
    ['a;b', 'a|b'],
    ['[]', ''],
  ])('tags %s are %s', (cell, tags) => {
    const quoted = `"${cell.replaceAll('"', '""')}"`;
    expect(accept(`Short link,URL,Tags\nhttps://go.test/a,https://a.test/,${quoted}\n`).rows[0]?.tags).toBe(tags);
  });

  test.each([
    ['1,204', '1204'],
    ['1.204', '1204'],
    ['1\u202f204\u202f567', '1204567'],
    ["1'204", '1204'],
    ['12,34,567', '1234567'],
    ['1.204,00', '1204'],
    ['1204.0', '1204'],
    ['0', '0'],
    ['-', undefined],
    ['n/a', undefined],
    ['1.5', '1.5'],
    ['many', 'many'],
  ])('%s clicks are %s', (cell, clicks) => {
    const { rows } = accept(`Short link,URL,Clicks\nhttps://go.test/a,https://a.test/,"${cell}"\n`);
    expect(rows[0]?.prior_clicks).toBe(clicks);
  });

  const latin = Uint8Array.from(
    'slug;destination_url;title\r\na;https://a.test/;Gr\xfc\xdfe \x96 5 \x80\r\n',
    (letter) => letter.charCodeAt(0),
  );

  test('Windows-1252 is asked about, and read when it was said', () => {
    expect(readTable(latin)).toEqual({ kind: 'encoding_unknown' });
    expect(tableOf(latin, 'windows-1252').rows[0]).toEqual(['a', 'https://a.test/', 'Grüße – 5 €']);
  });

  test('UTF-16 with its mark, tabs and a sep= line', () => {
    const text = 'sep=\t\r\nslug\tdestination_url\r\na\thttps://a.test/\r\n';
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);
    expect(tableOf(utf16)).toMatchObject({ encoding: 'utf-16le', format: '\t', rows: [['a', 'https://a.test/']] });
  });

  test('rows that are empty but for separators are no rows; lines may end in any way', () => {
    expect(tableOf('\n\nslug,destination_url,title\r\n,,\n   \na,https://a.test/,\r,,\n').rows).toEqual([
      ['a', 'https://a.test/', ''],
    ]);
  });

  test.each(['sep=;\n', 'sep=;\r', '"sep=;"\r\n', 'sep=,;;;\r\n', 'SEP=; \n'])('%j is no header', (line) => {
    expect(tableOf(`${line}slug;destination_url\ra;https://a.test/`)).toMatchObject({
      format: ';',
      rows: [['a', 'https://a.test/']],
    });
  });

  test('of several lists in a JSON file the largest has the links, not the longest', () => {
    const pages = [1, 2, 3].map((label) => ({ label, active: false }));
    const data = [
      {
        short_id: 'a',
        short_url: 'https://go.test/a',
        long_url: 'https://a.test/',
        clicks: 1,
        title: 'T',
        tags: [],
        id: 1,
      },
    ];
    expect(tableOf(JSON.stringify({ links: pages, data })).rows).toHaveLength(1);
  });

  /** The beginning of a ZIP file whose first entry has that name. */
  const zip = (name: string): Uint8Array =>
    Uint8Array.from([
      0x50,
      0x4b,
      3,
      4,
      ...Array.from({ length: 22 }, () => 0),
      name.length,
      0,
      0,
      0,
      ...bytes(`${name}slug`),
    ]);

  test.each([
    ['spreadsheet', zip('[Content_Types].xml')],
    ['spreadsheet', zip('mimetype')],
    ['archive', zip('links.csv')],
    ['archive', bytes('Rar!\u001a')],
    ['spreadsheet', bytes('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>')],
    ['web_page', bytes('<table><tr><td>slug</td></tr></table>')],
    ['sql', bytes('-- Adminer dump\n\nSET NAMES utf8;\n')],
    ['sql', bytes('-- MySQL dump\n/*!40101 SET NAMES utf8 */;\n')],
    ['sql', bytes('--\n-- PostgreSQL database dump\n--\n\n\\restrict x\n\nSET lock_timeout = 0;\n')],
    ['sql', bytes('PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n')],
    ['binary', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0])],
    ['spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4, 20])],
    ['spreadsheet', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])],
    ['archive', new Uint8Array([0x1f, 0x8b, 8])],
    ['pdf', bytes('%PDF-1.7')],
    ['sql', bytes("-- dump\nINSERT INTO `urls` VALUES ('a');")],
    ['web_page', bytes('<!doctype html><p>Sign in</p>')],
    ['json', bytes('{"links": 3}')],
    ['unclosed_quote', bytes('slug,destination_url\n"a,https://a.test/\n')],
    ['empty', bytes(' \n')],
    ['empty', bytes('slug,destination_url\n')],
  ])('refused by name: %s', (reason, content) => {
    expect(readTable(content)).toEqual({ kind: 'refused', reason });
  });

  test('cells beyond the header are reported, not dropped', () => {
    const { rows, notes } = accept('slug,destination_url\na,https://a.test/?x=1,2\n');
    expect(rows[0]).toEqual({ slug: 'a', destination_url: 'https://a.test/?x=1', extra_cells: '2' });
    expect(notes).toEqual([{ row: 1, kind: 'extra_cells', text: '2' }]);
  });

  test('a file of comments alone is judged at once', () => {
    expect(readTable(bytes(`${'/**/'.repeat(20_000)}x`))).toEqual({ kind: 'refused', reason: 'empty' });
    expect(readTable(bytes(`${'-- x\n'.repeat(20_000)}copy${' '.repeat(20_000)}x`)).kind).toBe('table');
  });

  test('a header may begin like a statement', () => {
    expect(tableOf('Use case;Short link\nx;https://go.test/a\n').columns).toEqual(['Use case', 'Short link']);
    expect(tableOf('Begin;End\n2026;2027\n').columns).toEqual(['Begin', 'End']);
  });

  test('tags of two columns are joined', () => {
    expect(accept('Slug,URL,Tags,Tags\na,https://a.test/,x,y|x\n').rows[0]?.tags).toBe('x|y');
  });

  test('a file in the import format is passed on unchanged, except dates', () => {
    const table = tableOf(
      "slug,destination_url,title,expires_at\na,https://a.test/,'=1+1,31/12/2026\nb,https://a.test/,,2026-12-31T23:59:59+01:00\n",
    );
    expect(isInFormat(table)).toBe(true);
    const reading = { form: 'day_first', zone: 'UTC' } as const;
    expect(rowInFormat(table, 0, reading).values).toEqual({
      slug: 'a',
      destination_url: 'https://a.test/',
      title: "'=1+1",
      expires_at: '2026-12-31T23:59:59Z',
    });
    expect(rowInFormat(table, 1, reading).values.expires_at).toBe('2026-12-31T23:59:59+01:00');
    expect(isInFormat(tableOf('destination_url,Owner\nhttps://a.test/,me\n'))).toBe(true);
    expect(isInFormat(tableOf('destination_url,Short link\nhttps://a.test/,https://go.test/a\n'))).toBe(false);
    expect(isInFormat(tableOf('slug,destination_url,prior_clicks,Clicks\na,https://a.test/,1,2\n'))).toBe(true);
    expect(isInFormat(tableOf('short_url,destination_url\nhttps://go.test/a,https://a.test/\n'))).toBe(false);
  });

  test('a file in the import format with other columns keeps its further addresses', () => {
    expect(
      accept('slug,destination_url,aliases,kept_paths,is_protected,Clicks\na,https://a.test/,b|c,v2.0|x%7Cy,true,3\n')
        .rows[0],
    ).toEqual({
      slug: 'a',
      aliases: 'b|c',
      kept_paths: 'v2.0|x%7Cy',
      destination_url: 'https://a.test/',
      prior_clicks: '3',
      is_protected: 'true',
    });
  });

  test('UTM values that a spreadsheet has shortened are said, in whatever format, and taken', () => {
    const own = rowInFormat(tableOf('slug,destination_url,UTM_Campaign\na,https://a.test/,1.23E+17\n'), 0, {
      form: 'iso',
      zone: 'UTC',
    });
    expect(own.values).toMatchObject({ utm_campaign: '1.23E+17' });
    const foreign = accept('Slug,URL,UTM Campaign\na,https://a.test/,1.23E+17\n');
    expect(foreign.rows[0]).toMatchObject({ utm_campaign: '1.23E+17' });
    for (const notes of [own.notes, foreign.notes]) {
      expect(notes).toEqual([{ row: 1, kind: 'spreadsheet_number', text: '1.23E+17' }]);
    }
  });

  test('cells under a column without a name are reported in a file in the import format', () => {
    const { values, notes } = rowInFormat(tableOf('slug,,destination_url,,\na,x,https://a.test/,,\n'), 0, {
      form: 'iso',
      zone: 'UTC',
    });
    expect(values).toEqual({ slug: 'a', destination_url: 'https://a.test/', extra_cells: 'x' });
    expect(notes).toEqual([{ row: 1, kind: 'extra_cells', text: 'x' }]);
  });
});
