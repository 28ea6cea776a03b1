-- From which to which day events of a link were recorded with which campaign (0: none). The span may be wider than the
-- events, never narrower: links that never had another campaign can then be counted as their campaign was recorded,
-- however many they are.
CREATE TABLE click_link_campaigns (
  workspace_no integer NOT NULL,
  link_no integer NOT NULL,
  campaign_no integer NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  CONSTRAINT click_link_campaigns_pkey PRIMARY KEY (workspace_no, link_no, campaign_no)
) WITH (fillfactor = 80);
CREATE INDEX click_link_campaigns_campaign_idx ON click_link_campaigns (workspace_no, campaign_no);

INSERT INTO click_link_campaigns (workspace_no, link_no, campaign_no, first_day, last_day)
  SELECT workspace_no, link_no, campaign_no, min(occurred_at AT TIME ZONE 'UTC')::date, max(occurred_at AT TIME ZONE 'UTC')::date
  FROM click_events GROUP BY 1, 2, 3;

-- Of months that retention has dropped nobody knows it any more: on those days every link may have had any campaign, which
-- a span of the link without a campaign and one of the campaign without a link (0) say.
INSERT INTO click_link_campaigns AS k (workspace_no, link_no, campaign_no, first_day, last_day)
  SELECT d.workspace_no, CASE d.kind WHEN 2 THEN d.scope_no ELSE 0 END, CASE d.kind WHEN 1 THEN d.scope_no ELSE 0 END,
         min(d.day), max(d.day)
  FROM click_days d JOIN click_retention r ON d.day < r.dropped_before
  WHERE d.kind IN (1, 2) GROUP BY 1, 2, 3
  ON CONFLICT (workspace_no, link_no, campaign_no) DO UPDATE SET
    first_day = least(k.first_day, EXCLUDED.first_day),
    last_day = greatest(k.last_day, EXCLUDED.last_day);

-- With everything else that was recorded for a workspace (0004).
CREATE FUNCTION workspaces_erase_link_campaigns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM click_link_campaigns WHERE workspace_no = OLD.no;
  RETURN NULL;
END $$;
CREATE TRIGGER workspaces_erase_link_campaigns AFTER DELETE ON workspaces
  FOR EACH ROW EXECUTE FUNCTION workspaces_erase_link_campaigns();
