-- The schema up to 0070_display_names_and_email_changes, frozen by tools/migrations/freeze.mjs. Do not edit.

-- 0001_accounts
-- People, and how they sign in.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  verified_at timestamptz,
  -- Accounts that exist only for a demo workspace: they never sign in by themselves and do not end the first-run setup.
  is_demo boolean NOT NULL DEFAULT false,
  -- In which language an account gets its mails: that of the browser it last signed in with. Null: nobody knows, so English.
  language text,
  -- Who wants a mail about each workspace every week.
  weekly_digest boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_email_lower CHECK (email = lower(email)),
  CONSTRAINT users_email_key UNIQUE (email)
);
CREATE INDEX users_demo_idx ON users (id) WHERE is_demo;

-- One row per sign-in method. The password is one of them: it alone carries a hash.
CREATE TABLE identities (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('password', 'google', 'microsoft', 'oidc')),
  subject text NOT NULL,
  email text NOT NULL,
  password_hash text,
  -- Whether a password is known to be its address owner's: chosen while the address was verified, by a reset mail or from
  -- an invitation. One that is not is removed when the address turns out to be somebody else's.
  is_proven boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identities_password_hash CHECK ((provider = 'password') = (password_hash IS NOT NULL)),
  CONSTRAINT identities_subject_key UNIQUE (provider, subject),
  CONSTRAINT identities_user_provider_key UNIQUE (user_id, provider)
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- How the account showed who it is when the session began.
  way text,
  browser text NOT NULL,
  os text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_user_idx ON sessions (user_id);
CREATE INDEX sessions_expires_idx ON sessions (expires_at);

-- Sign-ins on their way from one host of the instance to another (docs/adr/0027). Only the hash of a token is kept, and a
-- token ends with the session that it was made in.
CREATE TABLE hand_overs (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX hand_overs_session_idx ON hand_overs (session_id);

-- Single-use secrets sent by mail, and one-time links of the command line; only the hash is kept.
CREATE TABLE user_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password', 'sign_in')),
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT user_tokens_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX user_tokens_user_idx ON user_tokens (user_id, purpose);
CREATE INDEX user_tokens_expires_idx ON user_tokens (expires_at);

-- Codes of an authenticator app. The secret is sealed with a key of SESSION_SECRET.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL,
  -- Null while it is being set up.
  enabled_at timestamptz,
  -- The newest time step of which a code was used: none works twice.
  last_step bigint,
  -- Wrong codes, counted from the first of a minute.
  failures integer NOT NULL DEFAULT 0,
  failures_since timestamptz
);

-- What helps whoever has lost the app, once each; only hashes are kept.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Names the key to its authenticator, in base64url.
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CONSTRAINT passkeys_credential_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_user_idx ON passkeys (user_id);

