-- What a next release might do first: columns with a default, on a table that every redirect reads.
ALTER TABLE links ADD COLUMN colour text NOT NULL DEFAULT 'plain', ADD COLUMN seen_at timestamptz;
