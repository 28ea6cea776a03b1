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

-- The same text beside nothing else, for searches that have to read every link of a workspace, such as one letter: rows
-- of links are so wide that reaching each of them takes longer than reading its text.
CREATE TABLE link_texts (
  link_id uuid PRIMARY KEY REFERENCES links ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  -- Whether the link is neither archived nor deleted.
  is_shown boolean NOT NULL,
  search_text text NOT NULL
);
CREATE INDEX link_texts_workspace_idx ON link_texts (workspace_id);

CREATE FUNCTION links_copy_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO link_texts (link_id, workspace_id, is_shown, search_text)
  VALUES (NEW.id, NEW.workspace_id, NEW.archived_at IS NULL AND NEW.deleted_at IS NULL, NEW.search_text)
  ON CONFLICT (link_id) DO UPDATE SET is_shown = EXCLUDED.is_shown, search_text = EXCLUDED.search_text;
  RETURN NULL;
END $$;
CREATE TRIGGER links_add_text AFTER INSERT ON links FOR EACH ROW EXECUTE FUNCTION links_copy_text();
-- Judged by what the row has become: the text is set by a trigger, which UPDATE OF would not see.
CREATE TRIGGER links_copy_text AFTER UPDATE ON links FOR EACH ROW
  WHEN (ROW(NEW.search_text, NEW.archived_at IS NULL, NEW.deleted_at IS NULL) IS DISTINCT FROM
        ROW(OLD.search_text, OLD.archived_at IS NULL, OLD.deleted_at IS NULL))
  EXECUTE FUNCTION links_copy_text();
