-- contract: no version that keeps links in memory for lists was released.
DROP FUNCTION links_note_change() CASCADE;
DROP FUNCTION link_tags_note_change() CASCADE;
DROP FUNCTION link_counters_note_change() CASCADE;
DROP FUNCTION workspaces_erase_link_changes() CASCADE;
DROP TABLE link_changes;

-- The order of titles as people expect it, whatever their script: "Äpfel" before "Zoo". A PostgreSQL without ICU orders by bytes.
DO $$
BEGIN
  CREATE COLLATION signpost_text (provider = icu, locale = 'und');
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value OR undefined_object THEN
  CREATE COLLATION signpost_text (provider = libc, locale = 'C');
END $$;
