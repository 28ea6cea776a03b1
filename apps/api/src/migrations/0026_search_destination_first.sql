-- Where a search has to go through all texts of a workspace, each is read until the words are met. Words that most links have
-- are those of their destinations: with those in front they are met at once. Links get the new order when they are changed
-- next; both orders find the same.
CREATE OR REPLACE FUNCTION links_set_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := lower(concat_ws(E'\n', NEW.destination_url, NEW.title, NEW.slug, NEW.notes,
    (SELECT string_agg(a.slug, E'\n' ORDER BY a.slug) FROM addresses a WHERE a.link_id = NEW.id AND a.kind = 'alias')));
  RETURN NEW;
END $$;
