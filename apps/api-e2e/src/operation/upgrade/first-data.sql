-- What an installation of that version might hold: an owner (password: correct-horse-battery-staple), a member, tags, a
-- campaign, and links of every kind.
INSERT INTO users (id, email, verified_at) VALUES
  ('01900000-0000-7000-8000-000000000001', 'owner@example.test', now()),
  ('01900000-0000-7000-8000-000000000002', 'member@example.test', now());
INSERT INTO identities (id, user_id, provider, subject, email, password_hash) VALUES
  ('01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000001', 'password', 'owner@example.test',
   'owner@example.test', '$argon2id$v=19$m=19456,t=2,p=1$tV1HIqoZk6NGQODgYcErmQ$QSvRCdLjLJE/gLuEYc+SxEfRLD8N1eV0mWML+wq2y3w');
INSERT INTO workspaces (id, slug, name) VALUES ('01900000-0000-7000-8000-000000000100', 'acme', 'Acme');
INSERT INTO memberships (workspace_id, user_id, role) VALUES
  ('01900000-0000-7000-8000-000000000100', '01900000-0000-7000-8000-000000000001', 'OWNER'),
  ('01900000-0000-7000-8000-000000000100', '01900000-0000-7000-8000-000000000002', 'MEMBER');
INSERT INTO campaigns (id, workspace_id, name, utm_campaign) VALUES
  ('01900000-0000-7000-8000-000000000200', '01900000-0000-7000-8000-000000000100', 'Spring', 'spring');

-- 2,000 links that nobody has visited yet: each first visit asks the database.
INSERT INTO links (id, workspace_id, slug, title, destination_url, destination_host, campaign_id, created_by)
SELECT ('01900000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, '01900000-0000-7000-8000-000000000100',
       'fresh-' || n, 'Link ' || n, 'https://example.com/' || n, 'example.com',
       CASE WHEN n % 2 = 0 THEN '01900000-0000-7000-8000-000000000200'::uuid END, '01900000-0000-7000-8000-000000000001'
FROM generate_series(1, 2000) AS n;
INSERT INTO links (id, workspace_id, slug, destination_url, destination_host, maximum_visits, expires_at, responsible_user_id)
VALUES
  ('01900000-0000-7000-a000-000000000001', '01900000-0000-7000-8000-000000000100', 'steady', 'https://example.com/steady',
   'example.com', NULL, NULL, NULL),
  ('01900000-0000-7000-a000-000000000002', '01900000-0000-7000-8000-000000000100', 'capped', 'https://example.com/capped',
   'example.com', 1000000, NULL, NULL),
  ('01900000-0000-7000-a000-000000000003', '01900000-0000-7000-8000-000000000100', 'over', 'https://example.com/over',
   'example.com', NULL, '2020-01-01', '01900000-0000-7000-8000-000000000002');
INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM links;
INSERT INTO addresses (workspace_id, slug, kind, link_id) VALUES
  ('01900000-0000-7000-8000-000000000100', 'formerly', 'alias', '01900000-0000-7000-a000-000000000001');
INSERT INTO tags (id, workspace_id, name) VALUES
  ('01900000-0000-7000-8000-000000000300', '01900000-0000-7000-8000-000000000100', 'kept');
INSERT INTO link_tags (workspace_id, link_id, tag_id) VALUES
  ('01900000-0000-7000-8000-000000000100', '01900000-0000-7000-a000-000000000001', '01900000-0000-7000-8000-000000000300');
