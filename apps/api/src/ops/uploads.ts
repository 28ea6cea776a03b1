import { join } from 'node:path';
import type pg from 'pg';
import { FileStorage, S3Storage, type ObjectStorage } from '../platform/storage/index.js';
import type { OpsContext } from './ops-context.js';
import { OpsError } from './ops-error.js';

/** Keys of the uploads that the database refers to. */
export async function listUploads(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    'SELECT DISTINCT logo_key AS key FROM workspaces WHERE logo_key IS NOT NULL ORDER BY 1',
  );
  return rows.map(({ key }) => key);
}

/** Keys of uploads that the database refers to and the storage lacks. */
export async function findMissingUploads(client: pg.ClientBase, storage: ObjectStorage): Promise<string[]> {
  const missing: string[] = [];
  for (const key of await listUploads(client)) if ((await storage.read(key)) === null) missing.push(key);
  return missing;
}

/** Result of copying uploads. */
export interface MovedUploads {
  readonly copied: number;
  readonly present: number;
  readonly missing: readonly string[];
}

/**
 * Copies every referenced upload to the disk or to the bucket of `S3_…`, from the other of the two. The originals are
 * kept, so that it may run before or after the settings are changed.
 * @throws OpsError when no bucket is configured; ApiError `storage_unavailable` when either storage is unavailable.
 */
export async function moveUploads({ client, config }: OpsContext, to: 'disk' | 's3'): Promise<MovedUploads> {
  if (config.s3 === null) throw new OpsError('Set S3_ENDPOINT and the other S3_… variables to name the bucket.');
  const disk = new FileStorage(join(config.dataDir, 'uploads'));
  const bucket = new S3Storage(config.s3);
  const [from, target] = to === 's3' ? [disk, bucket] : [bucket, disk];
  const missing: string[] = [];
  let [copied, present] = [0, 0];
  for (const key of await listUploads(client)) {
    if ((await target.read(key)) !== null) {
      present += 1;
      continue;
    }
    const bytes = await from.read(key);
    if (bytes === null) {
      missing.push(key);
      continue;
    }
    await target.put(key, bytes);
    copied += 1;
  }
  return { copied, present, missing };
}
