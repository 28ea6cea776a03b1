import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE, eventually, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardNames } from '../support/built-files.js';
import { CLI, runCommand, settingsOf } from '../support/command-line.js';
import { preview as upload, wholeImport } from '../support/imports.js';
import { aSite, fieldsOf } from '../support/site.js';

// What comes along with links that move here from elsewhere: columns, kept paths, and taking an import back.

const site = aSite();
let other: { app: AppProcess; owner: ApiClient };
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };

beforeAll(async () => {
  // Its own addresses may be destinations.
  const app = await startApp({ env: { ALLOW_PRIVATE_DESTINATIONS: 'true' } });
  other = { app, owner: await setUpOwner(app) };
});
afterAll(() => other?.app.stop());

async function preview(owner: ApiClient, csv: string) {
  const answer = await upload(owner, csv);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function importAll(owner: ApiClient, csv: string) {
  const { importId, fileHash, rows } = await preview(owner, csv);
  const answer = await owner.post('/api/links/import', { importId, fileHash, rows });
  expect(answer.status, answer.text).toBe(200);
  return { importId, fileHash, rows, results: answer.body.results };
}

const visit = async (path: string, app = site.app) => {
  const answer = await app.client().get(path, { headers: BROWSER });
  return answer.status === 302 ? answer.headers.get('location') : answer.status;
};

describe('columns', () => {
  test('an export makes the same links on another instance, but for passwords', async () => {
    const me = (await site.owner.get('/api/auth/session')).body.user;
    const campaign = (await site.owner.post('/api/campaigns', { name: 'Spring sale', utmCampaign: 'spring' })).body;
    const link = await site.create({
      slug: 'moves',
      title: 'Moves',
      campaignId: campaign.id,
      responsibleUserId: me.id,
      reviewAt: Date.UTC(2030, 0, 1),
      isEnabled: false,
      targeting: { country: { DE: 'https://example.com/de' } },
      tags: ['a', 'b'],
    });
    await site.owner.post(`/api/links/${link.id}/aliases`, { slug: 'moved-too' });
    expect((await site.owner.post(`/api/links/${link.id}/aliases`, { path: 'docs/50%25 | off' })).status).toBe(201);
    await site.create({ slug: 'locked', password: 'open sesame' });

    const csv = (await site.owner.get('/api/links/export.csv')).text;
    expect(csv.split('\n')[0]).toBe(
      'slug,destination_url,title,tags,notes,utm_source,utm_medium,utm_campaign,utm_term,utm_content,starts_at,expires_at,' +
        'scheduled_destination,expiration_destination,limit_destination,maximum_visits,archived,is_enabled,aliases,kept_paths,' +
        'campaign,responsible,review_at,targeting,is_protected,prior_clicks,short_url,created_at,lifetime_clicks',
    );
    const seen = await preview(other.owner, csv);
    expect(seen).toMatchObject({ unknownColumns: [], newCampaigns: ['spring'] });
    const locked = seen.rows.find((row: { values: { slug: string } }) => row.values.slug === 'locked');
    expect(locked.errors).toMatchObject([{ field: 'is_protected', rule: 'password_lost' }]);
    locked.values.password = 'another one';
    const { importId, fileHash, rows } = seen;
    const { results } = (await other.owner.post('/api/links/import', { importId, fileHash, rows })).body;
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['created', 'created']);

    const { items } = (await other.owner.get('/api/links?q=moves')).body;
    const same = (await site.owner.get(`/api/links/${link.id}`)).body;
    for (const field of ['title', 'isEnabled', 'targeting', 'tags', 'aliases', 'keptPaths', 'reviewAt', 'createdAt']) {
      expect([field, items[0][field]]).toEqual([field, same[field]]);
    }
    expect(items[0].keptPaths).toEqual(['docs/50% | off']);
    expect(items[0].utmCampaign).toBeNull();
    expect(await visit('/locked', other.app)).toMatch(/^\/p\/locked\?/);
  });

  test('a medium that equals the campaign’s is the campaign’s, as an export writes it', async () => {
    await site.owner.post('/api/campaigns', { name: 'Mail', utmCampaign: 'mail', utmMedium: 'email' });
    const rows = ['medium-1,https://example.com/,mail,email', 'medium-2,https://example.com/,mail,print'];
    await importAll(site.owner, ['slug,destination_url,campaign,utm_medium', ...rows, ''].join('\n'));
    const { items } = (await site.owner.get('/api/links?q=medium-&sort=createdAt')).body;
    expect((items as { utmMedium: string | null }[]).map(({ utmMedium }) => utmMedium).sort()).toEqual([null, 'print']);
  });

  test.each([
    [{ is_enabled: 'perhaps' }, 'is_enabled', 'not_flag_word'],
    [{ aliases: 'ok|-no' }, 'aliases', 'slug_invalid'],
    [{ kept_paths: 'plain' }, 'kept_paths', 'path_is_slug'],
    [{ responsible: 'nobody@example.test' }, 'responsible', 'member_address_unknown'],
    [{ review_at: 'soon' }, 'review_at', 'not_instant'],
    [{ targeting: '[]' }, 'targeting', 'not_targeting'],
    [{ targeting: '{"country":{"de":"https://example.com"}}' }, 'targeting', 'not_country'],
    [{ is_protected: 'true' }, 'is_protected', 'password_lost'],
    [{ prior_clicks: '1.5' }, 'prior_clicks', 'not_integer'],
    [{ prior_clicks: '-1' }, 'prior_clicks', 'too_small'],
    [{ created_at: '2999-01-01T00:00:00Z' }, 'created_at', 'time_to_come'],
    [{ slug: '123', short_url: 'https://go.example/0123' }, 'slug', 'slug_rewritten'],
    [{ slug: '100000', short_url: 'https://go.example/1e5' }, 'slug', 'slug_rewritten'],
    [{ campaign: 'autumn', utm_campaign: 'winter' }, 'utm_campaign', 'campaign_brings_utm'],
  ])('%j is an error of %s', async (cells, field, rule) => {
    const values = { destination_url: 'https://example.com/row', ...cells };
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const csv = `${Object.keys(values).join(',')}\n${Object.values(values).map(cell).join(',')}\n`;
    expect((await preview(site.owner, csv)).rows[0].errors).toMatchObject([{ field, rule }]);
  });

  test('what was counted and made elsewhere comes along, and a slug of digits whose short URL is its own', async () => {
    const { results } = await importAll(
      site.owner,
      'slug,destination_url,prior_clicks,created_at,short_url,campaign,utm_campaign\n' +
        '777,https://example.com/777,1200,2019-05-01T10:00:00Z,https://go.example/777,autumn,autumn\n',
    );
    expect(results).toMatchObject([{ status: 'created' }]);
    const link = (await site.owner.get(`/api/links/${results[0].linkId}`)).body;
    expect(link).toMatchObject({ priorClicks: 1200, lifetimeClicks: 0, createdAt: '2019-05-01T10:00:00.000Z' });
    expect(await visit('/777')).toBe('https://example.com/777?utm_campaign=autumn');
  });
});

