-- The schema up to 0005_redirect, frozen by tools/migrations/freeze.mjs. Do not edit.

-- 0001_accounts_and_workspaces
-- People, how they sign in, and the workspaces that they belong to.
-- Tenant tables lead their keys and indexes with workspace_id, so that the data can be sharded by it.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_email_lower CHECK (email = lower(email)),
  CONSTRAINT users_email_key UNIQUE (email)
);

-- One row per sign-in method. The password is one of them: it alone carries a hash.
CREATE TABLE identities (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('password', 'google', 'microsoft')),
  subject text NOT NULL,
  email text NOT NULL,
  password_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identities_password_hash CHECK ((provider = 'password') = (password_hash IS NOT NULL)),
  CONSTRAINT identities_subject_key UNIQUE (provider, subject),
  CONSTRAINT identities_user_provider_key UNIQUE (user_id, provider)
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  browser text NOT NULL,
  os text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_user_idx ON sessions (user_id);
CREATE INDEX sessions_expires_idx ON sessions (expires_at);

-- Single-use secrets sent by mail; only the hash is kept.
CREATE TABLE user_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT user_tokens_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX user_tokens_user_idx ON user_tokens (user_id, purpose);
CREATE INDEX user_tokens_expires_idx ON user_tokens (expires_at);

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  -- Short surrogate for tables that grow with every click.
  no integer GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  name text NOT NULL,
  link_prefix text,
  -- Object key of the logo in file storage.
  logo_key text,
  -- Demo workspaces end; the token of the browser that made one lets it come back.
  demo_expires_at timestamptz,
  demo_token_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  -- Over deleted workspaces too: a workspace slug is never handed out again.
  CONSTRAINT workspaces_slug_key UNIQUE (slug),
  CONSTRAINT workspaces_no_key UNIQUE (no)
);
CREATE INDEX workspaces_demo_idx ON workspaces (demo_expires_at) WHERE demo_expires_at IS NOT NULL;

CREATE TABLE memberships (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('OWNER', 'MEMBER', 'VIEWER')),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT memberships_pkey PRIMARY KEY (workspace_id, user_id),
  CONSTRAINT memberships_owner_active CHECK (role <> 'OWNER' OR is_active)
);
CREATE UNIQUE INDEX memberships_one_owner_key ON memberships (workspace_id) WHERE role = 'OWNER';
CREATE INDEX memberships_user_idx ON memberships (user_id);

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('MEMBER', 'VIEWER')),
  token_hash bytea NOT NULL,
  invited_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash)
);
CREATE UNIQUE INDEX invitations_open_key ON invitations (workspace_id, email) WHERE closed_at IS NULL;

-- The activity log. Append-only: no route and no service updates or deletes a row.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  type text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id uuid REFERENCES users ON DELETE SET NULL,
  link_id uuid,
  link_slug text,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_events_page_idx ON audit_events (workspace_id, id DESC);
CREATE INDEX audit_events_type_idx ON audit_events (workspace_id, type, id DESC);

-- 0002_links
-- Links, their addresses, and what is attached to them.

CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  no integer GENERATED ALWAYS AS IDENTITY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  name text NOT NULL,
  utm_campaign text NOT NULL,
  utm_medium text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT campaigns_no_key UNIQUE (no),
  CONSTRAINT campaigns_workspace_key UNIQUE (workspace_id, id),
  CONSTRAINT campaigns_utm_campaign_key UNIQUE (workspace_id, utm_campaign)
);

