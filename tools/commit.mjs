// Prints which commit a build is made from, for Nx: another commit is another build.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The short commit of a build between releases: of REVISION, as the image is built, else of git. Null for the commit that
 * carries the tag of the release, and where neither says anything.
 * @returns {string | null}
 */
export function commitOfBuild(env = process.env, git = askGit) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (env.REVISION) return env.RELEASE === `v${version}` ? null : env.REVISION.slice(0, 7);
  const commit = git(['rev-parse', '--short=7', 'HEAD']);
  if (commit === null || git(['tag', '--points-at', 'HEAD'])?.split('\n').includes(`v${version}`)) return null;
  return commit;
}

/**
 * Output of git; null without git, or outside of a repository. git does not read a repository of another user unless it is
 * told to, and a service runs commands as its own user in a folder of root.
 */
function askGit(args) {
  try {
    return execFileSync('git', ['-c', 'safe.directory=*', ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${commitOfBuild() ?? ''}\n`);
