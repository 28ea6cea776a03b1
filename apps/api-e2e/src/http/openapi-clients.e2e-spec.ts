import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWNER, setUpOwner, startApp, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// What the page about scripting says is run as it stands there, in its order and in one folder.
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/scripting.md`, 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}));

let app: AppProcess;
let folder: string;

beforeAll(async () => {
  app = await startApp();
  await setUpOwner(app);
  folder = mkdtempSync(join(tmpdir(), 'signpost-scripts-'));
  // `npx` finds what is installed here, and asks no registry.
  symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app?.stop();
});

/** Runs a program in the folder of the scripts; `input` is what it reads. */
function run(
  program: string,
  args: readonly string[],
  input = '',
): { status: number | null; output: string; errors: string } {
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    SIGNPOST: app.url,
    EMAIL: OWNER.email,
    PASSWORD: OWNER.password,
  };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env, input, encoding: 'utf8' });
  return { status, output: stdout, errors: stderr };
}

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const blocksOf = (language: string): string[] =>
  BLOCKS.filter((block) => block.language === language).map(({ text }) => text);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
/** Exit code and error output of a program: equal to WELL when it resultOf. */
const resultOf = ({ status, errors }: { status: number | null; errors: string }) => [status, errors];
const WELL = [0, ''];

describe('the examples of docs/scripting.md', () => {
  test('are in these languages, each tried below', () => {
    expect(BLOCKS.map(({ language }) => language)).toEqual(['sh', 'sh', 'js', 'python', 'powershell', 'sh']);
  });

  test.skipIf(!isThere('curl'))('curl: a link, a list, a picture, sent twice; an export', () => {
    const [links = '', nightly = ''] = blocksOf('sh');
    expect(resultOf(run('sh', [], links))).toEqual(WELL);
    const first = JSON.parse(read('link.json')) as { id: string };
    expect(resultOf(run('sh', [], links))).toEqual(WELL);
    expect(JSON.parse(read('link.json'))).toEqual(first);
    expect(JSON.parse(read('links.json'))).toMatchObject({ total: 1, perPage: 100 });
    expect(readFileSync(join(folder, 'spring.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(resultOf(run('sh', [], nightly))).toEqual(WELL);
    expect(read('links.csv')).toMatch(/^slug,destination_url,.*\r?\nspring,/);
  });

  test('Node: every page, every event, a file of 1,200 rows', () => {
    writeFileSync(join(folder, 'script.js'), blocksOf('js').join('\n'));
    const node = run(process.execPath, ['script.js']);
    expect(resultOf(node)).toEqual(WELL);
    expect(node.output.split('\n').slice(0, 2)).toEqual(['1000 links made', '200 links made']);
  });

  test.skipIf(!isThere('python3'))('Python: a link, its tags, its report', () => {
    const python = run('python3', ['-'], blocksOf('python').join('\n'));
    expect([...resultOf(python), python.output]).toEqual([...WELL, '1 link, 0 clicks\n']);
  });

  // Where there is none, the block is read by people only.
  test.skipIf(!isThere('pwsh'))('PowerShell: a link and an export', () => {
    writeFileSync(join(folder, 'script.ps1'), blocksOf('powershell').join('\n'));
    const shell = run('pwsh', ['-NoProfile', '-File', 'script.ps1']);
    expect([...resultOf(shell), shell.output.trim()]).toEqual([...WELL, `${app.url}/shell`]);
  });
});

/** A day's work with a typed client: links, a picture, a CSV file, an upload, a refusal. */
const DAY = String.raw`
import createClient from 'openapi-fetch';
import type { components, operations, paths } from './signpost-types.js';

const api = createClient<paths>({ baseUrl: process.env['SIGNPOST'] ?? '' });
let cookie = '';
api.use({
  onRequest: ({ request }) => void request.headers.set('cookie', cookie),
  onResponse: ({ response }) => void (cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie),
});
await api.POST('/api/auth/login', {
  body: { email: process.env['EMAIL'] ?? '', password: process.env['PASSWORD'] ?? '' },
});

const body: components['schemas']['CreateLinkInput'] = { destinationUrl: 'https://example.com/typed', slug: 'typed', tags: ['typed'] };
const params = { header: { 'Idempotency-Key': 'typed' } };
const { data: link } = await api.POST('/api/links', { body, params });
const { data: again } = await api.POST('/api/links', { body, params });
if (link === undefined) throw new Error('no link');

type Filters = NonNullable<operations['listLinks']['parameters']['query']>;
const query: Filters = { tags: ['typed'], sort: '-clicks', perPage: 100 };
const { data: found } = await api.GET('/api/links', { params: { query } });
const { data: picture } = await api.GET('/api/links/{id}/qr', {
  params: { path: { id: link.id }, query: { format: 'png', size: 300 } },
  parseAs: 'arrayBuffer',
});
const { data: csv } = await api.GET('/api/links/export.csv', { params: { query: { tags: ['typed'] } }, parseAs: 'text' });

const form = new FormData();
form.set('file', new Blob(['slug,destination_url\nup,https://example.com/up\n'], { type: 'text/csv' }));
const { data: upload } = await api.POST('/api/links/import/preview', { body: { file: '' }, bodySerializer: () => form });

const { error } = await api.PATCH('/api/links/{id}', {
  params: { path: { id: link.id } },
  body: { title: 'x'.repeat(201) },
});
type Refused = paths['/api/links/{id}']['patch']['responses'][422]['content']['application/json'];
const refused = error as Refused | undefined;

console.log(JSON.stringify({
  again: again?.id === link.id,
  total: found?.total,
  png: String.fromCharCode(...new Uint8Array(picture ?? new ArrayBuffer(0)).slice(1, 4)),
  header: csv?.slice(0, 20),
  rows: upload?.rowCount,
  refused: [refused?.code, refused?.errors?.map(({ field }) => field)],
}));
`;

const STRICT = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, target: 'ES2023', module: 'NodeNext', outDir: 'out' },
    ...{ lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node'] },
  },
  files: ['day.ts', 'signpost-types.d.ts'],
};

test('a typed client comes of the document, compiles strictly and does a day’s work', () => {
  expect(run('sh', [], `set -e\n${blocksOf('sh').at(-1) ?? ''}`).status).toBe(0);
  writeFileSync(join(folder, 'day.ts'), DAY);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
  const compiled = run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.']);
  expect([compiled.status, compiled.output]).toEqual([0, '']);
  const day = run(process.execPath, ['out/day.js']);
  expect(resultOf(day)).toEqual(WELL);
  expect(JSON.parse(day.output)).toEqual({
    again: true,
    total: 1,
    png: 'PNG',
    header: 'slug,destination_url',
    rows: 1,
    refused: ['validation_failed', ['title']],
  });
});
