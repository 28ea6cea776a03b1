-- A partitioned table that is written to all the time.
ALTER TABLE click_events ADD COLUMN region smallint;
