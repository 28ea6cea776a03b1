-- Who wants a mail about each workspace every week.
ALTER TABLE users ADD COLUMN weekly_digest boolean NOT NULL DEFAULT false;