describe('kept paths', () => {
  const keep = (id: string, path: string) => site.owner.post(`/api/links/${id}/aliases`, { path });

  test('are none of the files of the dashboard, which would answer in their place', async () => {
    const { id } = await site.create();
    const names = dashboardNames();
    expect(names).toContain('favicon.svg');
    for (const name of names) {
      const { status, body } = await keep(id, name);
      expect([name, status, body.errors?.[0]?.rule]).toEqual([name, 422, 'slug_reserved']);
    }
  });

  test('lead where they led, exactly, and without regard to case where that is one', async () => {
    const link = await site.create({ destinationUrl: 'https://example.com/kept' });
    for (const path of ['docs/pricing', 'v2.0', 'v2.0/guide', 'Über-uns', 'Straße', '-dash', 'x'.repeat(70)]) {
      const answer = await keep(link.id, path);
      expect([path, answer.status]).toEqual([path, 201]);
    }
    for (const path of [
      '/docs/pricing',
      '/docs/pricing/',
      '/Docs/Pricing',
      '/v2.0',
      '/V2.0',
      // No file of the dashboard, though the first segment looks like one.
      '/v2.0/',
      '/v2.0/guide',
      '/V2.0/Guide/',
      '/%C3%9Cber-uns',
      '/%C3%BCBER-UNS',
      '/U%CC%88ber-uns',
      // From memory.
      '/%C3%9Cber-uns',
      // With what stuck to them.
      '/docs/pricing.',
      '/v2.0%E2%80%8B',
      '/docs//Pricing),',
      '/STRASSE',
      '/-dash',
      `/${'x'.repeat(70)}`,
    ]) {
      expect([path, await visit(path)]).toEqual([path, 'https://example.com/kept']);
    }
    expect(await visit('/docs/other')).toBe(404);
    expect(await visit('/v2.0/other')).toBe(404);
    expect((await site.owner.get(`/api/links/${link.id}`)).body.keptPaths).toHaveLength(7);

    expect(
      (await site.owner.delete(`/api/links/${link.id}/aliases/${encodeURIComponent('docs/pricing')}`)).status,
    ).toBe(200);
    expect(await visit('/docs/pricing')).toBe(404);
    const stranger = await site.create();
    expect((await keep(stranger.id, 'docs/pricing')).status).toBe(409);
    expect((await keep(link.id, 'docs/pricing')).status).toBe(201);
  });

  test('what the database cannot read is unknown, and keeps nobody else from an answer', async () => {
    const link = await site.create({ destinationUrl: 'https://example.com/kept' });
    expect((await keep(link.id, 'docs/cold')).status).toBe(201);
    const paths = ['/never%00asked', '/docs/%00', '/docs/cold', '/never/asked'];
    expect(await Promise.all(paths.map((path) => visit(path)))).toEqual([404, 404, 'https://example.com/kept', 404]);
    const own = `${site.app.url}/never%00asked`;
    expect((await site.owner.get(`/api/links?q=${encodeURIComponent(own)}`)).status).toBe(200);
  });

  test('the longest one is unlocked and reported like any address', async () => {
    const link = await site.create({ password: 'geheim' });
    const path = `docs/${'y'.repeat(250)}`;
    expect((await keep(link.id, path)).status).toBe(201);
    const unlocked = await site.app.client().post('/api/links/verify-password', {
      slug: path,
      password: 'geheim',
      path: `/${path}`,
    });
    expect([unlocked.status, unlocked.body]).toEqual([200, { ok: true, redirectTo: `/${path}` }]);
    expect((await site.app.client().post('/api/report', { slug: path, reason: 'Spam' })).status).toBe(200);
  });

  test('one beside a slug that differs by case', async () => {
    const large = await site.create({ destinationUrl: 'https://example.com/large' });
    expect((await keep(large.id, 'AbCd')).status).toBe(201);
    expect(await visit('/abcd')).toBe('https://example.com/large');
    const small = await site.create({ slug: 'abcd', destinationUrl: 'https://example.com/small' });
    expect(await visit('/AbCd')).toBe('https://example.com/large');
    expect(await visit('/abcd')).toBe('https://example.com/small');
    expect(await visit('/ABCD')).toBe('https://example.com/small');
    expect((await keep(small.id, 'AbCd')).status).toBe(409);
  });

  test('under a link prefix, an address of one link is no kept path of another, whichever came first', async () => {
    const setPrefix = (linkPrefix: string | null) => other.owner.patch('/api/workspaces', { linkPrefix });
    const create = async (slug: string) =>
      other.owner.post('/api/links', { slug, destinationUrl: 'https://example.com/' });
    const keepAt = async (slug: string, path: string) => {
      const { id } = (await create(slug)).body;
      return other.owner.post(`/api/links/${id}/aliases`, { path });
    };
    expect((await setPrefix('go')).status).toBe(200);
    await create('spring');
    expect((await keepAt('p-1', 'go/spring')).body.code).toBe('alias_taken');
    expect((await keepAt('p-2', 'Go/Spring')).body.code).toBe('alias_taken');
    expect((await keepAt('p-3', 'go/summer')).status).toBe(201);
    expect((await create('summer')).body.code).toBe('slug_taken');
    expect((await keepAt('p-4', 'to/autumn')).status).toBe(201);
    await create('autumn');
    expect((await setPrefix('to')).body.code).toBe('prefix_conflict');
    const csv = 'slug,destination_url,kept_paths\nwinter,https://example.com/1,\nx-1,https://example.com/2,GO/winter\n';
    expect((await preview(other.owner, csv)).rows[1].errors).toMatchObject([{ rule: 'earlier_row_address' }]);
    expect((await setPrefix(null)).status).toBe(200);
  });

  test('are followed where destinations lead in a circle', async () => {
    const { app, owner } = other;
    const here = (path: string) => `${app.url}/${path}`;
    const create = async (slug: string, destinationUrl: string) => {
      const answer = await owner.post('/api/links', { slug, destinationUrl });
      expect(answer.status, answer.text).toBe(201);
      return answer.body;
    };
    const first = await create('ring-1', 'https://example.com/');
    expect((await owner.post(`/api/links/${first.id}/aliases`, { path: 'ring/one' })).status).toBe(201);
    await create('ring-2', here('ring/one'));
    const closing = await owner.patch(`/api/links/${first.id}`, { destinationUrl: here('ring-2') });
    expect([closing.status, fieldsOf(closing)]).toEqual([422, ['destinationUrl']]);
    for (const unlockPage of ['p/ring-1?path=%2Fring-1', 'p/any?path=/ring-2']) {
      const throughPage = await owner.patch(`/api/links/${first.id}`, { destinationUrl: here(unlockPage) });
      expect([throughPage.status, fieldsOf(throughPage)], unlockPage).toEqual([422, ['destinationUrl']]);
    }
    await create('ring-5', here('ring-6'));
    const rows = [`ring-6,${here('ring-5')},`, `ring-7,${here('ring/seven')},ring/seven`];
    const circle = await importAll(owner, ['slug,destination_url,kept_paths', ...rows, ''].join('\n'));
    expect(circle.results).toMatchObject([
      { status: 'error', errors: [{ field: 'destination_url', rule: 'url_circle' }] },
      { status: 'error', errors: [{ field: 'destination_url', rule: 'url_own' }] },
    ]);
    await create('ring-3', here('ring/four'));
    const fourth = await create('ring-4', here('ring-3'));
    const kept = await owner.post(`/api/links/${fourth.id}/aliases`, { path: 'ring/four' });
    expect([kept.status, fieldsOf(kept)]).toEqual([422, ['path']]);
  });

  test('of a protected link ask for its password', async () => {
    const link = await site.create({ destinationUrl: 'https://example.com/secret', password: 'open sesame' });
    await keep(link.id, 'old/secret');
    const location = String(await visit('/old/secret'));
    expect(location).toContain('/p/old%2Fsecret?path=%2Fold%2Fsecret');
    const unlocked = await site.app
      .client()
      .post('/api/links/verify-password', { slug: 'old/secret', path: '/old/secret', password: 'open sesame' });
    expect([unlocked.status, unlocked.body]).toEqual([200, { ok: true, redirectTo: '/old/secret' }]);
  });

  test.each(['a//b', 'api/x', '../../x', 'plain-slug', 'x\u0007y', 'x'.repeat(256)])('%j is none', async (path) => {
    const { id } = await site.create();
    const answer = await keep(id, path);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, ['path']]);
  });

  test('at most 50 of a link', async () => {
    const { id } = await site.create();
    for (let n = 1; n <= 50; n += 1) expect((await keep(id, `many/${n}`)).status).toBe(201);
    expect((await keep(id, 'many/51')).body).toMatchObject({
      code: 'alias_limit',
      errors: [{ field: 'path', rule: 'kept_path_limit', params: { max: 50 } }],
    });
  });
});

