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
