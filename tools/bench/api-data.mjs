// A workspace as a team of fifty has it: links with titles, notes, tags, campaigns, states, aliases and clicks.
import { v7 as uuidv7 } from 'uuid';

const MINUTE_MS = 60_000;

/** Fills the first workspace. @param {import('pg').Pool} pool */
export async function fillWorkspace(pool, links) {
  const { id, owner } = (await pool.query(WORKSPACE)).rows[0];
  await pool.query(
    `INSERT INTO tags (id, workspace_id, name) SELECT gen_random_uuid(), $1, 'tag ' || n FROM generate_series(1, 20) n`,
    [id],
  );
  await pool.query(
    `INSERT INTO campaigns (id, workspace_id, name, utm_campaign) SELECT gen_random_uuid(), $1, 'Campaign ' || n, 'campaign-' || n FROM generate_series(1, 50) n`,
    [id],
  );
  const people = (await pool.query(PEOPLE, [id])).rows.map((row) => row.id);
  // Ids of their time, as the application makes them: links of one time lie side by side in every index.
  const now = Date.now();
  const ids = Array.from({ length: links }, (_, n) => uuidv7({ msecs: now - (n + 1) * 7 * MINUTE_MS }));
  await pool.query(LINKS, [id, owner, ids, new Date(now), people]);
  await pool.query(ALIASES, [id]);
  await pool.query(LINK_TAGS, [id]);
  await pool.query(COUNTERS, [id]);
  await pool.query('VACUUM ANALYZE');
}

const WORKSPACE = `
  SELECT w.id, m.user_id AS owner FROM workspaces w JOIN memberships m ON m.workspace_id = w.id AND m.role = 'OWNER'
  ORDER BY w.no LIMIT 1`;

const PEOPLE = `
  WITH made AS (
    INSERT INTO users (id, email) SELECT gen_random_uuid(), 'member-' || n || '@example.test' FROM generate_series(1, 50) n
    RETURNING id
  )
  INSERT INTO memberships (workspace_id, user_id, role, is_active) SELECT $1, id, 'MEMBER', true FROM made
  RETURNING user_id AS id`;

// Every share below is drawn per link, from numbers that depend on its own: the same workspace each time.
const WORDS = `ARRAY['spring','summer','launch','invoice','guide','report','webinar','careers','pricing','release','podcast','survey','press','partner','event','docs','roadmap','store','status','training']`;
const LINKS = `
  WITH drawn AS (
    SELECT n, id, 'l' || substr(md5('slug' || n), 1, 8) || n AS slug,
      (hashint4(n) & 2147483647) % 100 AS a, (hashint4(n + 1000003) & 2147483647) % 100 AS b,
      (hashint4(n + 2000003) & 2147483647) % 100 AS c, (hashint4(n + 3000017) & 2147483647) AS d
    FROM (SELECT id, n::int FROM unnest($3::uuid[]) WITH ORDINALITY AS given (id, n)) given
  ), made AS (
    INSERT INTO links (id, workspace_id, slug, title, notes, destination_url, destination_host, is_enabled, archived_at,
      starts_at, expires_at, maximum_visits, campaign_id, utm_source, responsible_user_id, review_at, created_by,
      created_at, updated_at, deleted_at)
    SELECT id, $1, slug,
      CASE WHEN a < 80 THEN (${WORDS})[1 + d % 20] || ' ' || (${WORDS})[1 + (d / 20) % 20] || ' ' || n END,
      CASE WHEN b < 20 THEN 'Ask ' || (${WORDS})[1 + (d / 400) % 20] || ' before changing number ' || n END,
      'https://www.example' || d % 5000 || '.com/' || (${WORDS})[1 + (d / 7) % 20] || '/' || n, 'www.example' || d % 5000 || '.com',
      b >= 5, CASE WHEN c < 5 THEN now() END,
      CASE WHEN a BETWEEN 10 AND 14 THEN now() + interval '9 days' END,
      CASE WHEN a BETWEEN 20 AND 29 THEN now() - (d % 300) * interval '1 day'
           WHEN a BETWEEN 30 AND 34 THEN now() + (d % 300 + 1) * interval '1 day' END,
      CASE WHEN a BETWEEN 40 AND 49 THEN 10 + d % 90 END,
      CASE WHEN b BETWEEN 30 AND 69 THEN (SELECT array_agg(id ORDER BY id) FROM campaigns)[1 + d % 50] END,
      CASE WHEN c < 50 THEN 'mail' END,
      CASE WHEN c >= 30 THEN ($5::uuid[])[1 + d % cardinality($5::uuid[])] END,
      CASE WHEN c BETWEEN 60 AND 69 THEN now() - interval '1 day' + (d % 60) * interval '1 day' END,
      $2, $4::timestamptz - n * interval '7 minutes', now(), CASE WHEN d % 100 = 0 THEN now() END
    FROM drawn
    RETURNING id, slug
  )
  INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT $1, slug, 'slug', id FROM made`;
const ALIASES = `
  INSERT INTO addresses (workspace_id, slug, kind, link_id)
  SELECT $1, 'alias-' || no, 'alias', id FROM links WHERE workspace_id = $1 AND no % 20 = 0`;
const LINK_TAGS = `
  INSERT INTO link_tags (workspace_id, link_id, tag_id)
  SELECT $1, l.id, t.id
  FROM links l JOIN (SELECT id, row_number() OVER (ORDER BY name) AS k FROM tags WHERE workspace_id = $1) t
    ON (hashint8(l.no * 31 + t.k) & 2147483647) % 100 < t.k
  WHERE l.workspace_id = $1`;
const COUNTERS = `
  UPDATE link_counters c SET used_visits = v.visits, lifetime_clicks = v.visits
  FROM (SELECT id, (100000 / (1 + (hashint4(no) & 2147483647) % 5000))::bigint AS visits FROM links WHERE workspace_id = $1) v
  WHERE v.id = c.link_id`;
