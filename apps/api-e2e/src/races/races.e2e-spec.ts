import { eventually, mailedToken, startApp, type ApiAnswer, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preview, wholeImport } from '../support/imports.js';
import { anAddress, join, PASSWORD, userIdOf } from '../support/people.js';

// Every check-then-act in the code under concurrent requests. In any order the rule holds, and no request fails with a server
// error or a deadlock.
const DESTINATION = 'https://example.com/';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let app: AppProcess;
let owner: ApiClient;
let registrations: ApiAnswer[];

beforeAll(async () => {
  // A connection for each request: how long one waits for another's depends on the machine, and makes fewer races.
  app = await startApp({ env: { DATABASE_POOL_SIZE: '64' } });
  registrations = await atOnce(6, (index) =>
    app.client().post('/api/auth/register', { email: `first-${index}@example.test`, password: PASSWORD }),
  );
  const winner = registrations.findIndex(({ status }) => status === 200);
  owner = app.client();
  await owner.post('/api/auth/login', { email: `first-${winner}@example.test`, password: PASSWORD });
});
afterAll(() => app?.stop());

function atOnce<T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => act(index)));
}

const statuses = (answers: readonly ApiAnswer[]): number[] => answers.map(({ status }) => status).sort();
const count = (answers: readonly ApiAnswer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

async function aLink(input: object = {}): Promise<{ id: string; slug: string }> {
  const { status, body } = await owner.post('/api/links', { destinationUrl: DESTINATION, ...input });
  expect(status).toBe(201);
  return body as { id: string; slug: string };
}

const number = async (sql: string, parameters: unknown[] = []): Promise<number> =>
  Number((await app.database.query<{ n: string }>(sql, parameters))[0]?.n);

/** Another writer: holds what `statement` locks while a request is made that has to wait, then does `meanwhile`. */
async function beside<T = ApiAnswer>(
  statement: string,
  parameters: unknown[],
  request: () => Promise<T>,
  meanwhile: (query: (sql: string, parameters: unknown[]) => Promise<unknown>) => Promise<unknown>,
): Promise<T> {
  const writer = await app.database.pool.connect();
  try {
    await writer.query('BEGIN');
    await writer.query(statement, parameters);
    const answer = request();
    await eventually(async () => (await app.database.query(WAITING)).length > 0);
    await meanwhile((sql, values) => writer.query(sql, values));
    await writer.query('COMMIT');
    return await answer;
  } finally {
    writer.release();
  }
}

/** Requests of which each has got as far as it can before one of them has written to the activity log. */
function beforeAnyIsRecorded(times: number, act: () => Promise<ApiAnswer>): Promise<ApiAnswer[]> {
  const areWaiting = async () => (await app.database.query(WAITING)).length === times;
  return beside(
    'LOCK TABLE audit_events IN SHARE MODE',
    [],
    () => atOnce(times, act),
    () => eventually(areWaiting),
  );
}

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

test('of several first registrations one sets the instance up', async () => {
  expect(count(registrations, 200)).toBe(1);
  expect(registrations.every(({ status }) => status === 200 || (status >= 400 && status < 500))).toBe(true);
  expect(await number('SELECT count(*) n FROM workspaces')).toBe(1);
  expect(await number('SELECT count(*) n FROM users')).toBe(1);
});

test('one address goes to one link, whether as slug, alias or prefix', async () => {
  const links = await Promise.all([aLink(), aLink(), aLink()]);
  for (const slug of ['race-a', 'race-b', 'race-c']) {
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => owner.post('/api/links', { destinationUrl: DESTINATION, slug })),
      ...links.map(({ id }) => owner.post(`/api/links/${id}/aliases`, { slug })),
      ...links.map(({ id }) => owner.patch(`/api/links/${id}`, { slug })),
      owner.patch('/api/workspaces', { linkPrefix: slug }),
      owner.post('/api/links/batch', {
        destinationUrl: DESTINATION,
        items: [{ clientKey: 'a', utmSource: 's', slug }],
      }),
    ]);
    // A link that has the address already may take it again.
    const taken = answers.filter(({ status }) => status < 400).length;
    expect(taken).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status, body }) => status < 300 || (status < 500 && body.code !== 'conflict'))).toBe(true);
    const holders = await app.database.query('SELECT DISTINCT link_id, kind FROM addresses WHERE slug = $1', [slug]);
    expect(holders).toHaveLength(1);
    await owner.patch('/api/workspaces', { linkPrefix: null });
  }
});

