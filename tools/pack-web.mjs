// Makes of the bundled dashboard what is served: its scripts joined and shortened once more, over the borders of the
// files that they came in, and each text file beside its Brotli and gzip form. The first load shrinks by a tenth.
// Usage: node tools/pack-web.mjs <bundle folder> <served folder>
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('needs the bundle folder and the served folder');

const TEXT = new Set(['.js', '.css', '.html', '.json', '.svg', '.webmanifest', '.txt']);
const WORTH_BYTES = 256;
/** Scripts with a hash in their name; those without are copied as they are. */
const BUNDLED = /-[\w-]{8}\.js$/;
const PRELOAD = /<link rel="modulepreload" href="[^"]+">/g;

rmSync(to, { recursive: true, force: true });
cpSync(from, to, { recursive: true, filter: (source) => !BUNDLED.test(source) });
const { entry, needed } = await joinScripts();
rewritePage(entry, needed);
compress();

/** Writes the scripts anew and answers the names of the first and of those that it begins with. */
async function joinScripts() {
  const main = readdirSync(from).filter((name) => /^main-.*\.js$/.test(name));
  if (main.length !== 1) throw new Error(`${from} has ${String(main.length)} main scripts`);
  const bundle = await rolldown({ input: join(from, main[0]) });
  const { output } = await bundle.write({
    dir: to,
    entryFileNames: 'main-[hash].js',
    chunkFileNames: 'chunk-[hash].js',
    minify: true,
    // What every page begins with is one file.
    codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] },
  });
  await bundle.close();
  const first = output.find((file) => file.type === 'chunk' && file.isEntry);
  return { entry: first.fileName, needed: first.imports };
}

/** Points the page to the scripts' new names. */
function rewritePage(entry, needed) {
  const file = join(to, 'index.html');
  const old = readFileSync(file, 'utf8');
  const preloads = needed.map((name) => `<link rel="modulepreload" href="${name}">`).join('');
  const page = old
    .replace(PRELOAD, '')
    .replace(/<script src="main-[\w-]+\.js" type="module">/, `${preloads}<script src="${entry}" type="module">`);
  if (!page.includes(entry)) throw new Error('the page names no main script');
  writeFileSync(file, page);
}

function compress() {
  for (const found of readdirSync(to, { recursive: true, withFileTypes: true })) {
    if (!found.isFile() || !TEXT.has(extname(found.name))) continue;
    const file = join(found.parentPath, found.name);
    const bytes = readFileSync(file);
    if (bytes.length < WORTH_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
