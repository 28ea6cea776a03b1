import { Logger } from '@nestjs/common';
import { ApiError } from '../errors/index.js';

/** A stored file. */
export interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/**
 * Where uploads are kept: a folder or an S3-compatible bucket. Keys are made by the application, used for one content
 * only (so that an object never changes) and consist of {@link OBJECT_KEY} segments. Each method throws the ApiError
 * `storage_unavailable` for a place that is away, full, or refuses.
 */
export abstract class ObjectStorage {
  abstract put(key: string, object: StoredObject): Promise<void>;
  /** Null when there is no such object. */
  abstract read(key: string): Promise<Buffer | null>;
  /** Takes an object away; one that is not there is no error. */
  abstract delete(key: string): Promise<void>;
}

/** What is said of a place that is away, full, or refuses. */
export function storageUnavailable(cause: unknown): ApiError {
  new Logger('Storage').warn(`the file storage failed: ${cause instanceof Error ? cause.name : 'unknown error'}`);
  return new ApiError('storage_unavailable', { retryAfter: 10 }, { cause });
}

/** Lower case segments of letters, digits and hyphens, one file name with an extension: nothing that could climb. */
export const OBJECT_KEY = /^(?:[a-z0-9-]{1,64}\/){0,4}[a-z0-9-]{1,80}\.[a-z0-9]{1,5}$/;

/** @throws Error for a key that no code of ours makes. */
export function requireKey(key: string): string {
  if (!OBJECT_KEY.test(key)) throw new Error('not an object key');
  return key;
}
