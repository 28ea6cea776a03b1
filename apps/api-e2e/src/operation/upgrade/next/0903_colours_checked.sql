ALTER TABLE links VALIDATE CONSTRAINT links_colour_known;
