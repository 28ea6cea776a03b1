import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../config/index.js';
import { OBJECT_TYPE, ObjectStorage, requireKey, storageUnavailable } from './object-storage.js';

/** Objects may be cached without a time limit, because a key is never used for another content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

const nothing = (): void => undefined;
/** Without a logger the client writes to the console that it cannot repeat an upload; the error that it throws says why. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

type S3 = typeof import('@aws-sdk/client-s3');

/** Uploads in a bucket of any S3-compatible service. The client library is loaded on first use: it is large. */
export class S3Storage extends ObjectStorage {
  private opened: Promise<{ sdk: S3; client: S3Client }> | null = null;

  constructor(private readonly config: S3Config) {
    super();
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const { sdk, client } = await this.open();
    const content = { Body: bytes, ContentType: OBJECT_TYPE, CacheControl: IMMUTABLE };
    await answered(client.send(new sdk.PutObjectCommand({ ...this.object(key), ...content })));
  }

  async read(key: string): Promise<Buffer | null> {
    const { sdk, client } = await this.open();
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand(this.object(key)));
      return Body === undefined ? null : Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (error instanceof sdk.NoSuchKey) return null;
      throw storageUnavailable(error);
    }
  }

  async delete(key: string): Promise<void> {
    const { sdk, client } = await this.open();
    await answered(client.send(new sdk.DeleteObjectCommand(this.object(key))));
  }

  private object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.config.bucket, Key: requireKey(key) };
  }

  private open(): Promise<{ sdk: S3; client: S3Client }> {
    // After a failed import of the library, the next caller tries again.
    this.opened ??= this.connect().catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  private connect(): Promise<{ sdk: S3; client: S3Client }> {
    // A store that does not answer must not block its callers.
    return openS3(this.config, { requestMs: 5_000, silenceMs: 5_000 });
  }
}

/** A client of an S3-compatible service, with timeouts for a service that does not answer. */
export async function openS3(
  { endpoint, region, accessKeyId, secretAccessKey }: Omit<S3Config, 'publicUrl'>,
  patience: { readonly requestMs: number; readonly silenceMs: number },
): Promise<{ sdk: S3; client: S3Client }> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Supported by all compatible services, unlike virtual-hosted addresses and the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    logger: SILENT,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: patience.requestMs,
      socketTimeout: patience.silenceMs,
      throwOnRequestTimeout: true,
    },
  });
  return { sdk, client };
}

/** @throws ApiError `storage_unavailable` */
async function answered(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw storageUnavailable(error);
  }
}