-- Challenges that were answered, until they are too old to be answered again.
CREATE TABLE passkey_answers (
  challenge_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_answers_expires_idx ON passkey_answers (expires_at);

-- 0002_workspaces
-- Workspaces, who belongs to them, and what they have set.
-- Lists and look-ups of a tenant are led by indexes that begin with workspace_id.

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  -- Short surrogate for tables that grow with every click.
  no integer GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  name text NOT NULL,
  link_prefix text,
  -- Object key of the logo in file storage.
  logo_key text,
  -- Where unknown short addresses, expired links, and `/` of a short domain of its own lead; null: to a page that says so.
  not_found_destination text,
  expiration_destination text,
  root_destination text,
  -- Whether destinations are looked at, and patterns of the hosts that links may lead to; none: any.
  destination_watch boolean NOT NULL DEFAULT true,
  allowed_hosts text[] NOT NULL DEFAULT '{}',
  -- Whether members need a second factor.
  require_second_factor boolean NOT NULL DEFAULT false,
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
  -- Monday (UTC) of the last week that the member got a digest of.
  digest_week date,
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

-- Lists of links that members keep under a name, for themselves or for everybody in the workspace.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  query text NOT NULL,
  is_shared boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX saved_views_workspace_idx ON saved_views (workspace_id, user_id);

-- Tracking values that a workspace keeps under a name.
CREATE TABLE utm_presets (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  position smallint NOT NULL,
  name text NOT NULL,
  source text,
  medium text,
  term text,
  content text,
  CONSTRAINT utm_presets_pkey PRIMARY KEY (workspace_id, position)
);

-- 0003_links
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
  -- Everything that search looks at, folded; see 0004_link_lists.sql.
  search_text text NOT NULL DEFAULT '',
  is_enabled boolean NOT NULL DEFAULT true,
  maximum_visits integer CHECK (maximum_visits >= 1),
  starts_at timestamptz,
  expires_at timestamptz,
  review_at timestamptz,
  -- Stopped because of where it leads. Who may lift it: `operator` any, `workspace` only its own.
  quarantined_at timestamptz,
  quarantined_by text,
  quarantine_reason text,
  responsible_user_id uuid REFERENCES users ON DELETE SET NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  campaign_id uuid,
  slug text NOT NULL,
  title text,
  notes text,
  destination_url text NOT NULL,
  destination_host text NOT NULL,
  -- The destination with its percent-encoded characters and `xn--` labels decoded, written by the application; empty where
  -- that is the destination itself, null until the application has seen the link.
  destination_text text,
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
  -- Clicks that the link brought along when it moved here from elsewhere.
  prior_clicks bigint NOT NULL DEFAULT 0,
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
-- Every new link, and the first redirect of a workspace in each process, asks for the prefixes that lead on: a handful of
-- rows, which without an index of their own were looked for among all addresses of all workspaces.
CREATE INDEX addresses_retained_idx ON addresses (workspace_id, slug) WHERE kind = 'retained';

-- A link's slug is always an address of that very link.
ALTER TABLE links ADD CONSTRAINT links_slug_fkey FOREIGN KEY (workspace_id, slug, id)
  REFERENCES addresses (workspace_id, slug, link_id) DEFERRABLE INITIALLY DEFERRED;

-- Addresses of a former shortener that a slug cannot say. They never meet those in `addresses`: no slug has what they have.
CREATE TABLE kept_paths (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- As it was printed, decoded once.
  path text NOT NULL,
  -- The same without regard to case; computed by the application, as Unicode folds it.
  folded text NOT NULL,
  link_id uuid NOT NULL,
  -- A revoked one leads nowhere, and is nobody else's.
  is_live boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT kept_paths_pkey PRIMARY KEY (workspace_id, path),
  CONSTRAINT kept_paths_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id)
    ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX kept_paths_link_idx ON kept_paths (link_id);
CREATE INDEX kept_paths_folded_idx ON kept_paths (workspace_id, folded) WHERE is_live;

-- Counters live apart from links, so that a visit does not rewrite the row and its indexes. Clicks are in no index, so that
-- storing them is an update in place.
CREATE TABLE link_counters (
  link_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  -- Human visits that were redirected to the link's own destination, capped or not.
  used_visits bigint NOT NULL DEFAULT 0,
  -- The same, as stored in reports; lags used_visits by at most the write interval.
  lifetime_clicks bigint NOT NULL DEFAULT 0,
  -- Copy of links.maximum_visits, so that the links at their cap are found without a look at every link.
  maximum_visits integer,
  -- Computed with the row, so that links at their cap are found without a look at their counters. It changes once in a
  -- link's life: every other visit stays an update in place.
  is_at_cap boolean NOT NULL GENERATED ALWAYS AS (COALESCE(used_visits >= maximum_visits, false)) STORED,
  CONSTRAINT link_counters_workspace_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id)
    ON DELETE CASCADE
);
CREATE INDEX link_counters_reached_idx ON link_counters (workspace_id, link_id) WHERE is_at_cap;
-- The capped ones, beside their visits: those near their cap are found without a look at links. No visit changes it.
CREATE INDEX link_counters_capped_idx ON link_counters (workspace_id, link_id) WHERE maximum_visits IS NOT NULL;

-- Every link has its counter row from the start, whoever inserts it.
CREATE FUNCTION links_add_counter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO link_counters (link_id, workspace_id, maximum_visits) VALUES (NEW.id, NEW.workspace_id, NEW.maximum_visits);
  RETURN NULL;