CREATE TABLE links (
  id uuid PRIMARY KEY,
  no integer GENERATED ALWAYS AS IDENTITY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- What a search through every link reads stands in front, and what filters read beside it next: a row is read from its
  -- beginning.
  deleted_at timestamptz,
  archived_at timestamptz,
  -- Everything that search looks at, lower case; see 0003_search.sql.
  search_text text NOT NULL DEFAULT '',
  is_enabled boolean NOT NULL DEFAULT true,
  maximum_visits integer CHECK (maximum_visits >= 1),
  starts_at timestamptz,
  expires_at timestamptz,
  review_at timestamptz,
  responsible_user_id uuid REFERENCES users ON DELETE SET NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  campaign_id uuid,
  slug text NOT NULL,
  title text,
  notes text,
  destination_url text NOT NULL,
  destination_host text NOT NULL,
  scheduled_destination text,
  expiration_destination text,
  limit_destination text,
  password_hash text,
  -- Changes with every password that is set, the same one again too: it ends the grants given for the former.
  password_version uuid,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  targeting jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT links_no_key UNIQUE (no),
  CONSTRAINT links_workspace_key UNIQUE (workspace_id, id),
  CONSTRAINT links_window CHECK (expires_at > starts_at),
  CONSTRAINT links_one_campaign CHECK (campaign_id IS NULL OR utm_campaign IS NULL),
  CONSTRAINT links_password CHECK ((password_hash IS NULL) = (password_version IS NULL)),
  CONSTRAINT links_campaign_fkey FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id)
);

-- The one address space of a workspace: current slugs, aliases, revoked and former addresses, and link prefixes.
-- Its primary key is what keeps an address from ever being handed to two links, under any race.
CREATE TABLE addresses (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  slug text NOT NULL,
  -- slug: the current one; alias: a live alias; revoked: kept from others for good;
  -- prefix: the current link prefix; retained: a former prefix that still works ('_root_' is the bare root).
  kind text NOT NULL CHECK (kind IN ('slug', 'alias', 'revoked', 'prefix', 'retained')),
  link_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT addresses_pkey PRIMARY KEY (workspace_id, slug),
  CONSTRAINT addresses_owner CHECK ((kind IN ('slug', 'alias', 'revoked')) = (link_id IS NOT NULL)),
  CONSTRAINT addresses_link_key UNIQUE (workspace_id, slug, link_id),
  CONSTRAINT addresses_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id)
    ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX addresses_one_slug_key ON addresses (link_id) WHERE kind = 'slug';
CREATE UNIQUE INDEX addresses_one_prefix_key ON addresses (workspace_id) WHERE kind = 'prefix';
CREATE INDEX addresses_link_idx ON addresses (link_id, kind);

-- A link's slug is always an address of that very link.
ALTER TABLE links ADD CONSTRAINT links_slug_fkey FOREIGN KEY (workspace_id, slug, id)
  REFERENCES addresses (workspace_id, slug, link_id) DEFERRABLE INITIALLY DEFERRED;

-- Counters live apart from links, so that a visit does not rewrite the row and its indexes.
CREATE TABLE link_counters (
  link_id uuid PRIMARY KEY REFERENCES links ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  -- Human visits that were redirected to the link's own destination, capped or not.
  used_visits bigint NOT NULL DEFAULT 0,
  -- The same, as stored in reports; lags used_visits by at most the write interval.
  lifetime_clicks bigint NOT NULL DEFAULT 0,
  -- Copy of links.maximum_visits, so that the links at their cap are found without a look at every link.
  maximum_visits integer,
  -- Copy of whether the link is neither archived nor deleted, so that the list by clicks is one walk along an index.
  is_shown boolean NOT NULL DEFAULT true
);
CREATE INDEX link_counters_clicks_idx ON link_counters (workspace_id, lifetime_clicks DESC, link_id DESC);
CREATE INDEX link_counters_shown_idx ON link_counters (workspace_id, lifetime_clicks DESC, link_id DESC) WHERE is_shown;
CREATE INDEX link_counters_capped_idx ON link_counters (workspace_id, link_id) WHERE maximum_visits IS NOT NULL;