test('a link never has more than ten live aliases', async () => {
  const { id, slug } = await aLink();
  const added = await atOnce(14, (index) => owner.post(`/api/links/${id}/aliases`, { slug: `${slug}-${index}` }));
  expect([count(added, 201), count(added, 422)]).toEqual([10, 4]);
  const moved = await atOnce(4, (index) => owner.patch(`/api/links/${id}`, { slug: `${slug}-moved-${index}` }));
  expect(statuses(moved)).toEqual([422, 422, 422, 422]);
  expect(await number(`SELECT count(*) n FROM addresses WHERE link_id = $1 AND kind = 'alias'`, [id])).toBe(10);
});

test('links that ask for each other’s addresses are refused, and nobody waits in a circle', async () => {
  const links = [await aLink({ slug: 'round-a' }), await aLink({ slug: 'round-b' }), await aLink({ slug: 'round-c' })];
  const of = (index: number): { id: string; slug: string } => links[index % links.length] ?? { id: '', slug: '' };
  const answers = await atOnce(24, (index) => {
    const [{ id }, { slug }] = [of(index), of(index + 1 + (Math.floor(index / 3) % 2))];
    return index < 18 ? owner.patch(`/api/links/${id}`, { slug }) : owner.post(`/api/links/${id}/aliases`, { slug });
  });
  const codes = new Set(answers.map(({ status, body }) => `${status} ${body.code as string}`));
  expect([...codes].sort()).toEqual(['409 alias_taken', '409 slug_taken']);
  expect(await number(`SELECT count(*) n FROM addresses WHERE slug LIKE 'round-%' AND kind = 'slug'`)).toBe(3);
});

test('a cap is exact, whoever comes at once', async () => {
  const { slug, id } = await aLink({ maximumVisits: 10 });
  const answers = await atOnce(60, () => app.client().get(`/${slug}`, { headers: { 'user-agent': BROWSER } }));
  expect([count(answers, 302), count(answers, 404)]).toEqual([10, 50]);
  expect((await owner.get(`/api/links/${id}`)).body).toMatchObject({ usedVisits: 10, remainingVisits: 0 });
});

test('tags, campaigns and links change in any order without getting in each other’s way', async () => {
  const names = ['t-one', 't-two', 't-three', 't-four'];
  const made = await atOnce(16, (index) =>
    owner.post('/api/links', { destinationUrl: DESTINATION, tags: index % 2 === 0 ? names : [...names].reverse() }),
  );
  expect(statuses(made)).toEqual(Array(16).fill(201));
  expect(await number(`SELECT count(*) n FROM tags WHERE name LIKE 't-%'`)).toBe(4);
  const ids = made.map(({ body }) => body.id as string);
  const campaign = (await owner.post('/api/campaigns', { name: 'Race', utmCampaign: 'race' })).body.id as string;
  const tags = (await owner.get('/api/tags')).body.items.map(({ id }: { id: string }) => id) as string[];
  const bulk = (selected: string[], input: object) =>
    owner.post('/api/links/bulk', { selection: { ids: selected }, ...input });
  const answers = await Promise.all([
    ...ids.map((id) => owner.patch(`/api/links/${id}`, { campaignId: campaign, tags: names })),
    ...ids.map((id) => owner.patch(`/api/links/${id}`, { tags: [...names].reverse(), title: 'x' })),
    bulk(ids, { action: 'assignCampaign', campaignId: campaign }),
    bulk([...ids].reverse(), { action: 'assignCampaign', campaignId: null }),
    ...tags.map((tagId) => bulk([...ids].reverse(), { action: 'tag', tagId })),
    ...tags.map((tagId) => bulk(ids, { action: 'untag', tagId })),
    bulk(ids, { action: 'archive' }),
    owner.patch(`/api/campaigns/${campaign}`, { utmCampaign: 'race-2' }),
    owner.delete(`/api/campaigns/${campaign}`),
    owner.delete(`/api/tags/${tags[0] ?? ''}`),
    owner.patch(`/api/tags/${tags[1] ?? ''}`, { name: 'Renamed' }),
  ]);
  const odd = answers.filter(({ status, body }) => status >= 500 || body.code === 'conflict');
  expect(odd.map(({ status, text }) => [status, text])).toEqual([]);
  expect(await number('SELECT count(*) n FROM links WHERE campaign_id IS NOT NULL')).toBe(0);
});

