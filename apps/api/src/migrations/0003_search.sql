-- Substring search over title, slug, destination and notes (aliases are searched in addresses).
-- pg_trgm makes it an index look-up; where a database forbids the extension, search stays correct, only slower.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm is not available: substring search runs without an index';
END $$;

CREATE FUNCTION link_search_text(title text, slug text, destination text, notes text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(coalesce(title, '') || E'\n' || slug || E'\n' || destination || E'\n' || coalesce(notes, ''))
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX links_search_idx ON links
      USING gin (link_search_text(title, slug, destination_url, notes) gin_trgm_ops);
    CREATE INDEX addresses_search_idx ON addresses USING gin (slug gin_trgm_ops);
  END IF;
END $$;
