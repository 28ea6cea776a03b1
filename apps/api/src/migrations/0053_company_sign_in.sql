-- contract: it is made anew at once, and lets through what the version before writes.
ALTER TABLE identities DROP CONSTRAINT identities_provider_check;
ALTER TABLE identities ADD CONSTRAINT identities_provider_check
  CHECK (provider IN ('password', 'google', 'microsoft', 'oidc')) NOT VALID;