test('a link whose address changes does not wait for whoever deletes its campaign, who waits for it', async () => {
  const campaignId = (await owner.post('/api/campaigns', { name: 'Gone', utmCampaign: 'gone' })).body.id as string;
  const { id } = await aLink({ campaignId });
  // As a change of the slug does: the search text is written with the address, then the link, whose foreign keys are then
  // checked once more.
  const twice = `UPDATE links SET search_text = search_text WHERE id = $1`;
  const deleted = await beside(
    'SELECT FROM links WHERE id = $1 FOR NO KEY UPDATE',
    [id],
    () => owner.delete(`/api/campaigns/${campaignId}`),
    async (query) => {
      await query(twice, [id]);
      await query(twice, [id]);
    },
  );
  expect([deleted.status, deleted.text]).toEqual([200, '{"ok":true}']);
  expect((await owner.get(`/api/links/${id}`)).body.campaignId).toBeNull();
});

test('whatever refers to a link is written while the link is changed', async () => {
  const { id, slug } = await aLink();
  const changed = await beside(
    'SELECT FROM addresses WHERE slug = $1 FOR UPDATE',
    [slug],
    () => owner.patch(`/api/links/${id}`, { slug: `${slug}-new` }),
    (query) => query('SELECT FROM links WHERE id = $1 FOR KEY SHARE NOWAIT', [id]),
  );
  expect([changed.status, changed.body.slug]).toEqual([200, `${slug}-new`]);
});

test('who signs in holds up nothing else that the account does', async () => {
  const { id, email } = (await owner.get('/api/auth/session')).body.user as { id: string; email: string };
  const signedIn = await beside(
    'LOCK TABLE sessions IN SHARE MODE',
    [],
    () => app.client().post('/api/auth/login', { email, password: PASSWORD }),
    // As every event that the account causes does.
    (query) => query('SELECT FROM users WHERE id = $1 FOR KEY SHARE NOWAIT', [id]),
  );
  expect([signedIn.status, signedIn.body.user?.id]).toEqual([200, id]);
});

test('a campaign that a file asks for and somebody else makes meanwhile is the one', async () => {
  const previewed = await preview(
    owner,
    `slug,destination_url,campaign,utm_medium\nlate-a,${DESTINATION},late,mail\nlate-b,${DESTINATION},late,print\n`,
  );
  expect(previewed.body.newCampaigns).toEqual(['late']);
  const imported = await beside(
    `INSERT INTO campaigns (id, workspace_id, name, utm_campaign, utm_medium)
     SELECT gen_random_uuid(), id, 'Late', 'late', 'mail' FROM workspaces`,
    [],
    () => owner.post('/api/links/import', wholeImport(previewed)),
    () => Promise.resolve(),
  );
  expect([imported.status, imported.body.results?.map(({ status }: { status: string }) => status)]).toEqual([
    200,
    ['created', 'created'],
  ]);
  const [campaign] = await app.database.query<{ id: string }>(`SELECT id FROM campaigns WHERE utm_campaign = 'late'`);
  const links = (await owner.get('/api/links?q=late-')).body.items as object[];
  expect(links).toMatchObject([
    { slug: 'late-a', campaignId: campaign?.id, utmMedium: null },
    { slug: 'late-b', campaignId: campaign?.id, utmMedium: 'print' },
  ]);
  const events = (await owner.get('/api/admin/audit-events?type=campaign_created')).body.items as { detail: object }[];
  expect(events.filter(({ detail }) => JSON.stringify(detail).includes('late'))).toEqual([]);
});

test('a file that is imported several times at once makes each link once', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `import-${index},https://example.com/${index}`);
  const preview = await owner.upload(
    '/api/links/import/preview',
    ['slug,destination_url', ...rows].join('\n'),
    'a.csv',
    'text/csv',
  );
  expect(preview.status).toBe(200);
  const { importId, fileHash } = preview.body;
  const input = { importId, fileHash, rows: preview.body.rows.map(({ row, values }: never) => ({ row, values })) };
  const answers = await atOnce(4, () => owner.post('/api/links/import', input));
  expect(statuses(answers)).toEqual([200, 200, 200, 200]);
  const results = answers.flatMap(({ body }) => body.results as { status: string }[]);
  const by = (status: string): number => results.filter((result) => result.status === status).length;
  expect([by('created'), by('already_imported')]).toEqual([40, 120]);
  expect(await number(`SELECT count(*) n FROM links WHERE slug LIKE 'import-%'`)).toBe(40);
});

