-- outside a transaction
-- Whoever looks a row up by its whole primary key, as the click writer does for thousands of rows at a time, must find no
-- other index to use: a planner that knows nothing of today's rows takes one by day or by campaign as gladly, and reads a
-- thousand times as much. So the index by day is one of the day's number, which those statements do not name, and the index
-- by campaign leaves out events without a campaign, so that only statements that say so can use it.

DROP INDEX CONCURRENTLY IF EXISTS click_hours_day_no_idx;
CREATE INDEX CONCURRENTLY click_hours_day_no_idx
  ON click_hours ((day - DATE '1970-01-01'), workspace_no, kind, scope_no);
DROP INDEX CONCURRENTLY IF EXISTS click_hours_day_idx;

DROP INDEX CONCURRENTLY IF EXISTS click_link_campaigns_of_campaign_idx;
CREATE INDEX CONCURRENTLY click_link_campaigns_of_campaign_idx
  ON click_link_campaigns (workspace_no, campaign_no) WHERE campaign_no <> 0;
DROP INDEX CONCURRENTLY IF EXISTS click_link_campaigns_campaign_idx;
