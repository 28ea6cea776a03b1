-- Search without regard to how letters are written: NFC, full case folding (`ΟΔΟΣ` = `οδος`, `ß` = `ss`), accents as they are;
-- and destinations by what people read of them.

-- The destination with its percent-encoded characters and `xn--` labels decoded, written by the application; empty where that is
-- the destination itself, null until the application has seen the link.
ALTER TABLE links ADD COLUMN destination_text text;

-- Capitals of small letters, in small letters again, are what Unicode folds them to, but for the dotless i, whose capital is
-- that of i (set aside as a control character, which no text holds), and the sigma at a word's end.
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

CREATE OR REPLACE FUNCTION links_set_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := search_fold(concat_ws(E'\n', NEW.destination_url, NULLIF(NEW.destination_text, ''), NEW.title, NEW.slug, NEW.notes,
    (SELECT string_agg(a.slug, E'\n' ORDER BY a.slug) FROM addresses a WHERE a.link_id = NEW.id AND a.kind = 'alias')));
  RETURN NEW;
END $$;
DROP TRIGGER links_set_search_text ON links;
CREATE TRIGGER links_set_search_text
  BEFORE INSERT OR UPDATE OF title, slug, destination_url, destination_text, notes, search_text ON links
  FOR EACH ROW EXECUTE FUNCTION links_set_search_text();
