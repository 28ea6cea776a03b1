import type { Config } from '../config/index.js';

/** Where browsers find an object of the file storage: a path here, or an address of the storage itself. */
export function uploadUrl(config: Config, key: string): string {
  return config.s3 === null ? `/uploads/${key}` : `${config.s3.publicUrl}/${key}`;
}
