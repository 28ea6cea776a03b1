import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commitOfBuild } from './commit.mjs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

type Git = (args: readonly string[]) => string | null;
const git =
  (tags: string): Git =>
  ([command]) =>
    command === 'tag' ? tags : '3f2a91c';

test.each<[string, Record<string, string>, Git, string | null]>([
  ['a build between releases names its commit', {}, git(''), '3f2a91c'],
  ['the commit of the release is the release', {}, git(`latest\nv${version}`), null],
  ['without git there is the release alone', {}, () => null, null],
  ['an image is told', { REVISION: '0123456789abcdef' }, () => null, '0123456'],
  [
    'an image of the release is the release',
    { REVISION: '0123456789abcdef', RELEASE: `v${version}` },
    () => null,
    null,
  ],
])('%s', (_, env, answers, commit) => {
  expect(commitOfBuild(env, answers)).toBe(commit);
});

test('a repository of another user has the same commit', () => {
  const commit = (env: Record<string, string>): string =>
    execFileSync(process.execPath, [fileURLToPath(new URL('commit.mjs', import.meta.url))], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  // A switch of git for its own tests.
  expect(commit({ GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' })).toBe(commit({}));
});
