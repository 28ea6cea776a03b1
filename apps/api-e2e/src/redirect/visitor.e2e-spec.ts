import { OUTCOMES } from '@signpost/domain';
import { eventually, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { hash } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aStoredLink, BROWSER, type StoredLink } from './stored-link.js';

/** White space counts, and so do characters of two UTF-16 units: 200 characters, the most there may be. */
const PASSWORD = ` open sesame ${'🔑'.repeat(187)}`;
let app: AppProcess;
let passwordHash: string;
let visitor: ApiClient;
let link: StoredLink;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT_VERIFY_PASSWORD: '10/60', RATE_LIMIT_REPORT: '5/60' } });
  await setUpOwner(app);
  passwordHash = await hash(PASSWORD);
});
afterAll(() => app?.stop());
beforeEach(async () => {
  visitor = app.client();
  link = await aProtectedLink();
});

const aProtectedLink = (values: Record<string, unknown> = {}) =>
  aStoredLink(app.database, {
    title: 'Price <list>',
    password_hash: passwordHash,
    password_version: randomUUID(),
    ...values,
  });
const visit = (path: string) => visitor.get(path, { headers: BROWSER });
const verify = (body: Record<string, unknown>) =>
  visitor.post('/api/links/verify-password', body, { headers: BROWSER });
const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visitor.request('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url, ...headers },
  });

describe('the public state', () => {
  test('of a protected link', async () => {
    const { status, body } = await visitor.get(`/api/links/public/${link.slug.toUpperCase()}`);
    expect([status, body]).toEqual([
      200,
      { slug: link.slug, title: 'Price <list>', workspaceName: 'Acme', logoUrl: null },
    ]);
  });

  test.each([
    ['unprotected', { password_hash: null, password_version: null }],
    ['paused', { is_enabled: false }],
    ['expired', { expires_at: new Date(0) }],
    ['not open yet', { starts_at: new Date(Date.now() + 3_600_000) }],
    ['expired with a fallback', { expires_at: new Date(0), expiration_destination: 'https://e.example/' }],
  ])('of a link that is %s is a 404', async (_, values) => {
    const { slug } = await aProtectedLink(values);
    const { status, body } = await visitor.get(`/api/links/public/${slug}`);
    expect([status, body.code]).toEqual([404, 'link_not_found']);
  });

  test('of a kept path is that of the bare path, as it was printed, whatever the link prefix', async () => {
    const { id, workspaceId } = await aProtectedLink({});
    await app.database.query(
      'INSERT INTO kept_paths (workspace_id, path, folded, link_id) VALUES ($1, $2, lower($2), $3)',
      [workspaceId, 'Preise/Ü 2', id],
    );
    await app.database.query(`UPDATE workspaces SET link_prefix = 'go' WHERE id = $1`, [workspaceId]);
    try {
      const address = 'Preise/Ü 2';
      await eventually(
        async () => (await visitor.get(`/api/links/public/${encodeURIComponent(address)}`)).body.slug === address,
      );
      const unlocked = await visitor.post('/api/links/verify-password', { slug: address, password: PASSWORD });
      expect([unlocked.status, unlocked.body.redirectTo]).toEqual([200, '/Preise/%C3%9C%202']);
    } finally {
      await app.database.query('UPDATE workspaces SET link_prefix = NULL WHERE id = $1', [workspaceId]);
    }
  });

  test('of an address that is encoded twice is not that of the link; a path is asked for once', async () => {
    const link = await aProtectedLink();
    const twice = `%25${link.slug.charCodeAt(0).toString(16)}${link.slug.slice(1)}`;
    for (const path of [`/api/links/public/${twice}`, `/api/links/public/${link.slug}%2F`, `/p/${twice}`])
      expect((await visitor.get(path)).status, path).toBe(404);
    const repeated = await visitor.get(`/api/links/public/${link.slug}?path=/a&path=/b`);
    expect([repeated.status, repeated.body.errors[0].field]).toEqual([422, 'path']);
    expect((await visitor.get(`/api/links/public/${link.slug}?path=/a`)).status).toBe(200);
  });

  test('of an unknown link is the same 404', async () => {
    expect((await visitor.get('/api/links/public/unknown')).body.code).toBe('link_not_found');
    expect((await visitor.get('/api/links/public/%00')).status).toBe(404);
  });
});

