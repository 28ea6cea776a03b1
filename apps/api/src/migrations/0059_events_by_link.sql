-- contract: reports of links that have changed their campaign are counted from the events, so nobody reads whom links shared
-- Filtered reports of a link or of some links read their events alone.
CREATE INDEX click_events_link_idx ON click_events (link_no, occurred_at);

CREATE OR REPLACE FUNCTION workspaces_erase_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone integer[] := ARRAY(SELECT no FROM erased);
  since date := least((SELECT min(day) FROM click_days WHERE workspace_no = ANY (gone)),
                      (SELECT min(day) FROM click_hours WHERE workspace_no = ANY (gone)));
BEGIN
  DELETE FROM click_events WHERE occurred_at >= since::timestamp AT TIME ZONE 'UTC' AND workspace_no = ANY (gone);
  DELETE FROM click_visitors WHERE workspace_no = ANY (gone);
  DELETE FROM click_folded_days WHERE workspace_no = ANY (gone);
  DELETE FROM click_hours WHERE workspace_no = ANY (gone);
  DELETE FROM click_days WHERE workspace_no = ANY (gone);
  DELETE FROM click_totals WHERE workspace_no = ANY (gone);
  DELETE FROM utm_sets WHERE workspace_no = ANY (gone);
  RETURN NULL;
END $$;

DROP TABLE click_shared_visitors;
