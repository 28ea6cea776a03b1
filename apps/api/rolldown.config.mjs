import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const output = here('../../dist/apps/api');

/** Every entry point that exists: the server, and the commands that run beside it. */
const entries = Object.fromEntries(
  ['main', 'cli', 'seed', 'rebuild', 'clicks/click-writer.worker']
    .map((name) => [basename(name), here(`src/${name}.ts`)])
    .filter(([, file]) => existsSync(file)),
);

/** What the bundle reads beside its code. */
const besides = {
  name: 'besides',
  writeBundle() {
    mkdirSync(output, { recursive: true });
    cpSync(here('src/migrations'), `${output}/migrations`, { recursive: true });
    execFileSync(process.execPath, [here('../../tools/generate-schemas.mjs'), `${output}/contracts.schema.json`]);
  },
};

export default defineConfig({
  input: entries,
  platform: 'node',
  tsconfig: here('tsconfig.json'),
  // Packages stay in node_modules; our own libraries and the compiler's helpers are bundled.
  external: (id) =>
    !/^(?:[./]|@signpost\/|@oxc-project\/runtime)/.test(id) &&
    !id.startsWith(here('../../apps')) &&
    !id.startsWith(here('../../libs')),
  plugins: [besides],
  output: {
    dir: output,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
