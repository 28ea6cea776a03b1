// Copies the bundled dashboard to where it is served from, each text file beside its Brotli and gzip form.
// Usage: node tools/compress-web.mjs <bundle folder> <served folder>
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('needs the bundle folder and the served folder');

const TEXT = new Set(['.js', '.css', '.html', '.json', '.svg', '.webmanifest', '.txt']);
const WORTH_BYTES = 1024;

rmSync(to, { recursive: true, force: true });
cpSync(from, to, { recursive: true });
for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXT.has(extname(entry.name))) continue;
  const file = join(entry.parentPath, entry.name);
  const bytes = readFileSync(file);
  if (bytes.length < WORTH_BYTES) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
