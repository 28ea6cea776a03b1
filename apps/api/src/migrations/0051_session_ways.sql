-- How the account of a session showed who it is when the session began; null for sessions from before this.
ALTER TABLE sessions ADD COLUMN way text;