-- Every link has its counter row from the start, whoever inserts it.
CREATE FUNCTION links_add_counter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO link_counters (link_id, workspace_id, maximum_visits, is_shown)
  VALUES (NEW.id, NEW.workspace_id, NEW.maximum_visits, NEW.archived_at IS NULL AND NEW.deleted_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER links_add_counter AFTER INSERT ON links FOR EACH ROW EXECUTE FUNCTION links_add_counter();

CREATE FUNCTION links_copy_to_counter() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown boolean := NEW.archived_at IS NULL AND NEW.deleted_at IS NULL;
BEGIN
  UPDATE link_counters SET maximum_visits = NEW.maximum_visits, is_shown = shown
  WHERE link_id = NEW.id AND (maximum_visits IS DISTINCT FROM NEW.maximum_visits OR is_shown <> shown);
  RETURN NULL;
END $$;
CREATE TRIGGER links_copy_to_counter AFTER UPDATE OF maximum_visits, archived_at, deleted_at ON links FOR EACH ROW
  WHEN (ROW(NEW.maximum_visits, NEW.archived_at, NEW.deleted_at) IS DISTINCT FROM
        ROW(OLD.maximum_visits, OLD.archived_at, OLD.deleted_at))
  EXECUTE FUNCTION links_copy_to_counter();

CREATE TABLE tags (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tags_workspace_key UNIQUE (workspace_id, id)
);
CREATE UNIQUE INDEX tags_name_key ON tags (workspace_id, lower(name));

CREATE TABLE link_tags (
  workspace_id uuid NOT NULL,
  link_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  CONSTRAINT link_tags_pkey PRIMARY KEY (link_id, tag_id),
  CONSTRAINT link_tags_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT link_tags_tag_fkey FOREIGN KEY (workspace_id, tag_id) REFERENCES tags (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX link_tags_tag_idx ON link_tags (tag_id, link_id);

CREATE TABLE link_history (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  link_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid REFERENCES users ON DELETE SET NULL,
  action text NOT NULL,
  changes jsonb NOT NULL,
  CONSTRAINT link_history_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX link_history_page_idx ON link_history (link_id, at DESC, id DESC);

CREATE TABLE imports (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  file_hash text NOT NULL,
  row_count integer NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT imports_file_key UNIQUE (workspace_id, file_hash)
);

-- What an import has made: a row that stands here is never made again.
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row integer NOT NULL,
  link_id uuid NOT NULL REFERENCES links ON DELETE CASCADE,
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, row)
);

-- Listing and filters. Every index leads with the workspace. The first one carries what filters ask for, so that states
-- are counted from the index alone; the second one is small enough to count a whole workspace in milliseconds, the third
-- one stands beside link_tags in the same order. Those by title and by expiry carry the same, so that a page far back is
-- reached without looking up what lies before it; the title itself is there because PostgreSQL does not see that
-- lower(title) is all that is read of it.
CREATE INDEX links_list_idx ON links (workspace_id, created_at DESC, id DESC)
  INCLUDE (created_by, responsible_user_id, campaign_id, is_enabled, starts_at, expires_at, review_at, maximum_visits, archived_at)
  WHERE deleted_at IS NULL;
CREATE INDEX links_shown_idx ON links (workspace_id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX links_shown_id_idx ON links (workspace_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX links_archived_idx ON links (workspace_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND archived_at IS NOT NULL;
CREATE INDEX links_trash_idx ON links (workspace_id, created_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX links_title_idx ON links (workspace_id, lower(title), id)
  INCLUDE (title, created_by, responsible_user_id, campaign_id, is_enabled, starts_at, expires_at, review_at, maximum_visits,
    archived_at)
  WHERE deleted_at IS NULL;
CREATE INDEX links_expires_idx ON links (workspace_id, expires_at, id)
  INCLUDE (created_by, responsible_user_id, campaign_id, is_enabled, starts_at, review_at, maximum_visits, archived_at)
  WHERE deleted_at IS NULL;
CREATE INDEX links_campaign_idx ON links (workspace_id, campaign_id, created_at DESC)
  WHERE campaign_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_destination_idx ON links (workspace_id, md5(destination_url));
CREATE INDEX links_responsible_idx ON links (workspace_id, responsible_user_id);
CREATE INDEX links_creator_idx ON links (created_by);

-- Coherence of the redirect tables: every commit that changes what a visitor gets says so, whoever wrote it.
-- Payload: one letter and an id. l: link, a: address (workspace/slug), w: workspace, c: campaign.
CREATE FUNCTION notify_redirect_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  IF TG_TABLE_NAME = 'links' THEN
    changed := 'l:' || COALESCE(NEW.id, OLD.id);
  ELSIF TG_TABLE_NAME = 'addresses' THEN
    changed := 'a:' || COALESCE(NEW.workspace_id, OLD.workspace_id) || '/' || COALESCE(NEW.slug, OLD.slug);
  ELSIF TG_TABLE_NAME = 'workspaces' THEN
    changed := 'w:' || COALESCE(NEW.id, OLD.id);
  ELSE
    changed := 'c:' || COALESCE(NEW.id, OLD.id);
  END IF;
  PERFORM pg_notify('signpost_redirect', changed);
  RETURN NULL;
END $$;
CREATE TRIGGER links_notify AFTER UPDATE OR DELETE ON links FOR EACH ROW EXECUTE FUNCTION notify_redirect_change();
CREATE TRIGGER addresses_notify AFTER INSERT OR UPDATE OR DELETE ON addresses
  FOR EACH ROW EXECUTE FUNCTION notify_redirect_change();
CREATE TRIGGER workspaces_notify AFTER INSERT OR UPDATE OR DELETE ON workspaces
  FOR EACH ROW EXECUTE FUNCTION notify_redirect_change();
CREATE TRIGGER campaigns_notify AFTER UPDATE OR DELETE ON campaigns
  FOR EACH ROW EXECUTE FUNCTION notify_redirect_change();

-- 0003_search
-- Substring search over title, slug, live aliases, destination and notes: one lower-case text per link, kept by triggers.
-- pg_trgm makes it an index look-up; where a database forbids the extensions, search stays correct, only slower.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm or btree_gin is not available: substring search runs without an index';
END $$;

-- Parts are kept apart by line breaks, which no search text holds, so that nothing is found across two of them.
CREATE FUNCTION links_set_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := lower(concat_ws(E'\n', NEW.title, NEW.slug, NEW.destination_url, NEW.notes,
    (SELECT string_agg(a.slug, E'\n' ORDER BY a.slug) FROM addresses a WHERE a.link_id = NEW.id AND a.kind = 'alias')));
  RETURN NEW;
END $$;
CREATE TRIGGER links_set_search_text
  BEFORE INSERT OR UPDATE OF title, slug, destination_url, notes, search_text ON links
  FOR EACH ROW EXECUTE FUNCTION links_set_search_text();

-- An alias that comes or goes has its link's text made anew.
CREATE FUNCTION addresses_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.kind = 'alias' OR TG_OP <> 'DELETE' AND NEW.kind = 'alias' THEN
    UPDATE links SET search_text = '' WHERE id = COALESCE(NEW.link_id, OLD.link_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER addresses_search_text AFTER INSERT OR UPDATE OF kind OR DELETE ON addresses
  FOR EACH ROW EXECUTE FUNCTION addresses_search_text();

DO $$
BEGIN
  IF (SELECT count(*) = 2 FROM pg_extension WHERE extname IN ('pg_trgm', 'btree_gin')) THEN
    CREATE INDEX links_search_idx ON links USING gin (workspace_id, search_text gin_trgm_ops);
  END IF;
END $$;

-- 0004_clicks
-- Click events and what reports read of them. No address and no user-agent string, ever.
-- Rows that grow with traffic name workspaces, campaigns and links by their short number (`no`).

-- Hosts that visitors came from. 0 in click_events is `direct`.
CREATE TABLE referrer_hosts (
  no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  host text NOT NULL,
  -- Who brought it, and when: a workspace brings so many new ones a day.
  workspace_no integer NOT NULL,
  day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
  CONSTRAINT referrer_hosts_host_key UNIQUE (host)
);
CREATE INDEX referrer_hosts_new_idx ON referrer_hosts (workspace_no, day);

-- Sets of UTM values as they were at the time of a click. 0 in click_events: no value at all.
CREATE TABLE utm_sets (
  no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_no integer NOT NULL,
  -- SHA-256 of the five values, which together may be too long for an index.
  digest bytea NOT NULL,
  source text,
  medium text,
  campaign text,
  term text,
  content text,
  CONSTRAINT utm_sets_digest_key UNIQUE (workspace_no, digest)
);

-- One row per event, in monthly partitions, made ahead by a job and on demand by a late event.
-- Columns are ordered widest first and never null (0: none, unknown), so that a row takes 76 bytes, its line pointer
-- included. Small codes are positions in the lists of libs/domain/src/click-event.ts.
CREATE TABLE click_events (
  occurred_at timestamptz NOT NULL,
  -- 64 bits of the keyed hash of the day; its salt is destroyed when the next day ends.
  visitor bigint NOT NULL,
  workspace_no integer NOT NULL,
  link_no integer NOT NULL,
  campaign_no integer NOT NULL,
  utm_no integer NOT NULL,
  referrer_no integer NOT NULL,
  country smallint NOT NULL,
  outcome smallint NOT NULL,
  device smallint NOT NULL,
  browser smallint NOT NULL,
  os smallint NOT NULL,
  bot_class smallint NOT NULL
) PARTITION BY RANGE (occurred_at);
-- Only upkeep reads events, whole days at a time: reports read click_hours and click_days.
CREATE INDEX click_events_occurred_idx ON click_events USING brin (occurred_at) WITH (pages_per_range = 32);

-- Retention has dropped the raw events of every day before this one. Later comers of those days are only counted.
CREATE TABLE click_retention (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  dropped_before date NOT NULL
);

-- What reports read of the last days: one row per scope and UTC hour, maintained in the transaction that stores the events.
CREATE TABLE click_hours (
  workspace_no integer NOT NULL,
  -- Of a link or a campaign; 0 for the workspace itself.
  scope_no integer NOT NULL,
  day date NOT NULL,
  -- Visitors whose first click of the day fell into this hour, and those whose last click did. A late event may take
  -- one away from an hour that is folded already, which leaves a negative number here.
  first_visitors integer NOT NULL,
  last_visitors integer NOT NULL,
  -- Milliseconds from the start of the day to the first event.
  first_ms integer NOT NULL,
  -- 0: workspace, 1: campaign (as recorded with the event), 2: link.
  kind smallint NOT NULL,
  hour smallint NOT NULL,
  -- Packed counts by outcome, referrer and so on (apps/api/src/clicks/click-counts.ts).
  counts bytea NOT NULL,
  -- Workspace and campaign: clicks of each link, the most clicked first (apps/api/src/clicks/link-clicks.ts).
  links bytea,
  CONSTRAINT click_hours_pkey PRIMARY KEY (workspace_no, kind, scope_no, day, hour)
) WITH (fillfactor = 80);
CREATE INDEX click_hours_day_idx ON click_hours (day, workspace_no);

-- What reports read of older days: their hours folded into one row per scope. A day's counts are the sum of this row and
-- of the rows that click_hours still has, or has again after a late event.
CREATE TABLE click_days (
  workspace_no integer NOT NULL,
  scope_no integer NOT NULL,
  day date NOT NULL,
  -- Distinct visitors among the day's clicks.
  visitors integer NOT NULL,
  first_ms integer NOT NULL,
  kind smallint NOT NULL,
  -- As in click_hours, and by hour.
  counts bytea NOT NULL,
  links bytea,
  CONSTRAINT click_days_pkey PRIMARY KEY (workspace_no, kind, scope_no, day)
) WITH (fillfactor = 95);
-- Reports read only the beginning of it: uncompressed, a slice can be fetched alone.
ALTER TABLE click_hours ALTER COLUMN links SET STORAGE EXTERNAL;
ALTER TABLE click_days ALTER COLUMN links SET STORAGE EXTERNAL;

-- Visitors whom links share on a folded day, so that several links can be counted together: sets of older links, and
-- how many of a link's visitors clicked exactly these too (apps/api/src/clicks/shared-visitors.ts). Who they were is
-- not kept.
CREATE TABLE click_shared_visitors (
  workspace_no integer NOT NULL,
  -- 0: of the whole day, visitors of many links.
  link_no integer NOT NULL,
  day date NOT NULL,
  visitors bytea NOT NULL,
  CONSTRAINT click_shared_visitors_pkey PRIMARY KEY (workspace_no, link_no, day)
);

-- Who has clicked on the days that are not folded.
CREATE TABLE click_visitors (
  visitor bigint NOT NULL,
  workspace_no integer NOT NULL,
  scope_no integer NOT NULL,
  day date NOT NULL,
  kind smallint NOT NULL,
  -- Hours of the visitor's first and last click of the day.
  first_hour smallint NOT NULL,
  last_hour smallint NOT NULL,
  CONSTRAINT click_visitors_pkey PRIMARY KEY (workspace_no, day, kind, scope_no, visitor)
) WITH (fillfactor = 90);

-- Days whose hours were folded. A late event opens its day again.
CREATE TABLE click_folded_days (
  workspace_no integer NOT NULL,
  day date NOT NULL,
  folded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT click_folded_days_pkey PRIMARY KEY (workspace_no, day)
);

-- Clicks ever stored for a campaign (kind 1, as recorded) and for a workspace (kind 0); links have link_counters.
CREATE TABLE click_totals (
  workspace_no integer NOT NULL,
  kind smallint NOT NULL,
  scope_no integer NOT NULL,
  clicks bigint NOT NULL,
  CONSTRAINT click_totals_pkey PRIMARY KEY (workspace_no, kind, scope_no)
) WITH (fillfactor = 70);

CREATE VIEW campaign_clicks AS
  SELECT c.workspace_id, c.id AS campaign_id, coalesce(t.clicks, 0) AS clicks
  FROM campaigns c
  JOIN workspaces w ON w.id = c.workspace_id
  LEFT JOIN click_totals t ON t.workspace_no = w.no AND t.kind = 1 AND t.scope_no = c.no;

-- A workspace that is erased takes everything that was recorded for it along.
CREATE FUNCTION workspaces_erase_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since date := least((SELECT min(day) FROM click_days WHERE workspace_no = OLD.no),
                      (SELECT min(day) FROM click_hours WHERE workspace_no = OLD.no));
BEGIN
  DELETE FROM click_events WHERE occurred_at >= since::timestamp AT TIME ZONE 'UTC' AND workspace_no = OLD.no;
  DELETE FROM click_visitors WHERE workspace_no = OLD.no;
  DELETE FROM click_shared_visitors WHERE workspace_no = OLD.no;
  DELETE FROM click_folded_days WHERE workspace_no = OLD.no;
  DELETE FROM click_hours WHERE workspace_no = OLD.no;
  DELETE FROM click_days WHERE workspace_no = OLD.no;
  DELETE FROM click_totals WHERE workspace_no = OLD.no;
  DELETE FROM utm_sets WHERE workspace_no = OLD.no;
  RETURN NULL;
END $$;
CREATE TRIGGER workspaces_erase_clicks AFTER DELETE ON workspaces
  FOR EACH ROW EXECUTE FUNCTION workspaces_erase_clicks();

-- What the workspace report asks of its links.
CREATE INDEX links_live_idx ON links (workspace_id) WHERE deleted_at IS NULL;
CREATE INDEX links_capped_idx ON links (workspace_id) WHERE maximum_visits IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_paused_idx ON links (workspace_id, updated_at DESC) WHERE NOT is_enabled AND deleted_at IS NULL;
CREATE INDEX links_review_idx ON links (workspace_id, review_at) WHERE review_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_unassigned_idx ON links (workspace_id, created_at DESC, id DESC)
  WHERE responsible_user_id IS NULL AND deleted_at IS NULL AND archived_at IS NULL;

-- 0005_redirect
-- What the redirect path keeps in the database beside the links.

-- Random key of a UTC day's visitor hashes. Destroyed when the next day ends: then nothing can be joined to a person.
CREATE TABLE visitor_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL CHECK (octet_length(salt) = 32)
);

-- How far each process's click journal is stored. Moves in the transaction that stores the events, so that every event
-- is stored exactly once. A journal without a row belongs to another database and is never read into this one.
CREATE TABLE click_journals (
  journal_id uuid PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE schema_migrations (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
INSERT INTO schema_migrations (name, checksum) VALUES
  ('0001_accounts_and_workspaces', 'd54d84734cfc7d23a117f837c86791b4e4f1c64d5e2975bbd4ead372a81b0ee1'),
  ('0002_links', '7a0e64a332a3f4eec11b9d07a740b4d02e42b26c92f01b0cb1b70cd230365798'),
  ('0003_search', '75337571db6af6d138bd1d852b052602bedf0da56f55ac4245c0003e90c9e662'),
  ('0004_clicks', '9ee73d3b855e3dd97ba6aff8875709167f9eed67d198babd34b92ae26ebe139f'),
  ('0005_redirect', '1786f4eaa317d8bc3435f43f12ca0f354cc514e70c5f5e699d1a8ab4102bfcd3');
