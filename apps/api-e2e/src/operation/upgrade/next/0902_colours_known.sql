-- For new rows at once; those that are there are looked through by the next migration, without keeping anybody out.
ALTER TABLE links ADD CONSTRAINT links_colour_known CHECK (colour IN ('plain', 'bright')) NOT VALID;
