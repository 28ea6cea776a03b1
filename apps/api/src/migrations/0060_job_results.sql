-- What the last run that succeeded has done, in a sentence for the operator.
ALTER TABLE jobs ADD COLUMN last_result text;
