-- Whether a password is known to be its address owner's: chosen while the address was verified, by a reset mail or from
-- an invitation. One that is not is removed when the address turns out to be somebody else's. Of passwords from before
-- this nobody knows.
ALTER TABLE identities ADD COLUMN is_proven boolean NOT NULL DEFAULT false;
