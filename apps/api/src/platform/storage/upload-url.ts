import type { Config } from '../config/index.js';

/** URL of a stored object for browsers: a path on this server, or an address of the storage itself. */
export function uploadUrl(config: Config, key: string): string {
  return config.s3 === null ? `/uploads/${key}` : `${config.s3.publicUrl}/${key}`;
}
