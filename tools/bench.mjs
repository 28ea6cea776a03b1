// `npm run bench -- <name> [options]`: runs tools/bench/<name>.mjs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.mjs';

const [name = '', ...args] = process.argv.slice(2);
const file = join(ROOT, 'tools', 'bench', `${name}.mjs`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  process.stderr.write('Usage: npm run bench -- redirect|links|api|analytics|web|restart|hostile|compare [options]\n');
  process.exitCode = 2;
} else {
  const { main } = await import(file);
  process.exitCode = await main(args);
}
