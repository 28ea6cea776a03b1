import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { PostgresAccount } from './postgres-account.js';
import { OutsideError } from '../../errors/outside-error.js';

/** Our user id has no entry in the machine's list of users, and there is no way to give it one. */
class UnnamedUserError extends OutsideError {
  override readonly name = 'UnnamedUserError';

  constructor(uid: number) {
    super(
      `The user id ${uid} has no name on this machine, which PostgreSQL's initdb asks for. Install libnss-wrapper, add a line for it to /etc/passwd, or set DATABASE_URL to a PostgreSQL elsewhere.`,
    );
  }
}

/** Paths in distributions of the library that reads users from another file; the container image has Debian's. */
const NSS_WRAPPER = [
  '/usr/lib/libnss_wrapper.so',
  '/usr/lib64/libnss_wrapper.so',
  '/usr/lib/x86_64-linux-gnu/libnss_wrapper.so',
  '/usr/lib/aarch64-linux-gnu/libnss_wrapper.so',
];

/**
 * Environment variables for `initdb`, which refuses a user id without a name: OpenShift and `docker run --user` choose such
 * ids. Empty if the id has a name, or if root has chosen an account with one.
 * @param homeDir folder for the generated user list.
 * @throws UnnamedUserError when the library is missing.
 */
export async function nameForUser(
  homeDir: string,
  account: PostgresAccount | null,
): Promise<Readonly<Record<string, string>>> {
  const uid = process.getuid?.();
  if (uid === undefined || account !== null || hasName()) return {};
  const library = NSS_WRAPPER.find((path) => existsSync(path));
  if (library === undefined) throw new UnnamedUserError(uid);
  const gid = process.getgid?.() ?? 0;
  const [passwd, group] = [join(homeDir, 'run-passwd'), join(homeDir, 'run-group')];
  await writeFile(passwd, `signpost:x:${uid}:${gid}:Signpost:/:/bin/false\n`, { mode: 0o600 });
  await writeFile(group, `signpost:x:${gid}:\n`, { mode: 0o600 });
  return { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}
