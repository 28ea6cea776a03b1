import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const BOUNDARY_RULES = ['@nx/enforce-module-boundaries', 'signpost/api-boundaries'];

let eslint: ESLint;

beforeAll(() => {
  // The rule reads Nx's stored project graph, which this brings up to date.
  execFileSync(join(ROOT, 'node_modules', '.bin', 'nx'), ['show', 'projects'], {
    cwd: ROOT,
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  eslint = new ESLint({
    cwd: ROOT,
    ruleFilter: ({ ruleId }) => BOUNDARY_RULES.includes(ruleId),
    // The fixtures are not in any tsconfig, and the boundaries need no types.
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  });
});

/** Lints one line as if it stood in a file at `path`, and names the boundary rules that it breaks. */
async function broken(path: string, line: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${line}\n`, { filePath: join(ROOT, path) });
  const fatal = result?.messages.find((message) => message.fatal);
  if (fatal !== undefined) throw new Error(fatal.message);
  return (result?.messages ?? []).map((message) => `${message.ruleId ?? ''} ${message.messageId ?? ''}`.trim());
}

// A wrong direction shows as a forbidden tag, or as a circle where the right direction is already in use.
const NX = expect.stringMatching(
  /^@nx\/enforce-module-boundaries (onlyTagsConstraintViolation|noCircularDependencies)$/,
) as string;

describe('dependencies of projects point one way', () => {
  test.each([
    ['libs/contracts/src/fixture.ts', '@signpost/domain', [NX]],
    ['libs/contracts/src/fixture.ts', '@signpost/testing', [NX]],
    ['libs/domain/src/fixture.ts', '@signpost/testing', [NX]],
    ['apps/api/src/links/fixture.ts', '@signpost/testing', [NX]],
    ['libs/domain/src/fixture.ts', '@signpost/ui', [NX]],
    ['libs/ui/src/fixture.ts', '@signpost/testing', [NX]],
    ['apps/web/src/app/fixture.ts', '@signpost/testing', [NX]],
    ['apps/api/src/links/fixture.ts', '@signpost/ui', [NX]],
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
    expect(await broken('libs/domain/src/fixture.ts', "import '../../contracts/src/index.js';")).toEqual([
      expect.stringContaining('@nx/enforce-module-boundaries'),
    ]);
  });

  test('every project carries exactly one scope of the matrix', () => {
    const config = readFileSync(join(ROOT, 'eslint.config.mjs'), 'utf8');
    const files = ['apps', 'libs']
      .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name, 'project.json')))
      .filter((file) => existsSync(file));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const { tags } = JSON.parse(readFileSync(file, 'utf8')) as { tags: string[] };
      const scopes = tags.filter((tag) => tag.startsWith('scope:'));
      expect(scopes, file).toHaveLength(1);
      expect(config, file).toContain(`'${scopes[0] ?? ''}': [`);
    }
    expect(config).not.toMatch(/onlyDependOnLibsWithTags: \['\*'\]/);
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
