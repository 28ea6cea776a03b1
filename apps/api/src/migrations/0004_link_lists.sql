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