describe('the password', () => {
  test('opens the link for this visitor, under every address, and for nobody else', async () => {
    await app.database.query("INSERT INTO addresses (workspace_id, slug, kind, link_id) VALUES ($1, $2, 'alias', $3)", [
      link.workspaceId,
      `${link.slug}-alias`,
      link.id,
    ]);
    const { status, body, headers } = await verify({ slug: link.slug, password: PASSWORD, path: `/${link.slug}?a=1` });
    expect([status, body]).toEqual([200, { ok: true, redirectTo: `/${link.slug}?a=1` }]);
    const cookie = headers.getSetCookie()[0] ?? '';
    expect(cookie).toContain(`signpost_grant_${link.id}=`);
    expect(cookie).toContain('Max-Age=900; HttpOnly; SameSite=Lax');
    expect((await visit(`/${link.slug}`)).headers.get('location')).toBe('https://example.com/landing');
    expect((await visit(`/${link.slug}-alias`)).headers.get('location')).toBe('https://example.com/landing');
    expect((await app.client().get(`/${link.slug}`)).headers.get('location')).toContain('/p/');
  });

  test('without a path leads to the short address', async () => {
    expect((await verify({ slug: link.slug, password: PASSWORD })).body.redirectTo).toBe(`/${link.slug}`);
  });

  test('that is wrong is a 401 and an event', async () => {
    const { status, body } = await verify({ slug: link.slug, password: PASSWORD.trim() });
    expect([status, body.code]).toEqual([401, 'wrong_password']);
    expect((await visit(`/${link.slug}`)).headers.get('location')).toContain('/p/');
  });

  test.each(['//evil.example/', '/\\evil.example', 'https://evil.example/', 'x'])(
    'leads to no other host: %s',
    async (path) => {
      const { status, body } = await verify({ slug: link.slug, password: PASSWORD, path });
      expect([status, body.errors?.[0]?.field]).toEqual([422, 'path']);
    },
  );

  test('set anew ends every grant, the same one again too', async () => {
    await verify({ slug: link.slug, password: PASSWORD });
    expect((await visit(`/${link.slug}`)).headers.get('location')).toContain('example.com');
    await app.database.query('UPDATE links SET password_version = $2 WHERE id = $1', [link.id, randomUUID()]);
    await eventually(async () => (await visit(`/${link.slug}`)).headers.get('location')?.startsWith('/p/'));
  });

  test('is counted when it is wrong', async () => {
    await verify({ slug: link.slug, password: 'wrong' });
    const recorded = await eventually(async () => {
      const rows = await app.database.query<{ outcome: number }>(
        'SELECT e.outcome FROM click_events e JOIN links l ON l.no = e.link_no WHERE l.id = $1',
        [link.id],
      );
      return rows.length > 0 ? rows : null;
    });
    expect(recorded.map(({ outcome }) => OUTCOMES[outcome])).toEqual(['password_failed']);
  });

  test('may be tried ten times a minute on a link, and another link is another count', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      statuses.push((await verify({ slug: link.slug, password: 'wrong' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const other = await aProtectedLink();
    expect((await verify({ slug: other.slug, password: PASSWORD })).status).toBe(200);
  });
});

describe('the unlock page', () => {
  test('shows whose link it is and asks for the password, without a script', async () => {
    const { location } = await visit(`/${link.slug}?a=1`).then(({ headers }) => ({
      location: headers.get('location') ?? '',
    }));
    const { status, text, headers } = await visit(location);
    expect(status).toBe(200);
    expect(text).toContain('Price &lt;list&gt;');
    expect(text).toContain('Acme');
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(text).toContain(`action="/p/${link.slug}?path=${encodeURIComponent(`/${link.slug}?a=1`)}"`);
  });

  test('names the methods that it takes', async () => {
    for (const path of [`/p/${link.slug}`, `/p/${link.slug}/report`]) {
      const { status, headers } = await visitor.request('PUT', path);
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    }
  });

  test('speaks German to those who prefer it', async () => {
    const { text } = await visitor.get(`/p/${link.slug}`, { headers: { 'accept-language': 'de-AT,en;q=0.5' } });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('Link öffnen');
  });

  test('leads on with the right password and keeps path and query', async () => {
    const { status, headers } = await submit(`/p/${link.slug}?path=${encodeURIComponent(`/${link.slug}?a=1`)}`, {
      password: PASSWORD,
    });
    expect([status, headers.get('location')]).toEqual([303, `/${link.slug}?a=1`]);
    expect((await visit(`/${link.slug}?a=1`)).headers.get('location')).toBe('https://example.com/landing?a=1');
  });

  test('says that a password is wrong, next to the field', async () => {
    const { status, headers } = await submit(`/p/${link.slug}?path=%2F${link.slug}`, { password: 'no' });
    // On a page of its own: browsers do not go back to the answer of a form.
    expect([status, headers.get('location')]).toEqual([303, `/p/${link.slug}?path=%2F${link.slug}&said=wrong`]);
    const { text } = await visit(headers.get('location') ?? '');
    expect(text).toContain(`action="/p/${link.slug}?path=%2F${link.slug}"`);
    expect(text).toMatch(/aria-invalid="true" aria-describedby="problem"/);
    expect(text).toMatch(/id="problem" role="alert">That password is wrong\./);
  });

  test('of a link that ended meanwhile leads to where it says so', async () => {
    const { slug } = await aProtectedLink({ is_enabled: false });
    const { status, headers } = await submit(`/p/${slug}?path=%2F${slug}`, { password: PASSWORD });
    expect([status, headers.get('location')]).toEqual([303, `/${slug}`]);
    expect((await submit(`/p/${slug}`, { password: PASSWORD })).status).toBe(404);
  });

  test('takes no form from another site', async () => {
    expect((await submit(`/p/${link.slug}`, { password: PASSWORD }, { origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await submit(`/p/${link.slug}`, { password: PASSWORD }, { origin: 'null' })).status).toBe(403);
  });

  test('of a link without a password goes where the visitor wanted to go', async () => {
    const { slug } = await aStoredLink(app.database);
    expect((await visit(`/p/${slug}?path=%2F${slug}`)).headers.get('location')).toBe(`/${slug}`);
    expect((await visit(`/p/${slug}?path=%2F%2Fevil.example`)).status).toBe(404);
    expect((await visit('/p/unknown')).status).toBe(404);
  });
});

describe('a report', () => {
  test('tells nobody whether the link exists, and tells its owners', async () => {
    const known = await visitor.post('/api/report', { slug: link.slug, reason: 'phishing\nsecond line' });
    const unknown = await visitor.post('/api/report', { slug: 'unknown', reason: 'phishing' });
    expect([known.status, known.body]).toEqual([200, { ok: true }]);
    expect([unknown.status, unknown.body]).toEqual([200, { ok: true }]);
    const events = await app.database.query('SELECT detail FROM audit_events WHERE type = $1 AND link_id = $2', [
      'abuse_report',
      link.id,
    ]);
    expect(events).toEqual([{ detail: { reason: 'phishing\nsecond line' } }]);
    expect(await app.database.query("SELECT kind FROM mails WHERE kind = 'report'")).not.toEqual([]);
    const form = await submit(`/p/${link.slug}/report`, { reason: '' });
    expect(form.status).toBe(422);
    const sent = await submit(`/p/${link.slug}/report?path=%2F${link.slug}`, { reason: 'spam' });
    const thanks = `/p/${link.slug}/report?path=%2F${link.slug}&said=sent`;
    expect([sent.status, sent.headers.get('location')]).toEqual([303, thanks]);
    const { text } = await visit(thanks);
    expect(text).toContain('Thank you');
    expect(text).toContain(`href="/p/${link.slug}?path=%2F${link.slug}"`);
  });

  test('begins at /report too, where the address is asked for, also as it stands on paper', async () => {
    expect((await visit('/report')).text).toContain('name="link"');
    const given = encodeURIComponent(`https://short.example/${link.slug}?a=1`);
    const next = await visit(`/report?link=${given}`);
    expect([next.status, next.headers.get('location')]).toEqual([303, `/p/${link.slug}/report`]);
    expect((await visit('/report?link=%2F')).status).toBe(422);
    // A kept path has several parts; whether they are one, or a prefix and a slug, is for the report to find out.
    const path = await visit('/report?link=docs%2Fpricing%3Fa%3D1');
    expect([path.status, path.headers.get('location')]).toEqual([303, '/p/docs%2Fpricing/report']);
    const typed = { slug: `short.example/${link.slug}`, reason: 'typed with its host' };
    expect((await visitor.post('/api/report', { ...typed, path: 'https://evil.example/' })).body.errors).toMatchObject([
      { field: 'path', rule: 'not_path' },
    ]);
    expect((await visitor.post('/api/report', typed)).status).toBe(200);
    const [reported] = await app.database.query<{ detail: unknown }>(
      `SELECT detail FROM audit_events WHERE type = 'abuse_report' AND link_id = $1 ORDER BY id DESC LIMIT 1`,
      [link.id],
    );
    expect(reported?.detail).toEqual({ reason: 'typed with its host' });
  });

  test('that is larger than a form may be is refused, on a connection that stays', async () => {
    const { status, text } = await submit(`/p/${link.slug}/report`, { reason: 'x'.repeat(300_000) });
    expect([status, text]).toEqual([422, expect.stringContaining('role="alert"')]);
  });

  test('that cannot be stored says nothing of its reporter or of anybody in the log', async () => {
    await app.database.query(`
      CREATE FUNCTION no_mail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no mail today'; END $$;
      CREATE TRIGGER no_mail BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION no_mail()`);
    const { status } = await submit(`/p/${link.slug}/report`, { reason: 'the neighbour in number nine' });
    await app.database.query('DROP TRIGGER no_mail ON mails');
    expect(status).toBe(503);
    await eventually(() => app.output().includes('no mail today'));
    expect(app.output()).not.toMatch(/number nine|owner@example\.test/);
  });

  test('too many from one client come back with what was written', async () => {
    let answer = await submit(`/p/${link.slug}/report`, { reason: 'again & again' });
    for (let n = 0; n < 5 && answer.status === 303; n += 1) {
      answer = await submit(`/p/${link.slug}/report`, { reason: 'again & again' });
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.text).toMatch(/role="alert">You have sent too many reports\. Send this one in \d+ /);
    expect(answer.text).toContain('>again &amp; again</textarea>');
  });
});
