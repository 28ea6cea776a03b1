-- Click events: monthly partitions by time. No address and no user-agent string, ever.

CREATE TABLE click_events (
  occurred_at timestamptz NOT NULL,
  workspace_no integer NOT NULL,
  link_no integer NOT NULL,
  outcome smallint NOT NULL
) PARTITION BY RANGE (occurred_at);
