// Makes of the bundled dashboard what is served: its scripts joined and shortened once more, over the borders of the
// files that they came in (the first load shrinks by a tenth), what every page needs before it can paint written into
// the page itself, a list of the files that the first screens load, and each text file together with its Brotli and gzip form.
// Usage: node tools/pack-web.mjs <bundle folder> <served folder>
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { rolldown } from 'rolldown';
import { compiledAtOnce, preloads, servedTogether } from './first-screens.mjs';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('needs the bundle folder and the served folder');

const TEXT = new Set(['.js', '.css', '.html', '.json', '.svg', '.webmanifest', '.txt']);
const WORTH_BYTES = 256;
/** Scripts with a hash in their name; others are copied unchanged. */
const BUNDLED = /-[\w-]{8}\.js$/;
/** Statistics of the bundle, which are not served. */
const STATS = 'browser-stats.json';
/** Has Chromium compile a whole script in the background while it loads; other browsers ignore it. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';
/** Read by the server (`apps/api/src/dashboard`); its leading dot keeps it from being served. */
const PRELOADS = '.preloads.json';
/** Prefix of the module of the bundler's own helpers. */
const HELPERS = '\0rolldown/';
const STYLES = /<link rel="stylesheet" href="(styles-[\w-]+\.css)">/;
/** Licences of the packages in the bundle, without fonts and icons, which are in NOTICE. */
const LICENCES = '3rdpartylicenses.txt';
const NOTICE = new URL('../NOTICE', import.meta.url);
const THEME = '<script src="/theme.js"></script>';
const PRELOAD = /<link rel="modulepreload" href="[^"]+">/g;

rmSync(to, { recursive: true, force: true });
cpSync(from, to, { recursive: true, filter: (source) => !BUNDLED.test(source) && basename(source) !== STATS });
const { entry, needed } = await joinScripts();
await rewritePage(entry, needed);
appendFileSync(join(to, LICENCES), `\n${'-'.repeat(80)}\n${readFileSync(NOTICE, 'utf8')}`);
await compress();

/** Rewrites the scripts; returns the names of the first one and of those that it imports at the start. */
async function joinScripts() {
  const main = readdirSync(from).filter((name) => /^main-.*\.js$/.test(name));
  if (main.length !== 1) throw new Error(`${from} has ${String(main.length)} main scripts`);
  const stats = JSON.parse(readFileSync(join(from, STATS), 'utf8'));
  const together = servedTogether(stats, main[0]);
  const hinted = compiledAtOnce(stats, together);
  const bundle = await rolldown({
    input: join(from, main[0]),
    plugins: [{ name: 'helpers', generateBundle: inlineHelpers }],
  });
  const { output } = await bundle.write({
    dir: to,
    entryFileNames: 'main-[hash].js',
    chunkFileNames: 'part-[hash].js',
    minify: true,
    postBanner: ({ moduleIds }) => (moduleIds.some((id) => hinted.has(basename(id))) ? COMPILE_HINT : ''),
    codeSplitting: {
      groups: [...together].map(([name, files], n) => ({
        name,
        test: (id) => files.has(basename(id)),
        // A file's own imports would come along: what was named before keeps them.
        priority: together.size - n,
      })),
    },
  });
  await bundle.close();
  const scripts = output.filter((file) => file.type === 'chunk');
  const servedIn = new Map(scripts.flatMap((script) => script.moduleIds.map((id) => [basename(id), script])));
  const byName = new Map(scripts.map((script) => [script.fileName, script]));
  const withImports = (file, found = new Set()) => {
    const script = byName.get(file);
    if (script === undefined || found.has(file)) return found;
    found.add(file);
    for (const next of script.imports) withImports(next, found);
    return found;
  };
  const served = (file) => [...withImports(servedIn.get(file)?.fileName ?? '')];
  writeFileSync(join(to, PRELOADS), JSON.stringify(preloads(stats, main[0], served, readdirSync(join(from, 'media')))));
  const first = scripts.find((script) => script.isEntry);
  const [base] = first.imports;
  if (first.moduleIds.length > 0 || first.imports.length !== 1) return { entry: first.fileName, needed: first.imports };
  // It only re-exports another file, which the page can reference directly.
  rmSync(join(to, first.fileName));
  return { entry: base, needed: [] };
}

/**
 * Copies the bundler's helpers into the scripts that use them: a script of their own is a request more, and smaller than
 * its headers.
 */
function inlineHelpers(_options, bundle) {
  const scripts = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const helpers = scripts.find(
    ({ moduleIds }) => moduleIds.length > 0 && moduleIds.every((id) => id.startsWith(HELPERS)),
  );
  if (helpers === undefined) return;
  const [, code, exported] = /^([\s\S]*)export\{(\w+)\};\s*$/.exec(helpers.code) ?? [];
  if (exported === undefined) throw new Error(`unexpected helpers: ${helpers.code}`);
  const imported = new RegExp(`import\\{${exported}(?: as (\\w+))?\\}from"\\./${helpers.fileName}";`);
  for (const script of scripts) {
    if (!script.imports.includes(helpers.fileName)) continue;
    if (!imported.test(script.code)) throw new Error(`${script.fileName} imports the helpers in another way`);
    script.code = script.code.replace(
      imported,
      (_, alias = exported) => `const ${alias}=(()=>{${code}return ${exported}})();`,
    );
    script.imports = script.imports.filter((name) => name !== helpers.fileName);
  }
  delete bundle[helpers.fileName];
}

/**
 * Points the page to the scripts' new names, and writes the global style sheet and the script of the theme into it: a
 * round trip less before the first paint. The server allows them by their hashes.
 */
async function rewritePage(entry, needed) {
  const file = join(to, 'index.html');
  const old = readFileSync(file, 'utf8');
  const named = needed.map((name) => `<link rel="modulepreload" href="${name}">`).join('');
  const page = old
    .replace(PRELOAD, '')
    .replace(/<script src="main-[\w-]+\.js" type="module">/, `${named}<script src="${entry}" type="module">`)
    .replace(STYLES, (_link, name) => `<style>${taken(name).trim()}</style>`)
    .replace(THEME, `<script>${await shortened('theme.js')}</script>`);
  if (!page.includes(entry)) throw new Error('the page names no main script');
  if (!page.includes('<style>') || !page.includes('<script>')) throw new Error('the page has lost its look');
  writeFileSync(file, page);
}

async function shortened(name) {
  const bundle = await rolldown({ input: join(to, name) });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  rmSync(join(to, name));
  return output[0].code.trim();
}

/** Returns the text of a served file and removes that file. */
function taken(name) {
  const text = readFileSync(join(to, name), 'utf8');
  rmSync(join(to, name));
  return text;
}

/** In the threads of zlib: each core compresses another file. */
async function compress() {
  const files = readdirSync(to, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && TEXT.has(extname(found.name)))
    .map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length < WORTH_BYTES) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gz);
    }),
  );
}