END $$;
CREATE TRIGGER links_add_counter AFTER INSERT ON links FOR EACH ROW EXECUTE FUNCTION links_add_counter();

CREATE FUNCTION links_copy_to_counter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE link_counters SET maximum_visits = NEW.maximum_visits WHERE link_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER links_copy_to_counter AFTER UPDATE OF maximum_visits ON links FOR EACH ROW
  WHEN (NEW.maximum_visits IS DISTINCT FROM OLD.maximum_visits) EXECUTE FUNCTION links_copy_to_counter();

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
-- For counting: ids of links, of which none is like another, would make it ten times as large.
CREATE INDEX link_tags_count_idx ON link_tags (tag_id);

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

-- Coherence of the redirect tables: every commit that changes what a visitor gets says so, whoever wrote it.
-- Payload: one letter and an id. l: link, a: address (workspace/slug), w: workspace, c: campaign.
CREATE FUNCTION notify_redirect_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  IF TG_TABLE_NAME = 'links' THEN
    changed := 'l:' || COALESCE(NEW.id, OLD.id);
    -- Back from the trash: whoever was asked for it meanwhile knows its addresses as those of no link.
    IF TG_OP = 'UPDATE' AND OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
      PERFORM pg_notify('signpost_redirect', 'a:' || workspace_id || '/' || slug) FROM addresses
      WHERE workspace_id = NEW.workspace_id AND link_id = NEW.id;
    END IF;
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

-- As for addresses: the leading slash tells the two apart.
CREATE FUNCTION notify_kept_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('signpost_redirect',
    'a:' || COALESCE(NEW.workspace_id, OLD.workspace_id) || '//' || COALESCE(NEW.path, OLD.path));
  RETURN NULL;
END $$;
CREATE TRIGGER kept_paths_notify AFTER INSERT OR UPDATE OR DELETE ON kept_paths
  FOR EACH ROW EXECUTE FUNCTION notify_kept_path();

-- 0004_link_lists
-- What lists of links are found by: the text that search looks at, an index for each order and filter, and the number of links.

-- The order of titles as people expect it, whatever their script: "Äpfel" before "Zoo". A PostgreSQL without ICU orders by bytes.
DO $$
BEGIN
  CREATE COLLATION signpost_text (provider = icu, locale = 'und');
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value OR undefined_object THEN
  CREATE COLLATION signpost_text (provider = libc, locale = 'C');
END $$;

-- Substring search over title, slug, live aliases, destination and notes: one folded text per link, kept by triggers.
-- pg_trgm makes it an index look-up; where a database forbids the extensions, search stays correct, only slower.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm or btree_gin is not available: substring search runs without an index';
END $$;

