// Writes the schema that the upgrade test begins with: every migration, or those up to the named one, and the record that
// they are applied. Run it when a version is released, never to make a red test green after one:
//   node tools/migrations/freeze.mjs [0009_more]
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../../apps/api/src/migrations/', import.meta.url);
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -4))
  .sort();
const last = process.argv[2] ?? all.at(-1);
const names = all.filter((name) => name <= last);
if (names.at(-1) !== last) throw new Error(`there is no migration ${last}`);

const applied = [];
let text = `-- The schema up to ${last}, frozen by tools/migrations/freeze.mjs. Do not edit.\n`;
for (const name of names) {
  const sql = readFileSync(new URL(`${name}.sql`, folder), 'utf8');
  // The file is loaded in one transaction into an empty database, so CONCURRENTLY, which is not allowed there, is
  // removed.
  text += `\n-- ${name}\n${sql.replaceAll(/^((?:CREATE (?:UNIQUE )?|DROP )INDEX) CONCURRENTLY\b/gim, '$1')}`;
  applied.push(`  ('${name}', '${createHash('sha256').update(sql).digest('hex')}')`);
}
text += `
CREATE TABLE schema_migrations (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
INSERT INTO schema_migrations (name, checksum) VALUES
${applied.join(',\n')};
`;
writeFileSync(new URL('../../apps/api-e2e/src/operation/upgrade/released-schema.sql', import.meta.url), text);
process.stdout.write(`Frozen: the schema up to ${last}\n`);
