import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { WorkQueue } from '../work/index.js';

// OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. Argon2id is the library's default algorithm.
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * At most two at once, and one core remains for visitors: each takes a core for about 40 ms and 19 MiB, and runs in the thread
 * pool that also reads files and writes clicks.
 */
const queue = new WorkQueue(availableParallelism() > 2 ? 2 : 1);

let decoy: string | null = null;

/**
 * Argon2id hash of a password, in PHC format. Different encodings of an accented letter give the same hash.
 * @throws ApiError `busy`
 */
export function hashPassword(password: string): Promise<string> {
  return queue.run(() => hash(normalized(password), OPTIONS));
}

/**
 * Whether the password matches. Without a hash (unknown account) the same work is done against a decoy,
 * so that the time taken does not tell whether the account exists.
 * @throws ApiError `busy`
 */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return queue.run(async () => {
    const known = stored ?? (decoy ??= await hash('no account has this password', OPTIONS));
    const matches = await verify(known, normalized(password));
    return stored !== null && matches;
  });
}

/** Normalisation of RFC 8265 section 4.2, the only one for a password that may be any text. */
function normalized(password: string): string {
  return password.normalize('NFC');
}