-- Search goes without regard to how letters are written: NFC, full case folding (`ΟΔΟΣ` = `οδος`, `ß` = `ss`), accents as they
-- are. Capitals of small letters, in small letters again, are what Unicode folds them to, but for the dotless i, whose capital
-- is that of i (set aside as a control character, which no text holds), and the sigma at a word's end.
DO $$
DECLARE
  fold text := $fold$
    CREATE FUNCTION search_fold(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
      SELECT CASE WHEN octet_length(given) = char_length(given) THEN lower(given COLLATE %1$s)
        ELSE normalize(translate(lower(upper(translate(lower(normalize(given, NFC) COLLATE %1$s), 'ı', E'\x01'))), E'ς\x01', 'σı'), NFC)
      END
    $body$ $fold$;
BEGIN
  -- A PostgreSQL without ICU folds as its own locale does.
  EXECUTE format(fold, CASE WHEN to_regcollation('"und-x-icu"') IS NULL THEN '"default"' ELSE '"und-x-icu"' END);
END $$;

-- Parts are kept apart by line breaks, which no search text holds, so that nothing is found across two of them. Where a search
-- has to go through all texts of a workspace, each is read until the words are met: words that most links have are those of
-- their destinations, so these stand in front.
CREATE FUNCTION links_set_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := search_fold(concat_ws(E'\n', NEW.destination_url, NULLIF(NEW.destination_text, ''), NEW.title, NEW.slug, NEW.notes,
    (SELECT string_agg(a.slug, E'\n' ORDER BY a.slug) FROM addresses a WHERE a.link_id = NEW.id AND a.kind = 'alias')));
  RETURN NEW;
END $$;
CREATE TRIGGER links_set_search_text
  BEFORE INSERT OR UPDATE OF title, slug, destination_url, destination_text, notes, search_text ON links
  FOR EACH ROW EXECUTE FUNCTION links_set_search_text();
-- Links whose search text is still to be made anew; empty once that is done.
CREATE INDEX links_search_due_idx ON links (id) WHERE destination_text IS NULL;

-- An alias that comes or goes has its link's text made anew.
CREATE FUNCTION addresses_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.kind = 'alias' OR TG_OP <> 'DELETE' AND NEW.kind = 'alias' THEN
    UPDATE links SET search_text = '' WHERE id = COALESCE(NEW.link_id, OLD.link_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER addresses_search_text AFTER INSERT OR UPDATE OF kind, slug OR DELETE ON addresses
  FOR EACH ROW EXECUTE FUNCTION addresses_search_text();

DO $$
BEGIN
  IF (SELECT count(*) = 2 FROM pg_extension WHERE extname IN ('pg_trgm', 'btree_gin')) THEN
    CREATE INDEX links_search_idx ON links USING gin (workspace_id, search_text gin_trgm_ops);
  END IF;
END $$;

-- Listing and filters. Every index leads with the workspace. One for each order, so that a page far back is reached without
-- looking up what lies before it. links_shown_idx is small enough to count a whole workspace in milliseconds, since few of its
-- values differ, and whose links these are and which need a review.
CREATE INDEX links_by_name_idx ON links (workspace_id, title COLLATE signpost_text, id) INCLUDE (archived_at)
  WHERE deleted_at IS NULL;
CREATE INDEX links_expires_idx ON links (workspace_id, expires_at, id) INCLUDE (archived_at) WHERE deleted_at IS NULL;
CREATE INDEX links_shown_idx ON links (workspace_id, created_by, responsible_user_id, review_at)
  WHERE deleted_at IS NULL AND archived_at IS NULL;
-- What filters ask of a link beside its texts, in the order of the list: rows of links are so wide that reading them takes
-- five times as long as judging them here.
CREATE INDEX links_filter_idx ON links (workspace_id, created_at DESC, id DESC)
  INCLUDE (archived_at, is_enabled, starts_at, expires_at, maximum_visits, campaign_id, created_by, responsible_user_id, review_at)
  WHERE deleted_at IS NULL;
-- Links that may be something else than active: the active ones are all but those of these that are not.
CREATE INDEX links_state_idx ON links (workspace_id, id)
  INCLUDE (archived_at, is_enabled, starts_at, expires_at, maximum_visits)
  WHERE deleted_at IS NULL AND (NOT is_enabled OR starts_at IS NOT NULL OR expires_at IS NOT NULL OR maximum_visits IS NOT NULL
    OR quarantined_at IS NOT NULL);
CREATE INDEX links_archived_idx ON links (workspace_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND archived_at IS NOT NULL;
CREATE INDEX links_trash_idx ON links (workspace_id, created_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX links_campaign_idx ON links (workspace_id, campaign_id, created_at DESC)
  WHERE campaign_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_destination_idx ON links (workspace_id, md5(destination_url));
CREATE INDEX links_responsible_idx ON links (workspace_id, responsible_user_id);
CREATE INDEX links_creator_idx ON links (created_by);

-- How many links a workspace has, for the totals of lists and reports: counting a hundred thousand along an index takes as
-- long as the rest of a page. One number for each workspace would make every writer wait for the one before, so each
-- statement adds a row with what it changed, and the number is their sum, as exact as the links of the same snapshot.
CREATE TABLE link_counts (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- Links that are not deleted.
  live integer NOT NULL,
  -- Links that are neither deleted nor archived.
  shown integer NOT NULL
);
CREATE INDEX link_counts_workspace_idx ON link_counts (workspace_id);

-- Makes one row of very many, without those that somebody else is at: while those are more than enough by themselves, the
-- few others stay, and the row that is made here is not folded again.
CREATE FUNCTION link_counts_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  enough CONSTANT integer := 100;
  free tid[];
BEGIN
  IF (SELECT count(*) FROM link_counts WHERE workspace_id = NEW.workspace_id) > enough THEN
    free := ARRAY(SELECT ctid FROM link_counts WHERE workspace_id = NEW.workspace_id FOR UPDATE SKIP LOCKED);
    IF cardinality(free) > enough THEN
      WITH folded AS (DELETE FROM link_counts WHERE ctid = ANY (free) RETURNING live, shown)
      INSERT INTO link_counts (workspace_id, live, shown)
      SELECT NEW.workspace_id, sum(live), sum(shown) FROM folded;
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER link_counts_fold AFTER INSERT ON link_counts FOR EACH ROW EXECUTE FUNCTION link_counts_fold();

CREATE FUNCTION links_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO link_counts (workspace_id, live, shown)
    SELECT workspace_id, count(*), count(*) FILTER (WHERE archived_at IS NULL)
    FROM links_now WHERE deleted_at IS NULL GROUP BY workspace_id;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO link_counts (workspace_id, live, shown)
    SELECT workspace_id, sum(live), sum(shown)
    FROM (
      SELECT workspace_id, count(*) AS live, count(*) FILTER (WHERE archived_at IS NULL) AS shown
      FROM links_now WHERE deleted_at IS NULL GROUP BY workspace_id
      UNION ALL
      SELECT workspace_id, -count(*), -count(*) FILTER (WHERE archived_at IS NULL)
      FROM links_before WHERE deleted_at IS NULL GROUP BY workspace_id) changed
    GROUP BY workspace_id HAVING sum(live) <> 0 OR sum(shown) <> 0;
  ELSE
    -- Not of a workspace that is deleted with all of them.
    INSERT INTO link_counts (workspace_id, live, shown)
    SELECT l.workspace_id, -count(*), -count(*) FILTER (WHERE l.archived_at IS NULL)
    FROM links_before l JOIN workspaces w ON w.id = l.workspace_id WHERE l.deleted_at IS NULL GROUP BY l.workspace_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER links_count_inserted AFTER INSERT ON links REFERENCING NEW TABLE AS links_now
  FOR EACH STATEMENT EXECUTE FUNCTION links_count();
CREATE TRIGGER links_count_updated AFTER UPDATE ON links REFERENCING OLD TABLE AS links_before NEW TABLE AS links_now
  FOR EACH STATEMENT EXECUTE FUNCTION links_count();
CREATE TRIGGER links_count_deleted AFTER DELETE ON links REFERENCING OLD TABLE AS links_before
  FOR EACH STATEMENT EXECUTE FUNCTION links_count();

-- 0005_clicks
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
-- Upkeep reads events whole days at a time, and filtered reports of a link or of some links read theirs alone; all other
-- reports read click_hours and click_days.
CREATE INDEX click_events_occurred_idx ON click_events USING brin (occurred_at) WITH (pages_per_range = 32);
CREATE INDEX click_events_link_idx ON click_events (link_no, occurred_at);

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
  -- Packed counts by outcome, referrer and so on (apps/api/src/clicks/rollup/click-counts.ts).
  counts bytea NOT NULL,
  -- Workspace and campaign: clicks of each link, the most clicked first (apps/api/src/clicks/rollup/link-clicks.ts).
  links bytea,
  -- Clicks to be added to those: what came since a long list was last written, which is not done for every batch.
  recent_links bytea,
  CONSTRAINT click_hours_pkey PRIMARY KEY (workspace_no, kind, scope_no, day, hour)
) WITH (fillfactor = 80);
-- Whoever looks a row up by its whole primary key, as the click writer does for thousands of rows at a time, must find no
-- other index to use: a planner that knows nothing of today's rows takes one by day as gladly, and reads a thousand times as
-- much. So the index by day is one of the day's number, which those statements do not name.
CREATE INDEX click_hours_day_no_idx ON click_hours ((day - DATE '1970-01-01'), workspace_no, kind, scope_no);

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
ALTER TABLE click_hours ALTER COLUMN links SET STORAGE EXTERNAL, ALTER COLUMN recent_links SET STORAGE EXTERNAL;
ALTER TABLE click_days ALTER COLUMN links SET STORAGE EXTERNAL;

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

-- From which to which day events of a link were recorded with which campaign (0: none). The span may be wider than the
-- events, never narrower: links that never had another campaign can then be counted as their campaign was recorded,
-- however many they are.
CREATE TABLE click_link_campaigns (
  workspace_no integer NOT NULL,
  link_no integer NOT NULL,
  campaign_no integer NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  CONSTRAINT click_link_campaigns_pkey PRIMARY KEY (workspace_no, link_no, campaign_no)
) WITH (fillfactor = 80);
-- Without events of no campaign, for the same reason as the index by day: only statements that say so can use it.
CREATE INDEX click_link_campaigns_of_campaign_idx ON click_link_campaigns (workspace_no, campaign_no) WHERE campaign_no <> 0;

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

-- Workspaces that are erased take everything that was recorded for them along. All of one statement at once: events are
-- found by their time alone, so that those of every workspace since then are read.
CREATE FUNCTION workspaces_erase_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone integer[] := ARRAY(SELECT no FROM erased);
  since date := least((SELECT min(day) FROM click_days WHERE workspace_no = ANY (gone)),
                      (SELECT min(day) FROM click_hours WHERE workspace_no = ANY (gone)));
BEGIN
  DELETE FROM click_events WHERE occurred_at >= since::timestamp AT TIME ZONE 'UTC' AND workspace_no = ANY (gone);
  DELETE FROM click_visitors WHERE workspace_no = ANY (gone);
  DELETE FROM click_folded_days WHERE workspace_no = ANY (gone);
  DELETE FROM click_hours WHERE workspace_no = ANY (gone);
  DELETE FROM click_days WHERE workspace_no = ANY (gone);
  DELETE FROM click_totals WHERE workspace_no = ANY (gone);
  DELETE FROM utm_sets WHERE workspace_no = ANY (gone);
  RETURN NULL;
END $$;
CREATE TRIGGER workspaces_erase_clicks AFTER DELETE ON workspaces
  REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION workspaces_erase_clicks();

-- The campaigns of its links go with everything else that was recorded for a workspace.
CREATE FUNCTION workspaces_erase_link_campaigns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM click_link_campaigns WHERE workspace_no = OLD.no;
  RETURN NULL;
END $$;
CREATE TRIGGER workspaces_erase_link_campaigns AFTER DELETE ON workspaces
  FOR EACH ROW EXECUTE FUNCTION workspaces_erase_link_campaigns();

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

-- 0006_imports
-- Files that were imported, and what became of their rows.

CREATE TABLE imports (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  file_hash text NOT NULL,
  row_count integer NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the first request came that made links of it: its limit counts it once.
  started_at timestamptz,
  CONSTRAINT imports_file_key UNIQUE (workspace_id, file_hash)
);

-- What an import has made: a row that stands here is never made again.
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row integer NOT NULL,
  link_id uuid NOT NULL REFERENCES links ON DELETE CASCADE,
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, row)
);
-- For whoever erases a workspace: each link that goes asks which imported rows it was. Without it twenty thousand of them
-- take a hundred seconds instead of three.
CREATE INDEX import_rows_link_idx ON import_rows (link_id);

-- 0007_work
-- What is done besides answering: mails, jobs and their alerts, health signals, the activity log, answers that are kept.

-- Mails on their way. A row is written in the transaction that causes the mail and sent after its commit.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- Recipient and content, encrypted with a key derived from SESSION_SECRET, because they hold single-use tokens.
  -- Null once the mail was sent or given up.
  payload bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- Also the end of the lease while a process is sending it.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failed_at timestamptz,
  -- Code of the last refusal; never the server's text, which may name the recipient.
  last_error text,
  CONSTRAINT mails_payload CHECK ((payload IS NULL) = (sent_at IS NOT NULL OR failed_at IS NOT NULL))
);
CREATE INDEX mails_due_idx ON mails (next_attempt_at) WHERE payload IS NOT NULL;
CREATE INDEX mails_failed_idx ON mails (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX mails_created_idx ON mails (created_at);

-- One row per job. Whoever moves next_due_at in one statement runs the job: any number of processes and outside
-- crons run it once per due time.
CREATE TABLE jobs (
  name text PRIMARY KEY,
  next_due_at timestamptz NOT NULL,
  last_started_at timestamptz,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text,
  -- What the last run that succeeded has done, in a sentence for the operator.
  last_result text,
  -- Set while a run is under way. A run that has let its lease pass is taken for dead, and the next one takes over.
  run_id uuid,
  lease_until timestamptz,
  CONSTRAINT jobs_running CHECK ((run_id IS NULL) = (lease_until IS NULL))
);

-- What somebody has been told of a link. The row goes when the date or the cap moves, so that the next one is told again.
CREATE TABLE link_alerts (
  workspace_id uuid NOT NULL,
  link_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('expiry', 'visits', 'review')),
  sent_at timestamptz NOT NULL,
  CONSTRAINT link_alerts_pkey PRIMARY KEY (link_id, kind),
  CONSTRAINT link_alerts_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id) ON DELETE CASCADE
);

