-- contract: no version that reads these was released; large workspaces are listed from memory, small ones from links.
DROP TRIGGER links_add_facts ON links;
DROP TRIGGER links_copy_facts ON links;
DROP FUNCTION links_copy_facts();
DROP TABLE link_facts;
DROP FUNCTION search_pairs(bytea, uuid);
DROP FUNCTION search_bytes(text);