describe('taking an import back', () => {
  test('what nobody changed or visited goes into the trash, and is recreated by the same file', async () => {
    const csv =
      'slug,destination_url\nundo-a,https://example.com/a\nundo-b,https://example.com/b\nundo-c,https://example.com/c\n';
    const first = await importAll(site.owner, csv);
    const [a, b, c] = first.results.map(({ linkId }: { linkId: string }) => linkId);
    await site.owner.patch(`/api/links/${b}`, { title: 'changed' });
    await site.app.database.query('UPDATE link_counters SET used_visits = 1 WHERE link_id = $1', [c]);
    const undone = await site.owner.post(`/api/links/import/${first.importId}/undo`);
    expect([undone.status, undone.body]).toEqual([
      200,
      {
        undone: 1,
        kept: [
          { linkId: b, reason: 'changed' },
          { linkId: c, reason: 'visited' },
        ],
      },
    ]);
    expect(await visit('/undo-a')).toBe(404);
    await site.owner.delete(`/api/links/${c}`);
    const again = await importAll(site.owner, csv);
    expect(again.results).toMatchObject([
      { status: 'created' },
      { status: 'already_imported', linkId: b },
      { status: 'error' },
    ]);
    // Not visited: a visit would keep it.
    expect((await site.owner.get(`/api/links/${again.results[0].linkId}`)).body).toMatchObject({
      id: a,
      slug: 'undo-a',
    });
    // A mended file takes the addresses of the links that were taken back, but for one that people know.
    await site.owner.post(`/api/links/import/${first.importId}/undo`);
    const mended = await importAll(site.owner, csv.replaceAll('example.com', 'example.org'));
    expect(mended.results).toMatchObject([
      { status: 'created' },
      { status: 'conflict' },
      { status: 'error', errors: [{ rule: 'address_in_trash' }] },
    ]);
    expect(await visit('/undo-a')).toBe('https://example.org/a');
    expect((await site.owner.post(`/api/links/import/01890000-0000-7000-8000-000000000000/undo`)).body.code).toBe(
      'import_not_found',
    );
  });
});

