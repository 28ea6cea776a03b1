// SQL, because each is a part of the statements that read many links with all that belongs to them.

/** Names of the tags of `links l`, sorted case-insensitively, in an order that does not depend on the database's locale. */
export const TAGS_OF_LINK = `ARRAY(
  SELECT t.name FROM link_tags lt JOIN tags t ON t.id = lt.tag_id WHERE lt.link_id = l.id
  ORDER BY lower(t.name) COLLATE "C", t.name COLLATE "C")`;

/** Aliases of `links l`, oldest first. */
export const ALIASES_OF_LINK = `ARRAY(
  SELECT a.slug FROM addresses a WHERE a.link_id = l.id AND a.kind = 'alias' ORDER BY a.created_at, a.slug)`;

/** Live kept paths of `links l`, oldest first. */
export const KEPT_PATHS_OF_LINK = `ARRAY(
  SELECT k.path FROM kept_paths k WHERE k.link_id = l.id AND k.is_live ORDER BY k.created_at, k.path)`;