test('an address has one open invitation, and a token joins once', async () => {
  const email = anAddress();
  const invited = await atOnce(5, () => owner.post('/api/workspaces/invitations', { email }));
  expect(statuses(invited)).toEqual([201, 409, 409, 409, 409]);
  const invitationToken = await mailedToken(app.dataDir, email, '/invite');
  const registered = await atOnce(4, () =>
    app.client().post('/api/auth/register', { email, password: PASSWORD, invitationToken }),
  );
  expect(count(registered, 200)).toBe(1);
  const person = app.client();
  await person.post('/api/auth/login', { email, password: PASSWORD });
  const accepted = await atOnce(5, () => person.post('/api/workspaces/invitations/accept', { token: invitationToken }));
  expect(statuses(accepted)).toEqual([200, 400, 400, 400, 400]);
  const events = await owner.get('/api/admin/audit-events?type=invitation_accepted');
  expect(events.body.items).toHaveLength(1);
});

test('a workspace has at most 200 shared reports, and a link 100 open reports of visitors', async () => {
  const { id, slug } = await aLink();
  const input = { subject: { type: 'link', id }, expiresAt: Date.now() + 86_400_000 };
  expect((await owner.post('/api/reports/shares', input)).status).toBe(201);
  await app.database.query(`
    INSERT INTO report_shares (id, workspace_id, token_hash, subject_type, subject_id, created_by, expires_at)
    SELECT gen_random_uuid(), workspace_id, sha256(n::text::bytea), subject_type, subject_id, created_by, expires_at
    FROM report_shares, generate_series(1, 196) n`);
  const shared = await beforeAnyIsRecorded(8, () => owner.post('/api/reports/shares', input));
  expect([count(shared, 201), count(shared, 422)]).toEqual([3, 5]);

  const report = { slug, reason: 'Spam' };
  expect((await owner.post('/api/report', report)).status).toBe(200);
  await app.database.query(`
    INSERT INTO abuse_reports (id, workspace_id, link_id, reason)
    SELECT gen_random_uuid(), workspace_id, link_id, reason FROM abuse_reports, generate_series(1, 96) n`);
  const reported = await beforeAnyIsRecorded(8, () => app.client().post('/api/report', report));
  expect(count(reported, 200)).toBe(8);
  expect(await number('SELECT count(*) n FROM abuse_reports WHERE link_id = $1', [id])).toBe(100);
});

test('nobody who joins at that moment is invited again', async () => {
  const email = anAddress();
  await app.database.query(`INSERT INTO users (id, email, verified_at) VALUES (gen_random_uuid(), $1, now())`, [email]);
  await owner.post('/api/workspaces/invitations', { email });
  // As accepting does.
  const invited = await beside(
    `UPDATE invitations i SET closed_at = now() FROM (SELECT id FROM workspaces FOR NO KEY UPDATE) w
     WHERE i.workspace_id = w.id AND i.email = $1`,
    [email],
    () => owner.post('/api/workspaces/invitations', { email }),
    (query) =>
      query(
        `INSERT INTO memberships (workspace_id, user_id, role) SELECT w.id, u.id, 'VIEWER' FROM workspaces w, users u WHERE u.email = $1`,
        [email],
      ),
  );
  expect([invited.status, invited.body.code]).toEqual([409, 'already_member']);
});

test('a reset token works once, and the password is one of those that were asked for', async () => {
  const email = anAddress();
  await owner.post('/api/workspaces/invitations', { email });
  const invitationToken = await mailedToken(app.dataDir, email, '/invite');
  await app.client().post('/api/auth/register', { email, password: PASSWORD, invitationToken });
  await app.client().post('/api/auth/forgot', { email });
  const token = await mailedToken(app.dataDir, email, '/reset-password');
  const answers = await atOnce(4, (index) =>
    app.client().post('/api/auth/reset', { token, password: `window-basket-${index}-harbour` }),
  );
  expect(statuses(answers)).toEqual([200, 400, 400, 400]);
  const winner = answers.findIndex(({ status }) => status === 200);
  const login = await app.client().post('/api/auth/login', { email, password: `window-basket-${winner}-harbour` });
  expect(login.status).toBe(200);
});

