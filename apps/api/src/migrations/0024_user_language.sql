-- In which language an account gets its mails: that of the browser it last signed in with. Null: nobody knows, so English.
ALTER TABLE users ADD COLUMN language text;
