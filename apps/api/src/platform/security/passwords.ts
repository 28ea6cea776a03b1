import { hash, verify, type Options } from '@node-rs/argon2';

// OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. Argon2id is the library's default algorithm.
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | null = null;

/** Argon2id hash of a password, in PHC format. An accented letter is the same whichever keyboard it came from. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), OPTIONS);
}

/**
 * Whether the password matches. Without a hash (unknown account) the same work is done against a decoy,
 * so that the time taken does not tell whether the account exists.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), normalized(password));
  return stored !== null && matches;
}

/** RFC 8265 section 4.2: the one normalisation of a password that may be any text. */
function normalized(password: string): string {
  return password.normalize('NFC');
}
