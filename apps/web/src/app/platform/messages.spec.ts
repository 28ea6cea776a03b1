import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Relative to the workspace root, where the tests run. */
const APP = join(process.cwd(), 'apps/web/src/app');
const UI = join(process.cwd(), 'libs/ui/src');

type Tree = { readonly [key: string]: string | Tree };

function flatten(tree: Tree, path = ''): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') keys.set(path + key, value);
    else for (const [below, text] of flatten(value, `${path}${key}.`)) keys.set(below, text);
  }
  return keys;
}

function files(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}

const messageFolders = files(APP, /i18n\/en\.json$/).map((file) => file.slice(0, -'en.json'.length));
const read = (file: string): Map<string, string> => flatten(JSON.parse(readFileSync(file, 'utf8')) as Tree);
const english = new Map(messageFolders.flatMap((folder) => [...read(`${folder}en.json`)]));
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? '').sort();

describe('messages', () => {
  it.each(messageFolders.map((folder) => [folder.slice(APP.length + 1)]))(
    '%s holds the same keys in both languages',
    (folder) => {
      const en = read(join(APP, folder, 'en.json'));
      const de = read(join(APP, folder, 'de.json'));
      expect([...de.keys()].sort()).toEqual([...en.keys()].sort());
    },
  );

  it.each(messageFolders.map((folder) => [folder.slice(APP.length + 1)]))(
    '%s fills in the same values in both languages',
    (folder) => {
      const de = read(join(APP, folder, 'de.json'));
      const wrong = [...read(join(APP, folder, 'en.json'))].filter(
        ([key, text]) => placeholders(text).join() !== placeholders(de.get(key) ?? '').join(),
      );
      expect(wrong.map(([key]) => key)).toEqual([]);
    },
  );

  it('has every key that templates and classes name', () => {
    const missing: string[] = [];
    for (const file of [...files(APP, /\.(ts|html)$/), ...files(UI, /\.(ts|html)$/)]) {
      if (/\.(spec|harness)\.ts$/.test(file)) continue;
      const source = readFileSync(file, 'utf8');
      // A literal argument, or both literals of a conditional one; concatenated keys are not checked here.
      for (const [, call, argument] of source.matchAll(/\b(t|tn)\(\s*((?:[^()'"`]*['"][\w.-]+['"])+)\s*[,)]/g)) {
        for (const [, key] of (argument ?? '').matchAll(/['"]([a-z][\w-]*(?:\.[\w-]+)+)['"]/g)) {
          const wanted = call === 'tn' ? [`${key}.one`, `${key}.other`] : [key ?? ''];
          missing.push(
            ...wanted.filter((name) => !english.has(name)).map((name) => `${file.slice(APP.length)}: ${name}`),
          );
        }
      }
      for (const [, key] of source.matchAll(/\b(?:title|label): '((?:\w+\.)+\w+)'/g)) {
        if (!english.has(key ?? '')) missing.push(`${file}: ${key ?? ''}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