test('of a reset and changes of the password at the same time one holds, and ends what signs in beside it', async () => {
  const email = anAddress();
  await owner.post('/api/workspaces/invitations', { email });
  const invitationToken = await mailedToken(app.dataDir, email, '/invite');
  const person = app.client();
  await person.post('/api/auth/register', { email, password: PASSWORD, invitationToken });
  await app.client().post('/api/auth/forgot', { email });
  const token = await mailedToken(app.dataDir, email, '/reset-password');
  const chosen = 'window-basket-harbour-7';
  const intruders = Array.from({ length: 8 }, () => app.client());
  const wanted = [chosen, ...[1, 2, 3].map((index) => `intruder-lantern-orbit-${index}`)];
  const answers = await Promise.all([
    ...wanted.map((password, index) =>
      index === 0
        ? app.client().post('/api/auth/reset', { token, password })
        : person.post('/api/auth/password', { currentPassword: PASSWORD, newPassword: password }),
    ),
    ...intruders.map((client) => client.post('/api/auth/login', { email, password: PASSWORD })),
  ]);
  const held = wanted.filter((_, index) => answers[index]?.status === 200);
  expect(held).toHaveLength(1);
  for (const client of intruders) expect((await client.get('/api/auth/session')).body.user).toBeNull();
  // A reset ends every session, a change all but the one that asked for it.
  const { user } = (await person.get('/api/auth/session')).body;
  expect(user === null).toBe(held[0] === chosen);
  expect((await app.client().post('/api/auth/login', { email, password: held[0] })).status).toBe(200);
  expect((await app.client().post('/api/auth/login', { email, password: PASSWORD })).status).toBe(401);
});

test('nobody who is not an active member answers for a link', async () => {
  const person = await join(app, owner, 'MEMBER');
  const userId = await userIdOf(person);
  const links = await atOnce(6, () => aLink());
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all([
      ...links.map(({ id }) => owner.patch(`/api/links/${id}`, { responsibleUserId: userId })),
      owner.patch(`/api/workspaces/members/${userId}`, { isActive: false }),
      ...links.map(({ id }) => owner.patch(`/api/links/${id}`, { responsibleUserId: userId })),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
    expect(await number('SELECT count(*) n FROM links WHERE responsible_user_id = $1', [userId])).toBe(0);
    await owner.patch(`/api/workspaces/members/${userId}`, { isActive: true });
  }
});

test.each<[string, (person: ApiClient, linkId: string) => Promise<ApiAnswer>]>([
  ['makes a link', (person) => person.post('/api/links', { destinationUrl: `${DESTINATION}removed` })],
  ['changes one', (person, id) => person.patch(`/api/links/${id}`, { destinationUrl: `${DESTINATION}removed` })],
  ['adds a tag', (person) => person.post('/api/tags', { name: 'removed' })],
  ['keeps a view', (person) => person.post('/api/views', { name: 'removed', query: '', shared: false })],
])('whoever %s and is removed meanwhile is signed out, and nothing is done', async (_, act) => {
  const person = await join(app, owner, 'MEMBER');
  const userId = await userIdOf(person);
  const { id } = await aLink();
  const { status, body } = await beside(
    'SELECT FROM users WHERE id = $1 FOR UPDATE',
    [userId],
    () => act(person, id),
    (query) => query('DELETE FROM users WHERE id = $1', [userId]),
  );
  expect([status, body.code]).toEqual([401, 'unauthenticated']);
  const made = `SELECT (SELECT count(*) FROM links WHERE destination_url LIKE '%removed') +
    (SELECT count(*) FROM tags WHERE name = 'removed') + (SELECT count(*) FROM saved_views WHERE name = 'removed') n`;
  expect(await number(made)).toBe(0);
});

test('a deleted link is restored once, and never lost', async () => {
  const { id, slug } = await aLink();
  const deleted = await atOnce(4, () => owner.delete(`/api/links/${id}`));
  expect(statuses(deleted)).toEqual([200, 404, 404, 404]);
  const restored = await atOnce(4, () => owner.post(`/api/links/${id}/restore`));
  expect(statuses(restored)).toEqual([200, 404, 404, 404]);
  expect((await app.client().get(`/${slug}`)).status).toBe(302);
});

test('a workspace has one owner, whoever hands it over to whom at once', async () => {
  const people = await Promise.all([join(app, owner, 'MEMBER'), join(app, owner, 'MEMBER')]);
  const ids = await Promise.all(people.map(userIdOf));
  const answers = await Promise.all([
    ...ids.map((userId) => owner.post('/api/workspaces/transfer-ownership', { userId })),
    ...ids.map((userId) => owner.patch(`/api/workspaces/members/${userId}`, { isActive: false })),
    ...ids.map((userId) => owner.delete(`/api/workspaces/members/${userId}`)),
  ]);
  expect(answers.every(({ status, body }) => status < 500 && body.code !== 'conflict')).toBe(true);
  expect(await number(`SELECT count(*) n FROM memberships WHERE role = 'OWNER'`)).toBe(1);
  expect(await number(`SELECT count(*) n FROM memberships WHERE role = 'OWNER' AND is_active`)).toBe(1);
});
