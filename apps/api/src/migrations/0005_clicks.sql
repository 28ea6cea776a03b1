-- Click events and what reports read of them. No address and no user-agent string, ever.
-- Rows that grow with traffic name workspaces, campaigns and links by their short number (`no`).

-- Hosts that visitors came from. 0 in click_events is `direct`.
CREATE TABLE referrer_hosts (
  no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  host text NOT NULL,
  -- Who brought it, and when: a workspace brings so many new ones a day.
  workspace_no integer NOT NULL,
  day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
  CONSTRAINT referrer_hosts_host_key UNIQUE (host)
);
CREATE INDEX referrer_hosts_new_idx ON referrer_hosts (workspace_no, day);

-- Sets of UTM values as they were at the time of a click. 0 in click_events: no value at all.
CREATE TABLE utm_sets (
  no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_no integer NOT NULL,
  -- SHA-256 of the five values, which together may be too long for an index.
  digest bytea NOT NULL,
  source text,
  medium text,
  campaign text,
  term text,
  content text,
  CONSTRAINT utm_sets_digest_key UNIQUE (workspace_no, digest)
);

-- One row per event, in monthly partitions, made ahead by a job and on demand by a late event.
-- Columns are ordered widest first and never null (0: none, unknown), so that a row takes 76 bytes, its line pointer
-- included. Small codes are positions in the lists of libs/domain/src/click-event.ts.
CREATE TABLE click_events (
  occurred_at timestamptz NOT NULL,
  -- 64 bits of the keyed hash of the day; its salt is destroyed when the next day ends.
  visitor bigint NOT NULL,
  workspace_no integer NOT NULL,
  link_no integer NOT NULL,
  campaign_no integer NOT NULL,
  utm_no integer NOT NULL,
  referrer_no integer NOT NULL,
  country smallint NOT NULL,
  outcome smallint NOT NULL,
  device smallint NOT NULL,
  browser smallint NOT NULL,
  os smallint NOT NULL,
  bot_class smallint NOT NULL
) PARTITION BY RANGE (occurred_at);
-- Upkeep reads events whole days at a time, and filtered reports of a link or of some links read theirs alone; all other
-- reports read click_hours and click_days.
CREATE INDEX click_events_occurred_idx ON click_events USING brin (occurred_at) WITH (pages_per_range = 32);
CREATE INDEX click_events_link_idx ON click_events (link_no, occurred_at);

-- Retention has dropped the raw events of every day before this one. Later comers of those days are only counted.
CREATE TABLE click_retention (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  dropped_before date NOT NULL
);

-- What reports read of the last days: one row per scope and UTC hour, maintained in the transaction that stores the events.
CREATE TABLE click_hours (
  workspace_no integer NOT NULL,
  -- Of a link or a campaign; 0 for the workspace itself.
  scope_no integer NOT NULL,
  day date NOT NULL,
  -- Visitors whose first click of the day fell into this hour, and those whose last click did. A late event may take
  -- one away from an hour that is folded already, which leaves a negative number here.
  first_visitors integer NOT NULL,
  last_visitors integer NOT NULL,
  -- Milliseconds from the start of the day to the first event.
  first_ms integer NOT NULL,
  -- 0: workspace, 1: campaign (as recorded with the event), 2: link.
  kind smallint NOT NULL,
  hour smallint NOT NULL,
  -- Packed counts by outcome, referrer and so on (apps/api/src/clicks/rollup/click-counts.ts).
  counts bytea NOT NULL,
  -- Workspace and campaign: clicks of each link, the most clicked first (apps/api/src/clicks/rollup/link-clicks.ts).
  links bytea,
  -- Clicks to be added to those: what came since a long list was last written, which is not done for every batch.
  recent_links bytea,
  CONSTRAINT click_hours_pkey PRIMARY KEY (workspace_no, kind, scope_no, day, hour)
) WITH (fillfactor = 80);
-- Whoever looks a row up by its whole primary key, as the click writer does for thousands of rows at a time, must find no
-- other index to use: a planner that knows nothing of today's rows takes one by day as gladly, and reads a thousand times as
-- much. So the index by day is one of the day's number, which those statements do not name.
CREATE INDEX click_hours_day_no_idx ON click_hours ((day - DATE '1970-01-01'), workspace_no, kind, scope_no);

