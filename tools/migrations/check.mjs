// Checks every migration against migration-rules.mjs and prints the violations.
import { readdirSync, readFileSync } from 'node:fs';
import { checkMigration } from './migration-rules.mjs';

const folder = new URL('../../apps/api/src/migrations/', import.meta.url);
let broken = 0;
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()) {
  for (const { rule, statement } of checkMigration(file.slice(0, -4), readFileSync(new URL(file, folder), 'utf8'))) {
    broken += 1;
    process.stderr.write(`${file}: ${rule} (docs/adr/0026-upgrades.md)\n  ${statement}\n`);
  }
}
process.exitCode = broken === 0 ? 0 : 1;