CREATE FUNCTION links_rearm_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM link_alerts
  WHERE workspace_id = NEW.workspace_id AND link_id = NEW.id
    AND ((kind = 'expiry' AND NEW.expires_at IS DISTINCT FROM OLD.expires_at)
      OR (kind = 'visits' AND NEW.maximum_visits IS DISTINCT FROM OLD.maximum_visits)
      OR (kind = 'review' AND NEW.review_at IS DISTINCT FROM OLD.review_at));
  RETURN NULL;
END $$;
CREATE TRIGGER links_rearm_alerts AFTER UPDATE OF expires_at, maximum_visits, review_at ON links FOR EACH ROW
  WHEN (NEW.expires_at IS DISTINCT FROM OLD.expires_at
     OR NEW.maximum_visits IS DISTINCT FROM OLD.maximum_visits
     OR NEW.review_at IS DISTINCT FROM OLD.review_at)
  EXECUTE FUNCTION links_rearm_alerts();

-- What the alert job reads: the few links that can be due, over all workspaces.
CREATE INDEX links_alert_expiry_idx ON links (expires_at) WHERE expires_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_alert_review_idx ON links (review_at) WHERE review_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_alert_cap_idx ON links (id) WHERE maximum_visits IS NOT NULL AND deleted_at IS NULL;