-- What reports read of older days: their hours folded into one row per scope. A day's counts are the sum of this row and
-- of the rows that click_hours still has, or has again after a late event.
CREATE TABLE click_days (
  workspace_no integer NOT NULL,
  scope_no integer NOT NULL,
  day date NOT NULL,
  -- Distinct visitors among the day's clicks.
  visitors integer NOT NULL,
  first_ms integer NOT NULL,
  kind smallint NOT NULL,
  -- As in click_hours, and by hour.
  counts bytea NOT NULL,
  links bytea,
  CONSTRAINT click_days_pkey PRIMARY KEY (workspace_no, kind, scope_no, day)
) WITH (fillfactor = 95);
-- Reports read only the beginning of it: uncompressed, a slice can be fetched alone.
ALTER TABLE click_hours ALTER COLUMN links SET STORAGE EXTERNAL, ALTER COLUMN recent_links SET STORAGE EXTERNAL;
ALTER TABLE click_days ALTER COLUMN links SET STORAGE EXTERNAL;

-- Who has clicked on the days that are not folded.
CREATE TABLE click_visitors (
  visitor bigint NOT NULL,
  workspace_no integer NOT NULL,
  scope_no integer NOT NULL,
  day date NOT NULL,
  kind smallint NOT NULL,
  -- Hours of the visitor's first and last click of the day.
  first_hour smallint NOT NULL,
  last_hour smallint NOT NULL,
  CONSTRAINT click_visitors_pkey PRIMARY KEY (workspace_no, day, kind, scope_no, visitor)
) WITH (fillfactor = 90);

-- Days whose hours were folded. A late event opens its day again.
CREATE TABLE click_folded_days (
  workspace_no integer NOT NULL,
  day date NOT NULL,
  folded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT click_folded_days_pkey PRIMARY KEY (workspace_no, day)
);

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
-- Without events of no campaign, for the same reason as the index by day: only statements that say so can use it.
CREATE INDEX click_link_campaigns_of_campaign_idx ON click_link_campaigns (workspace_no, campaign_no) WHERE campaign_no <> 0;

-- Clicks ever stored for a campaign (kind 1, as recorded) and for a workspace (kind 0); links have link_counters.
CREATE TABLE click_totals (
  workspace_no integer NOT NULL,
  kind smallint NOT NULL,
  scope_no integer NOT NULL,
  clicks bigint NOT NULL,
  CONSTRAINT click_totals_pkey PRIMARY KEY (workspace_no, kind, scope_no)
) WITH (fillfactor = 70);

CREATE VIEW campaign_clicks AS
  SELECT c.workspace_id, c.id AS campaign_id, coalesce(t.clicks, 0) AS clicks
  FROM campaigns c
  JOIN workspaces w ON w.id = c.workspace_id
  LEFT JOIN click_totals t ON t.workspace_no = w.no AND t.kind = 1 AND t.scope_no = c.no;

-- Workspaces that are erased take everything that was recorded for them along. All of one statement at once: events are
-- found by their time alone, so that those of every workspace since then are read.
CREATE FUNCTION workspaces_erase_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER workspaces_erase_clicks AFTER DELETE ON workspaces
  REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION workspaces_erase_clicks();

-- The campaigns of its links go with everything else that was recorded for a workspace.
CREATE FUNCTION workspaces_erase_link_campaigns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM click_link_campaigns WHERE workspace_no = OLD.no;
  RETURN NULL;
END $$;
CREATE TRIGGER workspaces_erase_link_campaigns AFTER DELETE ON workspaces
  FOR EACH ROW EXECUTE FUNCTION workspaces_erase_link_campaigns();

-- Random key of a UTC day's visitor hashes. Destroyed when the next day ends: then nothing can be joined to a person.
CREATE TABLE visitor_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL CHECK (octet_length(salt) = 32)
);

-- How far each process's click journal is stored. Moves in the transaction that stores the events, so that every event
-- is stored exactly once. A journal without a row belongs to another database and is never read into this one.
CREATE TABLE click_journals (
  journal_id uuid PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
