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
CREATE TRIGGER addresses_search_text AFTER INSERT OR UPDATE OF kind, slug OR DELETE ON addresses
  FOR EACH ROW EXECUTE FUNCTION addresses_search_text();

DO $$
BEGIN
  IF (SELECT count(*) = 2 FROM pg_extension WHERE extname IN ('pg_trgm', 'btree_gin')) THEN
    CREATE INDEX links_search_idx ON links USING gin (workspace_id, search_text gin_trgm_ops);
  END IF;
END $$;

-- What filters and searches ask of a link, beside nothing else, under the names of links: for lists that have to look at
-- every link of a workspace, such as a search for one letter. Rows of links are so wide that reaching them takes longer than
-- judging them. What is never null stands in front, since a row is read from its beginning and nulls slow down what follows.
CREATE TABLE link_facts (
  id uuid PRIMARY KEY REFERENCES links ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  -- For the orders by it: what was found is sorted where it lies.
  created_at timestamptz NOT NULL,
  is_enabled boolean NOT NULL,
  -- search_bytes(search_text)
  search_bytes bytea NOT NULL,
  deleted_at timestamptz,
  archived_at timestamptz,
  expires_at timestamptz,
  starts_at timestamptz,
  maximum_visits integer,
  review_at timestamptz,
  responsible_user_id uuid,
  created_by uuid,
  campaign_id uuid
);
CREATE INDEX link_facts_workspace_idx ON link_facts (workspace_id);

-- A text as search compares it: small letters, in UTF-8. LIKE goes through bytes faster than through letters, and finds the
-- same, since no letter of UTF-8 begins within another one. Immutable, which convert_to is not for other encodings' sake,
-- so that it is called once in a statement and the planner knows what is searched for.
CREATE FUNCTION search_bytes(text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN convert_to(lower($1), 'UTF8');
END $$;

-- Every two bytes of a text that stand side by side, in the workspace's name: where few of its links have one of them, a
-- search for two letters or for a frequent word is led to those by an index. Trigrams find nothing of two letters, and what
-- leads to a workspace in an index of its own is read from one end to the other for every search.
CREATE FUNCTION search_pairs(bytes bytea, workspace uuid) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  prefix bigint := uuid_hash(workspace)::bigint << 16;
  pairs bigint[] := '{}';
  first integer;
  second integer;
BEGIN
  FOR n IN 0..length(bytes) - 1 LOOP
    second := get_byte(bytes, n);
    IF n > 0 THEN pairs[n] := prefix + first * 256 + second; END IF;
    first := second;
  END LOOP;
  RETURN pairs;
END $$;
CREATE INDEX link_facts_pairs_idx ON link_facts USING gin (search_pairs(search_bytes, workspace_id));
-- How frequent a pair is does not have to be known: whether the index is used is decided by how frequent the text is.
ALTER INDEX link_facts_pairs_idx ALTER COLUMN 1 SET STATISTICS 0;

CREATE FUNCTION links_copy_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO link_facts VALUES (NEW.id, NEW.workspace_id, NEW.created_at, NEW.is_enabled, search_bytes(NEW.search_text),
    NEW.deleted_at, NEW.archived_at, NEW.expires_at, NEW.starts_at, NEW.maximum_visits, NEW.review_at,
    NEW.responsible_user_id, NEW.created_by, NEW.campaign_id)
  ON CONFLICT (id) DO UPDATE SET (created_at, is_enabled, search_bytes, deleted_at, archived_at, expires_at, starts_at,
    maximum_visits, review_at, responsible_user_id, created_by, campaign_id) = (EXCLUDED.created_at, EXCLUDED.is_enabled,
    EXCLUDED.search_bytes, EXCLUDED.deleted_at, EXCLUDED.archived_at, EXCLUDED.expires_at, EXCLUDED.starts_at,
    EXCLUDED.maximum_visits, EXCLUDED.review_at, EXCLUDED.responsible_user_id, EXCLUDED.created_by, EXCLUDED.campaign_id);
  RETURN NULL;
END $$;
CREATE TRIGGER links_add_facts AFTER INSERT ON links FOR EACH ROW EXECUTE FUNCTION links_copy_facts();
-- Judged by what the row has become: the text is set by a trigger, which UPDATE OF would not see.
CREATE TRIGGER links_copy_facts AFTER UPDATE ON links FOR EACH ROW
  WHEN (ROW(NEW.created_at, NEW.is_enabled, NEW.search_text, NEW.deleted_at, NEW.archived_at, NEW.expires_at, NEW.starts_at,
            NEW.maximum_visits, NEW.review_at, NEW.responsible_user_id, NEW.created_by, NEW.campaign_id) IS DISTINCT FROM
        ROW(OLD.created_at, OLD.is_enabled, OLD.search_text, OLD.deleted_at, OLD.archived_at, OLD.expires_at, OLD.starts_at,
            OLD.maximum_visits, OLD.review_at, OLD.responsible_user_id, OLD.created_by, OLD.campaign_id))
  EXECUTE FUNCTION links_copy_facts();
