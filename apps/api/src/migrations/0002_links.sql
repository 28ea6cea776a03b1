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
  is_shown boolean NOT NULL DEFAULT true,
  -- Computed with the row, so that links at their cap are found without a look at their counters. It changes once in a
  -- link's life: every other visit stays an update in place.
  is_at_cap boolean NOT NULL GENERATED ALWAYS AS (COALESCE(used_visits >= maximum_visits, false)) STORED
);
-- The one index that clicks are written to: of shown links alone it would be written a second time for each.
CREATE INDEX link_counters_clicks_idx ON link_counters (workspace_id, lifetime_clicks DESC, link_id DESC) INCLUDE (is_shown);
CREATE INDEX link_counters_at_cap_idx ON link_counters (workspace_id, link_id) INCLUDE (is_shown) WHERE is_at_cap;

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

-- Listing and filters. Every index leads with the workspace. One for each order, so that a page far back is reached without
-- looking up what lies before it; the title itself is there because PostgreSQL does not see that lower(title) is all that is
-- read of it. links_shown_idx is small enough to count a whole workspace in milliseconds, since few of its values differ,
-- and whose links these are and which need a review; links_shown_id_idx stands beside link_tags in the same order.
CREATE INDEX links_list_idx ON links (workspace_id, created_at DESC, id DESC) INCLUDE (archived_at) WHERE deleted_at IS NULL;
CREATE INDEX links_title_idx ON links (workspace_id, lower(title), id) INCLUDE (title, archived_at) WHERE deleted_at IS NULL;
CREATE INDEX links_expires_idx ON links (workspace_id, expires_at, id) INCLUDE (archived_at) WHERE deleted_at IS NULL;
CREATE INDEX links_shown_idx ON links (workspace_id, created_by, responsible_user_id, review_at)
  WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX links_shown_id_idx ON links (workspace_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
-- Links that may be something else than active, by themselves: the active ones are found as all but these.
CREATE INDEX links_stateful_idx ON links (workspace_id, id) INCLUDE (is_enabled, starts_at, expires_at, maximum_visits)
  WHERE deleted_at IS NULL AND archived_at IS NULL AND (NOT is_enabled OR starts_at IS NOT NULL OR expires_at IS NOT NULL);
CREATE INDEX links_archived_idx ON links (workspace_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND archived_at IS NOT NULL;
CREATE INDEX links_trash_idx ON links (workspace_id, created_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
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