-- How the parts of each process are doing. A row that its process no longer renews does not count.
CREATE TABLE signals (
  instance uuid NOT NULL,
  key text NOT NULL,
  state text NOT NULL CHECK (state IN ('ok', 'degraded', 'failed')),
  detail text,
  -- When the state was reported, by the process's clock, and when the process last renewed it, by the database's.
  updated_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT signals_pkey PRIMARY KEY (instance, key)
);

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

-- First answers of requests that carry an Idempotency-Key, for a day.
CREATE TABLE idempotency_keys (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  answer json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_id, route, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

-- 0008_reports_and_destinations
-- Reports for those who have no account, what the workspace report asks of its links, and what becomes of destinations.

-- Reports that anybody with the address may read until they end. Only the token's hash is kept.
CREATE TABLE report_shares (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  -- link, campaign or workspace; the id of the link or campaign, which may be gone.
  subject_type text NOT NULL,
  subject_id uuid,
  title text,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT report_shares_token_key UNIQUE (token_hash)
);
CREATE INDEX report_shares_workspace_idx ON report_shares (workspace_id, expires_at);

-- What the workspace report asks of its links.
CREATE INDEX links_live_idx ON links (workspace_id) WHERE deleted_at IS NULL;
CREATE INDEX links_capped_idx ON links (workspace_id) WHERE maximum_visits IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_paused_idx ON links (workspace_id, updated_at DESC) WHERE NOT is_enabled AND deleted_at IS NULL;
CREATE INDEX links_review_idx ON links (workspace_id, review_at) WHERE review_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_unassigned_idx ON links (workspace_id, created_at DESC, id DESC)
  WHERE responsible_user_id IS NULL AND deleted_at IS NULL AND archived_at IS NULL;

-- Every address that live links lead to, once for all links that do.
CREATE TABLE watched_destinations (
  -- SHA-256 of the address: addresses are longer than an index takes.
  hash bytea PRIMARY KEY,
  url text NOT NULL,
  host text NOT NULL,
  state text NOT NULL DEFAULT 'unknown' CHECK (state IN ('ok', 'broken', 'unknown')),
  -- A word of the list in the code; null before the first look and for what is well.
  reason text,
  checked_at timestamptz,
  -- Since when it has been in its state.
  since timestamptz,
  -- The first look that found it broken, until a second one says the same.
  suspected_at timestamptz,
  due_at timestamptz NOT NULL
);
CREATE INDEX watched_destinations_due_idx ON watched_destinations (due_at);
CREATE INDEX watched_destinations_host_idx ON watched_destinations (host, checked_at);
-- What is broken, or not known, is found without those that are well, which are most.
CREATE INDEX watched_destinations_state_idx ON watched_destinations (state) WHERE state <> 'ok';

CREATE TABLE link_destinations (
  link_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  hash bytea NOT NULL REFERENCES watched_destinations ON DELETE CASCADE,
  CONSTRAINT link_destinations_pkey PRIMARY KEY (link_id, hash),
  CONSTRAINT link_destinations_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id)
    ON DELETE CASCADE
);
CREATE INDEX link_destinations_hash_idx ON link_destinations (hash);

