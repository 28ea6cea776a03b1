import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { secretFromFile } from './secret-file.js';

const LENGTH_MIN = 32;

/** The secret in DATA_DIR, created on the first start. */
export function loadSessionSecret(dataDir: string): string {
  return secretFromFile(join(dataDir, 'session-secret'), LENGTH_MIN, () => randomBytes(48).toString('base64url'));
}
