import { describe, expect, test } from 'vitest';
import { compiledAtOnce, preloads, servedTogether, type Output, type Stats } from './first-screens.mjs';

const APP = 'apps/web/src/app/';
const MODULES = [
  ...['shell/shell.ts', 'domains/overview/overview.ts', 'domains/links/list/link-list.ts'],
  ...['domains/auth/auth.routes.ts', 'domains/auth/auth-page.ts'],
  ...['domains/overview/top-links.ts', 'domains/overview/attention-lists.ts'],
];
const WORDS = ['en', 'de'].flatMap((language) =>
  ['i18n', 'domains/overview/i18n', 'domains/reports/i18n', 'domains/links/i18n'].map(
    (folder) => `${folder}/${language}.json`,
  ),
);

/** A bundle in which each file has the name of its first module. `imports` are the static imports. */
function stats(imports: Readonly<Record<string, readonly string[]>> = {}): Stats {
  const now = (file: string): Output['imports'] =>
    (imports[file] ?? []).map((path) => ({ path, kind: 'import-statement' }));
  const begun = [...MODULES, ...WORDS].map((module): [string, Output] => [
    module,
    { entryPoint: APP + module, imports: [...now(module), { path: 'later.js', kind: 'dynamic-import' }] },
  ]);
  const others = [...new Set(['main.js', ...Object.keys(imports), ...Object.values(imports).flat()])]
    .filter((file) => !MODULES.includes(file))
    .map((file): [string, Output] => [file, { imports: now(file) }]);
  return { outputs: Object.fromEntries([...begun, ...others]) };
}

describe('servedTogether', () => {
  const [shell, overview, list, signIn, , ...parts] = MODULES as [string, string, string, string, string];
  const groups = servedTogether(
    stats({
      'main.js': ['core.js'],
      [shell]: ['core.js', 'menu.js', 'icons.js'],
      [overview]: ['report.js', 'kept.js', 'menu.js'],
      [list]: ['kept.js', 'table.js'],
      [signIn]: ['icons.js', 'password.js'],
      'report.js': ['calendar.js'],
    }),
    'main.js',
  );

  test.each([
    ['base', ['main.js', 'core.js']],
    ['common', ['icons.js']],
    ['frame', [shell, 'menu.js', 'kept.js']],
    ['overview', [overview, ...parts, 'report.js', 'calendar.js']],
    ['links', [list, 'table.js']],
    ['words-overview-de', ['domains/overview/i18n/de.json', 'domains/reports/i18n/de.json']],
    ['words-links-de', ['domains/links/i18n/de.json']],
  ])('%s', (name, files) => {
    expect([...(groups.get(name) ?? [])].sort()).toEqual([...files].sort());
  });

  test('what only the screens around signing in need, and what comes later, is nobody else’s', () => {
    const all = [...groups.values()].flatMap((files) => [...files]);
    expect(all).not.toContain('password.js');
    expect(all).not.toContain('later.js');
  });

  test('files come before those that import them, so that none is taken along', () => {
    expect([...groups.keys()].slice(0, 5)).toEqual(['base', 'common', 'frame', 'overview', 'links']);
  });
});

describe('compiledAtOnce', () => {
  test('is what is served together, and the chart with what it imports at once', () => {
    const bundle = stats({ 'chart.js': ['canvas.js'], 'other.js': [] });
    bundle.outputs['chart.js'] = { ...bundle.outputs['chart.js']!, entryPoint: 'libs/ui/src/charts/echarts.ts' };
    const together = new Map([['base', new Set(['main.js'])]]);
    expect(compiledAtOnce(bundle, together)).toEqual(new Set(['main.js', 'chart.js', 'canvas.js']));
  });

  test('a chart that has moved fails the build instead of being forgotten', () => {
    expect(() => compiledAtOnce(stats(), new Map())).toThrow('no bundled file begins with');
  });
});

describe('preloads', () => {
  const served = (file: string): string[] => [`${file}.packed`, 'base.packed'];
  const media = ['overpass-mono-basic-AB.woff2', 'overpass-basic-CD.woff2'];
  const screens = preloads(stats(), 'main.js', served, media);

  test('a screen names the frame, itself and its words, each file one time, the first script first', () => {
    expect(screens['/links']?.['de']).toEqual([
      ...['main.js.packed', 'base.packed', 'shell/shell.ts.packed', 'domains/links/list/link-list.ts.packed'],
      ...['i18n/de.json.packed', 'domains/links/i18n/de.json.packed'],
    ]);
  });

  test('every screen asks who is there; the first ones also for what they show', () => {
    expect(screens['*']?.['data']).toEqual(['/api/auth/session']);
    expect(screens['/links']?.['data']).toEqual(['/api/auth/session', '/api/links?perPage=20']);
  });

  test('names the fonts that the screen is written in', () => {
    expect(screens['/links']?.['fonts']).toEqual(media.map((name) => `media/${name}`).reverse());
    expect(screens['*']?.['fonts']).toEqual(['media/overpass-basic-CD.woff2']);
    expect(() => preloads(stats(), 'main.js', served, [])).toThrow('the bundle has no font');
  });

  test('a screen that has moved fails the build instead of being forgotten', () => {
    expect(() => preloads({ outputs: {} }, 'main.js', served, media)).toThrow('no bundled file begins with');
  });
});