-- What visitors wrote about a link, until somebody has decided on it.
CREATE TABLE abuse_reports (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  link_id uuid NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'dismissed', 'quarantined')),
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CONSTRAINT abuse_reports_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id)
    ON DELETE CASCADE
);
CREATE INDEX abuse_reports_page_idx ON abuse_reports (workspace_id, created_at DESC, id DESC);
CREATE INDEX abuse_reports_link_idx ON abuse_reports (link_id) WHERE state = 'open';

-- Stopped links of all workspaces, for the operator's desk: few of many.
CREATE INDEX links_quarantined_idx ON links (quarantined_at) WHERE quarantined_at IS NOT NULL;

-- 0070_display_names_and_email_changes
-- What people are called, and addresses that accounts are on their way to.

ALTER TABLE users ADD COLUMN display_name text;

-- At most one for each account. The change happens once both addresses are confirmed, each by the token of its own mail.
CREATE TABLE email_changes (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  new_email text NOT NULL,
  old_token_hash bytea NOT NULL,
  new_token_hash bytea NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT email_changes_email_lower CHECK (new_email = lower(new_email)),
  CONSTRAINT email_changes_old_token_key UNIQUE (old_token_hash),
  CONSTRAINT email_changes_new_token_key UNIQUE (new_token_hash)
);
CREATE INDEX email_changes_expires_idx ON email_changes (expires_at);

