import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config/index.js';
import { secretFromFile } from './secret-file.js';

const LENGTH_MIN = 32;

/** The configuration with its session secret: its own, else the one in DATA_DIR, created on the first start. */
export function withSessionSecret(config: Config): Config {
  if (config.sessionSecret !== '') return config;
  const file = join(config.dataDir, 'session-secret');
  return config.with({ sessionSecret: secretFromFile(file, LENGTH_MIN, () => randomBytes(48).toString('base64url')) });
}
