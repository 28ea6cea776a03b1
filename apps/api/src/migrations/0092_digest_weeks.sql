-- Monday (UTC) of the last week that a member got a digest of.
ALTER TABLE memberships ADD COLUMN digest_week date;
