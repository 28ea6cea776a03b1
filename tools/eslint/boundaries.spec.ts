import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const BOUNDARY_RULES = ['signpost/project-boundaries', 'signpost/api-boundaries'];

let eslint: ESLint;

beforeAll(() => {
  eslint = new ESLint({
    cwd: ROOT,
    ruleFilter: ({ ruleId }) => BOUNDARY_RULES.includes(ruleId),
    // The fixtures are not in any tsconfig, and the boundaries need no types.
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  });
});

/** Lints one line as if it were in a file at `path`, and returns the boundary rules that it breaks. */
async function broken(path: string, line: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${line}\n`, { filePath: join(ROOT, path) });
  const fatal = result?.messages.find((message) => message.fatal);
  if (fatal !== undefined) throw new Error(fatal.message);
  return (result?.messages ?? []).map((message) => `${message.ruleId ?? ''} ${message.messageId ?? ''}`.trim());
}

const WRONG = ['signpost/project-boundaries direction'];

describe('dependencies of projects point one way', () => {
  test.each([
    ['libs/contracts/src/fixture.ts', '@signpost/domain', WRONG],
    ['libs/contracts/src/fixture.ts', '@signpost/testing', WRONG],
    ['libs/domain/src/fixture.ts', '@signpost/testing', WRONG],
    ['apps/api/src/links/fixture.ts', '@signpost/testing', WRONG],
    ['libs/domain/src/fixture.ts', '@signpost/ui', WRONG],
    ['libs/ui/src/fixture.ts', '@signpost/testing', WRONG],
    ['apps/web/src/app/fixture.ts', '@signpost/testing', WRONG],
    ['apps/api/src/links/fixture.ts', '@signpost/ui', WRONG],
    ['libs/domain/src/fixture.ts', '@signpost/contracts', []],
    ['libs/ui/src/fixture.ts', '@signpost/domain', []],
    ['apps/web/src/app/fixture.ts', '@signpost/ui', []],
    ['libs/domain/src/fixture.spec.ts', '@signpost/testing', []],
    ['apps/api/src/links/fixture.ts', '@signpost/domain', []],
    ['apps/api/src/links/fixture.ts', '@signpost/contracts', []],
    ['apps/api/src/links/fixture.db.spec.ts', '@signpost/testing', []],
  ])('%s importing %s', async (path, source, expected) => {
    expect(await broken(path, `import '${source}';`)).toEqual(expected);
  });

  test('another project is not entered by a relative path', async () => {
    const rule = ['signpost/project-boundaries path'];
    expect(await broken('libs/domain/src/fixture.ts', "import '../../contracts/src/index.js';")).toEqual(rule);
    expect(await broken('apps/api-e2e/src/fixture.ts', "import '../../api/src/main.js';")).toEqual(WRONG);
    expect(
      await broken('libs/testing/src/fixture.ts', "import '../../../apps/api/src/platform/database/index.js';"),
    ).toEqual([]);
  });

  test.each([
    ["export { a } from '@signpost/ui';"],
    ["export * from '@signpost/ui/light';"],
    ["void import('@signpost/ui');"],
    ["type A = import('@signpost/ui').A;"],
  ])('an import in another form is seen too: %s', async (line) => {
    expect(await broken('libs/domain/src/fixture.ts', line)).toEqual(WRONG);
  });

  test('every project stands in the table', async () => {
    const projects = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => existsSync(join(ROOT, folder, name, 'project.json')))
        .map((name) => `${folder}/${name}`),
    );
    expect(projects.length).toBeGreaterThan(0);
    for (const project of projects) {
      const other = project === 'apps/web' ? '@signpost/testing' : '@signpost/web';
      expect([project, await broken(`${project}/src/fixture.ts`, `import '${other}';`)]).toEqual([project, WRONG]);
    }
  });
});

describe('folders of the API', () => {
  const rule = (messageId: string): string[] => [`signpost/api-boundaries ${messageId}`];

  test.each([
    ['a domain enters another through its index', 'links/fixture.ts', '../workspaces/index.js', []],
    ['not through a file inside it', 'links/fixture.ts', '../workspaces/workspaces.repository.js', rule('index')],
    ['nor does a test', 'links/fixture.spec.ts', '../workspaces/workspaces.repository.js', rule('index')],
    ['a test may import its fixtures', 'links/fixture.spec.ts', '../clicks/rollup/click-history.fixtures.js', []],
    ['the product may not', 'links/fixture.ts', '../clicks/rollup/click-history.fixtures.js', rule('index')],
    ['its own files are its own', 'links/fixture.ts', './links.repository.js', []],
    ['a domain may use any file of the platform', 'links/fixture.ts', '../platform/errors/index.js', []],
    ['a domain does not reach up', 'links/fixture.ts', '../app.module.js', rule('upwards')],
    ['commands ask for the list of tables', 'ops/fixture.ts', '../entities.js', []],
    ['that list reads entities', 'entities.ts', './tags/tag.entity.js', []],
    ['platform knows no domain', 'platform/access/fixture.ts', '../../workspaces/index.js', rule('platform')],
    ['redirect uses the platform', 'redirect/fixture.ts', '../platform/time/index.js', []],
    ['redirect knows no domain', 'redirect/fixture.ts', '../links/index.js', rule('redirect')],
    ['the composition enters a domain by its index', 'fixture.module.ts', './links/index.js', []],
    ['and not otherwise', 'fixture.module.ts', './links/links.module.js', rule('index')],
  ])('%s', async (_name, path, source, expected) => {
    expect(await broken(`apps/api/src/${path}`, `import '${source}';`)).toEqual(expected);
  });

  test.each([
    ["export { a } from '../workspaces/workspaces.repository.js';"],
    ["export * from '../workspaces/workspaces.repository.js';"],
    ["void import('../workspaces/workspaces.repository.js');"],
  ])('an import in another form is seen too: %s', async (line) => {
    expect(await broken('apps/api/src/links/fixture.ts', line)).toEqual(rule('index'));
  });
});
