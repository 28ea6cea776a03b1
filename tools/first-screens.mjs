// What the first screens need: which of the bundle's files are served as one (`servedTogether`), which are compiled
// while they load (`compiledAtOnce`), and what the server lists in a page's header so that the browser requests all of
// it at once (`preloads`).

const APP = 'apps/web/src/app/';
const LANGUAGES = ['en', 'de'];

/** The code of the chart that the overview and every report start with. */
const CHART = 'libs/ui/src/charts/echarts.ts';
/** Every signed-in screen. */
const FRAME = ['shell/shell.ts'];
/** The sign-in screens: the smallest first load, which must not grow by code that only other screens need. */
const SIGN_IN = ['domains/auth/auth.routes.ts', 'domains/auth/auth-page.ts'];

/**
 * The screens that begin with everything at once, by path. `data` are the answers of the API that the screen asks for
 * first, to the letter: a browser fetches a file twice when it is requested in two ways (a browser test compares).
 */
const SCREENS = {
  '/': {
    name: 'overview',
    // With components that are rendered a moment later.
    modules: ['domains/overview/overview.ts', 'domains/overview/top-links.ts', 'domains/overview/attention-lists.ts'],
    words: ['overview', 'reports'],
    data: ['/api/links?perPage=1&archived=all', '/api/workspaces/analytics?period=7d'],
  },
  '/links': {
    name: 'links',
    modules: ['domains/links/list/link-list.ts'],
    words: ['links'],
    data: ['/api/links?perPage=20'],
  },
};
/** Stands for every other path. */
const ELSEWHERE = '*';
const SESSION = '/api/auth/session';
/** The fonts of texts and of addresses: the latter stand in both screens, and rows would move when it came later. */
const TEXT_FONT = 'overpass-basic';
const ADDRESS_FONT = 'overpass-mono-basic';

/**
 * @typedef {{ entryPoint?: string, imports: readonly { path: string, kind: string }[] }} Output
 * @typedef {{ outputs: Record<string, Output> }} Stats the bundle's statistics, as esbuild writes them
 */

/**
 * The bundle's files that are served as one file each, by its name, those first that others import; what is not named
 * here is served as it is. A round trip on a phone costs as much as 30 kB, so what the first screens begin with comes in
 * a few files instead of thirty.
 *
 * @param {Stats} stats
 * @param {string} main the bundle's first script
 * @returns {Map<string, Set<string>>}
 */
export function servedTogether(stats, main) {
  const { fileOf, closure } = graph(stats);
  const base = closure(main);
  const signIn = closure(...SIGN_IN.map(fileOf));
  const shell = closure(...FRAME.map(fileOf));
  const screens = Object.values(SCREENS).map(({ name, modules }) => ({
    name,
    files: closure(...modules.map(fileOf)),
  }));
  const nameOf = (file) => {
    if (base.has(file)) return 'base';
    if (signIn.has(file)) return 'common';
    const users = screens.filter(({ files }) => files.has(file));
    return shell.has(file) || users.length > 1 ? 'frame' : users[0].name;
  };
  const together = new Map(['base', 'common', 'frame', ...screens.map(({ name }) => name)].map((n) => [n, new Set()]));
  for (const files of [base, shell, ...screens.map(({ files }) => files)])
    for (const file of files) together.get(nameOf(file)).add(file);
  for (const { name, words } of Object.values(SCREENS))
    for (const language of LANGUAGES)
      together.set(`words-${name}-${language}`, new Set(wordFiles(fileOf, words, language)));
  return together;
}

/**
 * The bundle's files that the browser should compile as a whole in the background before they are called: those of the
 * first screens, and their chart. By default it compiles each function at its first call, between two paints.
 *
 * @param {Stats} stats
 * @param {Map<string, Set<string>>} together result of {@link servedTogether}
 * @returns {Set<string>}
 */
export function compiledAtOnce(stats, together) {
  const { fileAt, closure } = graph(stats);
  const drawing = closure(fileAt(CHART));
  return new Set([...together.values(), drawing].flatMap((files) => [...files]));
}

/**
 * What each screen begins with, by path: answers of the API, fonts, and scripts by language.
 *
 * @param {Stats} stats
 * @param {string} main the bundle's first script
 * @param {(file: string) => readonly string[]} served the served files that a file of the bundle comes with, itself first
 * @param {readonly string[]} media the names of the bundle's fonts and pictures
 * @returns {Record<string, { data: string[], fonts: string[], en: string[], de: string[] }>}
 */
export function preloads(stats, main, served, media) {
  const { fileOf } = graph(stats);
  const page = (modules, words, data, fonts) => ({
    data: [SESSION, ...data],
    fonts: fonts.map((name) => {
      const file = media.find((found) => found.startsWith(`${name}-`));
      if (file === undefined) throw new Error(`the bundle has no font ${name}`);
      return `media/${file}`;
    }),
    ...Object.fromEntries(
      LANGUAGES.map((language) => {
        const spoken = [fileOf(`i18n/${language}.json`), ...wordFiles(fileOf, words, language)];
        const files = [main, ...[...FRAME, ...modules].map(fileOf), ...spoken];
        return [language, [...new Set(files.flatMap(served))]];
      }),
    ),
  });
  return {
    [ELSEWHERE]: page([], [], [], [TEXT_FONT]),
    ...Object.fromEntries(
      Object.entries(SCREENS).map(([path, { modules, words, data }]) => [
        path,
        page(modules, words, data, [TEXT_FONT, ADDRESS_FONT]),
      ]),
    ),
  };
}

function wordFiles(fileOf, domains, language) {
  return domains.map((domain) => fileOf(`domains/${domain}/i18n/${language}.json`));
}

function graph(stats) {
  const byEntry = new Map(Object.entries(stats.outputs).map(([file, { entryPoint }]) => [entryPoint, file]));
  const fileAt = (path) => {
    const file = byEntry.get(path);
    if (file === undefined) throw new Error(`no bundled file begins with ${path}`);
    return file;
  };
  const fileOf = (module) => fileAt(APP + module);
  /** The files with all their static imports, without dynamic ones. */
  const closure = (...files) => {
    const found = new Set();
    const waiting = [...files];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (found.has(file)) continue;
      found.add(file);
      for (const { path, kind } of stats.outputs[file]?.imports ?? [])
        if (kind === 'import-statement') waiting.push(path);
    }
    return found;
  };
  return { fileAt, fileOf, closure };
}