test('a link in the trash that somebody restores at that moment is not replaced by a row', async () => {
  const csv = 'slug,destination_url\nundo-back,https://example.com/back\n';
  const { importId, results } = await importAll(site.owner, csv);
  await site.owner.post(`/api/links/import/${importId}/undo`);
  const previewed = await upload(site.owner, csv);
  const holder = await site.app.database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('UPDATE links SET deleted_at = NULL WHERE id = $1', [results[0].linkId]);
    const again = site.owner.post('/api/links/import', wholeImport(previewed));
    await eventually(async () => (await site.app.database.query(WAITING)).length > 0);
    await holder.query('COMMIT');
    expect([(await again).status, (await again).body.code]).toEqual([409, 'conflict']);
  } finally {
    holder.release();
  }
  expect((await importAll(site.owner, csv)).results).toMatchObject([
    { status: 'already_imported', linkId: results[0].linkId },
  ]);
});

test('a visit that was answered a moment ago keeps a link from being taken back', async () => {
  const { importId, results } = await importAll(
    site.owner,
    'slug,destination_url\nundo-late,https://example.com/late\n',
  );
  const holder = await site.app.database.pool.connect();
  try {
    // The visit is not counted yet when the import is taken back.
    await holder.query('BEGIN; LOCK TABLE link_counters IN EXCLUSIVE MODE');
    expect(await visit('/undo-late')).toBe('https://example.com/late');
    const undone = site.owner.post(`/api/links/import/${importId}/undo`);
    await eventually(async () => (await site.app.database.query(WAITING)).length > 0);
    await holder.query('COMMIT');
    expect((await undone).body).toEqual({ undone: 0, kept: [{ linkId: results[0].linkId, reason: 'visited' }] });
  } finally {
    holder.release();
  }
});

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('signpost import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-import-'));
  let workspace: string;
  beforeAll(async () => {
    workspace = (await site.owner.get('/api/auth/session')).body.workspace.slug;
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const written = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  const signpost = async (file: string, ...more: string[]) => {
    const args = ['import', file, '--workspace', workspace, ...more];
    const { code, stdout, stderr } = await runCommand(args, settingsOf(site.app));
    return { code, output: stdout + stderr };
  };

  const countLike = async (pattern: string): Promise<number> =>
    Number((await site.app.database.query('SELECT count(*) FROM links WHERE slug LIKE $1', [pattern]))[0]?.['count']);

  test('killed on the way and started again, makes each link once, and visitors find them', async () => {
    const rows = Array.from({ length: 6_000 }, (_, n) => `many-${n},https://example.com/many/${n},tag ${n % 7}`);
    const file = written('many.csv', `Short code,Long URL,Tags\n${rows.join('\n')}\n`);
    expect(await visit('/many-5999')).toBe(404);
    const env = { ...COMPILE_CACHE, ...settingsOf(site.app) };
    const killed = spawn(process.execPath, [CLI, 'import', file, '--workspace', workspace], { env });
    await once(killed.stderr, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await countLike('many-%')).toBeGreaterThanOrEqual(1_000);
    const done = await signpost(file);
    expect([done.code, await countLike('many-%')], done.output).toEqual([0, 6_000]);
    expect(await signpost(file)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Created 0 links. 6,000 rows were already imported.'),
    });
    await expect.poll(() => visit('/many-5999')).toBe('https://example.com/many/5999');
  });

  test('says first what would be lost, and makes nothing', async () => {
    const csv =
      'Link,Original URL\nhttps://go.example/,https://example.com/\nhttps://go.example/lost-1,https://example.com/1\n';
    const file = written('lost.csv', csv);
    const refused = await signpost(file);
    expect([refused.code, await countLike('lost-%')]).toEqual([1, 0]);
    expect(refused.output).toContain('Row 1 would lose /: the short domain itself cannot be a link.');
    expect(refused.output).toContain('Set a column to null to leave it out, or to one of: short_address, ');
    const mapping = written('mapping.json', /^\{.*\}$/m.exec(refused.output)?.[0] ?? '');
    expect(await signpost(file, '--map', mapping, '--dry-run')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Would create 2 links.'),
    });
    expect(await countLike('lost-%')).toBe(0);
    expect((await signpost(file, '--map', mapping)).code).toBe(0);
    expect(await visit('/lost-1')).toBe('https://example.com/1');
  });

  test('writes what failed to a file that is mended and given again', async () => {
    const csv =
      'slug,destination_url,title,is_protected\nfail-a,https://example.com/a,A,\nfail-a,https://example.com/b,"=B",\n' +
      'fail-c,nowhere,C,\nfail-d,https://example.com/d,D,true\n';
    const file = written('failing.csv', csv);
    const first = await signpost(file);
    const failed = `${file}.failed.csv`;
    expect([first.code, first.output], first.output).toEqual([1, expect.stringContaining(`${failed}\n`)]);
    const text = readFileSync(failed, 'utf8');
    expect(text.split('\n')[0]).toBe('slug,destination_url,title,password,is_protected,failed_row,failed_because');
    const mended = text
      .replace('fail-a', 'fail-b')
      .replace('nowhere', 'https://example.com/c')
      .replace('D,,', 'D,open1,');
    writeFileSync(failed, mended);
    expect(await signpost(failed)).toMatchObject({ code: 0 });
    expect(existsSync(`${failed}.failed.csv`)).toBe(false);
    expect((await site.owner.get('/api/links?q=fail-b')).body.items[0].title).toBe('=B');
    expect(await visit('/fail-c')).toBe('https://example.com/c');
    expect(await visit('/fail-d')).toContain('/p/fail-d');
  });
});
