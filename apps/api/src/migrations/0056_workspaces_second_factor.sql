-- Whether members of a workspace need a second factor.
ALTER TABLE workspaces ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false;
