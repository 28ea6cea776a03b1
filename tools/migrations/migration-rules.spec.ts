import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BASELINE, COLD, checkMigration } from './migration-rules.mjs';

const FOLDER = new URL('../../apps/api/src/migrations/', import.meta.url);
const OUTSIDE = '-- outside a transaction\n';
const rulesOf = (sql: string, name = '0900_next'): string[] => checkMigration(name, sql).map(({ rule }) => rule);

test.each([
  ['index-concurrently', 'CREATE INDEX links_new_idx ON links (workspace_id)'],
  ['index-concurrently', 'CREATE UNIQUE INDEX a_idx ON\n  click_hours (day)'],
  ['index-concurrently', 'DROP INDEX links_list_idx'],
  ['index-concurrently', 'CREATE INDEX identities_new_idx ON identities (email)'],
  ['index-concurrently', 'CREATE INDEX a_idx ON a_table_of_tomorrow (day)'],
  ['concurrently-outside', 'DROP INDEX CONCURRENTLY IF EXISTS links_list_idx'],
  ['outside-only-concurrently', `${OUTSIDE}ALTER TABLE links ADD COLUMN note text`],
  ['index-left-invalid', `${OUTSIDE}CREATE INDEX CONCURRENTLY links_new_idx ON links (slug)`],
  ['index-left-invalid', `${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS links_new_idx ON links (slug)`],
  ['constraint-not-valid', 'ALTER TABLE links ADD CONSTRAINT c CHECK (maximum_visits < 9)'],
  ['constraint-not-valid', 'ALTER TABLE links ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES b (id)'],
  ['constraint-not-valid', 'ALTER TABLE links ADD CONSTRAINT c UNIQUE (slug)'],
  ['constraint-not-valid', 'ALTER TABLE links ADD COLUMN owner uuid REFERENCES users (id)'],
  [
    'validate-apart',
    'ALTER TABLE links ADD CONSTRAINT c CHECK (a > 0) NOT VALID; ALTER TABLE links VALIDATE CONSTRAINT c',
  ],
  ['no-rewrite', 'ALTER TABLE click_hours ALTER COLUMN first_ms TYPE bigint'],
  ['no-rewrite', 'ALTER TABLE links ALTER no SET DATA TYPE bigint'],
  ['no-rewrite', 'ALTER TABLE links ADD COLUMN token uuid DEFAULT gen_random_uuid()'],
  ['no-rewrite', 'ALTER TABLE links ADD COLUMN host text GENERATED ALWAYS AS (lower(slug)) STORED'],
  ['no-rewrite', 'ALTER TABLE links ADD COLUMN serial_no bigserial'],
  ['no-rewrite', 'ALTER TABLE links SET UNLOGGED'],
  ['not-null-by-check', 'ALTER TABLE links ALTER COLUMN title SET NOT NULL'],
  ['no-bulk', 'UPDATE links SET title = slug'],
  ['no-bulk', 'DELETE FROM click_hours WHERE true'],
  ['no-bulk', 'LOCK TABLE links IN EXCLUSIVE MODE'],
  ['no-bulk', 'TRUNCATE sessions'],
  ['no-bulk', 'UPDATE click_link_campaigns SET campaign_no = 0'],
  ['one-hot-table', 'ALTER TABLE links ADD COLUMN a int; ALTER TABLE campaigns ADD COLUMN a int'],
  ['runner-decides', "SET lock_timeout = '1h'; ALTER TABLE links ADD COLUMN a int"],
  ['runner-decides', 'COMMIT'],
  ['expand-then-contract', 'ALTER TABLE links DROP COLUMN notes'],
  ['expand-then-contract', 'ALTER TABLE links RENAME COLUMN notes TO remarks'],
  ['expand-then-contract', 'DROP TABLE imports'],
])('%s: %s', (rule, sql) => {
  expect(rulesOf(`-- Why.\n${sql};\n`.replace(`-- Why.\n${OUTSIDE}`, OUTSIDE))).toContain(rule);
});

test.each([
  ['a new table with its own index', 'CREATE TABLE notes (id uuid PRIMARY KEY); CREATE INDEX notes_idx ON notes (id)'],
  ['rows of a table of its own', 'CREATE TEMP TABLE found (id uuid); INSERT INTO found SELECT id FROM links'],
  ['rows of a cold table', "UPDATE jobs SET name = 'x'"],
  ['a column', 'ALTER TABLE links ADD COLUMN note text'],
  [
    'a column with one default for all',
    "ALTER TABLE links ADD COLUMN kind text NOT NULL DEFAULT 'plain', ADD COLUMN at timestamptz DEFAULT now()",
  ],
  ['a constraint for new rows', 'ALTER TABLE links ADD CONSTRAINT c CHECK (maximum_visits < 9) NOT VALID'],
  ['a validation of its own', 'ALTER TABLE links VALIDATE CONSTRAINT c'],
  [
    'an index that is built meanwhile',
    `${OUTSIDE}DROP INDEX CONCURRENTLY IF EXISTS a_idx;\nCREATE INDEX CONCURRENTLY a_idx ON links (slug)`,
  ],
  ['an index of new partitions only', 'CREATE INDEX a_idx ON ONLY click_events (link_no)'],
  ['a unique index that is there already', 'ALTER TABLE links ADD CONSTRAINT c UNIQUE USING INDEX a_idx'],
  ['a removal that says why nobody needs it', '-- contract: unused since 0.3\nALTER TABLE links DROP COLUMN notes'],
  [
    'NOT NULL where a validated check says so already',
    '-- checked: title_known\nALTER TABLE links ALTER title SET NOT NULL',
  ],
  [
    'a function that changes rows when it is called',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE links SET title = slug; $$',
  ],
  ['words in a text', "ALTER TABLE links ADD COLUMN a text DEFAULT 'x; DROP TABLE links'"],
])('allows %s', (_, sql) => {
  expect(rulesOf(`${sql};\n`)).toEqual([]);
});

test('a table that is named cold exists', () => {
  const schema = readdirSync(FOLDER)
    .map((file) => readFileSync(new URL(file, FOLDER), 'utf8'))
    .join('\n');
  expect(COLD.filter((table) => !schema.includes(`CREATE TABLE ${table} (`))).toEqual([]);
});

test('the baseline is a database that nobody uses yet; what comes after it is checked', () => {
  expect(readdirSync(FOLDER)).toContain(`${BASELINE}.sql`);
  const sql = 'CREATE INDEX a_idx ON links (slug);';
  expect(rulesOf(sql, BASELINE)).toEqual([]);
  expect(rulesOf(sql, '0009_more')).toEqual(['index-concurrently']);
});

test.each([
  ['every migration', FOLDER],
  ['every migration of the upgrade test', new URL('../../apps/api-e2e/src/operation/upgrade/next/', import.meta.url)],
])('%s keeps the rules', (_, folder) => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  expect(files.length).toBeGreaterThan(3);
  expect(
    files.flatMap((file) => checkMigration(file.slice(0, -4), readFileSync(new URL(file, folder), 'utf8'))),
  ).toEqual([]);
});