CREATE TABLE schema_migrations (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
INSERT INTO schema_migrations (name, checksum) VALUES
  ('0001_accounts', '3a1d3c2dcbba90518a29a45868d7036c8117532c3a4f8e9d5911057ed1f9c5d9'),
  ('0002_workspaces', '3e132470c3e1f3263d016f39ae80457258996a1bdf758bbd36d8c44b8b443876'),
  ('0003_links', '38b2653a6cc8df63ef2239e2ace25cd5f24e227d8aaf38c75b253ce0db45a54d'),
  ('0004_link_lists', '3308cabd31e1f6a0bcc527ebc2121a5d7d0f60f15093bcc01f1e496ace713892'),
  ('0005_clicks', '01a4a0c88d0c7c1c9b318ffaa709d7fc788ff9f7ded414604ba7198521d9ec3e'),
  ('0006_imports', '89dbc88227f8ca1df4b4515bf95bea7741fde184b4b919fac2e75ea3ad4f5b75'),
  ('0007_work', 'd1f3a93c4d9282cafda1dda0dc6acb38b728b58caa70de58bbc839c58072b487'),
  ('0008_reports_and_destinations', 'd857ea3ecb70bbe6326ea300bf9751c61ecc252eed3d2fef4e14c2e2ed85a11f'),
  ('0070_display_names_and_email_changes', 'cdb001ba32613d55eb82544012cce0153446ea121b76edb2d4b653d4eec021a1');
