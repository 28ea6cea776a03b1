-- Accounts that exist only for a demo workspace: they never sign in by themselves and do not end the first-run setup.
ALTER TABLE users ADD COLUMN is_demo boolean NOT NULL DEFAULT false;
CREATE INDEX users_demo_idx ON users (id) WHERE is_demo;
