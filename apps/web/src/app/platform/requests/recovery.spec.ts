import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Relative to the workspace root, where the tests run. */
const APP = join(process.cwd(), 'apps/web/src/app');

/** Requests of resources: from `httpResource` to the end of its argument. */
function resourcesOf(file: string): string[] {
  const source = readFileSync(join(APP, file), 'utf8');
  return [...source.matchAll(/httpResource<.*;$|httpResource<[\s\S]*?\n {2,4}\}?\);/gm)].map(([text]) => text);
}

const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.spec)\.ts$/.test(file));
const resources = files.flatMap((file) => resourcesOf(file).map((text) => ({ file, text })));

it('whatever a screen reads is read again when the server is back', () => {
  expect(resources.length).toBeGreaterThan(15);
  expect(resources.filter(({ text }) => !/\b(?:recovered|mayLoad)\(\)/.test(text))).toEqual([]);
});
