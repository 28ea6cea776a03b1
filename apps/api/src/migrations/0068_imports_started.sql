-- When the first request came that made links of it: its limit counts it once.
ALTER TABLE imports ADD COLUMN started_at timestamptz;
