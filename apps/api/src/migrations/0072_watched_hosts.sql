-- One pace for a host, whichever of its addresses is looked at, also where links that led there are gone meanwhile.
CREATE TABLE watched_hosts (
  host text PRIMARY KEY,
  -- A host that may be asked again needs no row: housekeeping of the watch deletes it.
  free_at timestamptz NOT NULL
);
