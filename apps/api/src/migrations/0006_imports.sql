-- Files that were imported, and what became of their rows.

CREATE TABLE imports (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  file_hash text NOT NULL,
  row_count integer NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the first request came that made links of it: its limit counts it once.
  started_at timestamptz,
  CONSTRAINT imports_file_key UNIQUE (workspace_id, file_hash)
);

-- What an import has made: a row that stands here is never made again.
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row integer NOT NULL,
  link_id uuid NOT NULL REFERENCES links ON DELETE CASCADE,
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, row)
);
-- For whoever erases a workspace: each link that goes asks which imported rows it was. Without it twenty thousand of them
-- take a hundred seconds instead of three.
CREATE INDEX import_rows_link_idx ON import_rows (link_id);
