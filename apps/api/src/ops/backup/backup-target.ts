import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3Config } from '../../platform/config/index.js';
import { inFolder } from '../../platform/errors/outside-error.js';
import { makePrivateFolder } from '../../platform/security/private-folder.js';
import { openS3 } from '../../platform/storage/index.js';
import { removeParts } from '../part-file.js';
import { withBackupPart, writeBackupFile } from './backup-file.js';
import { isBackup } from './backup-names.js';

/**
 * A target of scheduled backups. Names are file names; each method throws when the target is unavailable, full, or
 * denies access.
 */
export interface BackupTarget {
  /** Description of the target, for messages. */
  readonly place: string;
  /** Names of all files in the target, including foreign ones. */
  list(): Promise<string[]>;
  /** Stores a compressed backup under a name ending in `.tar.gz`, atomically. @returns its size in bytes. */
  write(name: string, backup: Readable): Promise<number>;
  read(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
  /** Removes what killed runs have left half-written. Only when no run is under way. */
  removeParts(): Promise<void>;
}

/** Stores backups as files in a folder. */
export class FolderTarget implements BackupTarget {
  constructor(private readonly folder: string) {}

  get place(): string {
    return this.folder;
  }

  list(): Promise<string[]> {
    return this.inPlace(() => readdir(this.folder));
  }

  write(name: string, backup: Readable): Promise<number> {
    const file = join(this.folder, name);
    return this.inPlace(async () => {
      await writeBackupFile(backup, file);
      return (await stat(file)).size;
    });
  }

  read(name: string): Promise<Readable> {
    return this.inPlace(async () => (await open(join(this.folder, name))).createReadStream());
  }

  remove(name: string): Promise<void> {
    return this.inPlace(() => rm(join(this.folder, name), { force: true }));
  }

  removeParts(): Promise<void> {
    return this.inPlace(() => removeParts(this.folder, isBackup));
  }

  private inPlace<T>(work: () => Promise<T>): Promise<T> {
    return inFolder('BACKUP_DIR', this.folder, async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      return work();
    });
  }
}

/** Objects up to this size are uploaded in one request, larger ones in parts of this size. */
const PART_BYTES = 64 * 1024 * 1024;
/** Timeout of a request in milliseconds: uploading a part may take minutes. */
const REQUEST_MS = 300_000;
/** A store that sends nothing for this long is treated as unavailable. */
const SILENCE_MS = 20_000;
/** How often a file or part is sent, and the pause in between: the SDK repeats only what it has in memory. */
const TRIES = 2;
const PAUSE_MS = 1_000;
const PREFIX = 'backups/';

/** Stores backups as objects in an S3-compatible bucket, with the prefix `backups/`. */
export class BucketTarget implements BackupTarget {
  private readonly opened: ReturnType<typeof openS3>;

  /**
   * @param scratch a private folder for temporary files: the size of an object must be known before it is sent.
   * @param partBytes maximum size of one request.
   */
  constructor(
    private readonly config: Omit<S3Config, 'publicUrl'>,
    private readonly scratch: string,
    private readonly partBytes = PART_BYTES,
  ) {
    this.opened = openS3(config, { requestMs: REQUEST_MS, silenceMs: SILENCE_MS });
    this.opened.catch(() => undefined);
  }

  get place(): string {
    return `bucket ${this.config.bucket} at ${this.config.endpoint}`;
  }

  async list(): Promise<string[]> {
    const { sdk, client } = await this.opened;
    const names: string[] = [];
    for (let token: string | undefined; ;) {
      const page = await client.send(
        new sdk.ListObjectsV2Command({ Bucket: this.config.bucket, Prefix: PREFIX, ContinuationToken: token }),
      );
      names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(PREFIX.length)));
      token = page.NextContinuationToken;
      if (token === undefined) return names;
    }
  }

  async write(name: string, backup: Readable): Promise<number> {
    makePrivateFolder(this.scratch);
    return withBackupPart(backup, join(this.scratch, name), async (file) => {
      const { size } = await stat(file);
      await this.send(name, file, size);
      return size;
    });
  }

  async read(name: string): Promise<Readable> {
    const { sdk, client } = await this.opened;
    const { Body } = await client.send(new sdk.GetObjectCommand(this.object(name)));
    if (!(Body instanceof Readable)) throw new Error(`${name} has no content`);
    return Body;
  }

  async remove(name: string): Promise<void> {
    const { sdk, client } = await this.opened;
    await client.send(new sdk.DeleteObjectCommand(this.object(name)));
  }

  async removeParts(): Promise<void> {
    makePrivateFolder(this.scratch);
    await removeParts(this.scratch, isBackup);
    const { sdk, client } = await this.opened;
    try {
      const left = { Bucket: this.config.bucket, Prefix: PREFIX };
      const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand(left));
      for (const { Key = '', UploadId } of Uploads) {
        if (!isBackup(Key.slice(PREFIX.length))) continue;
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: this.config.bucket, Key, UploadId }));
      }
    } catch (error) {
      // Not every service knows this request, and a policy may deny it: then a rule of the bucket has to remove them.
      if (statusOf(error) === undefined) throw error;
    }
  }

  private async send(name: string, file: string, size: number): Promise<void> {
    const { sdk, client } = await this.opened;
    const object = this.object(name);
    if (size <= this.partBytes) {
      await sendFile(file, 0, size, (content, options) =>
        client.send(new sdk.PutObjectCommand({ ...object, ...content }), options),
      );
      return;
    }
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(object));
    const upload = { ...object, UploadId };
    const parts: { PartNumber: number; ETag: string | undefined }[] = [];
    try {
      for (let start = 0; start < size; start += this.partBytes) {
        const PartNumber = parts.length + 1;
        const { ETag } = await sendFile(file, start, Math.min(start + this.partBytes, size), (content, options) =>
          client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, ...content }), options),
        );
        parts.push({ PartNumber, ETag });
      }
      await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
    } catch (error) {
      // If the service is unavailable, the next run aborts it.
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
  }

  private object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.config.bucket, Key: PREFIX + name };
  }
}

/** Sends the bytes of a file from `start` until before `end`; once more if the service failed or was unavailable. */
async function sendFile<T>(
  file: string,
  start: number,
  end: number,
  send: (content: { Body: ReadStream; ContentLength: number }, options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const Body = createReadStream(file, { start, end: end - 1 });
    // The SDK does not listen: an unreadable file would end this process.
    const unreadable = new AbortController();
    Body.once('error', () => unreadable.abort());
    try {
      return await send({ Body, ContentLength: end - start }, { abortSignal: unreadable.signal });
    } catch (error) {
      if (Body.errored !== null) throw Body.errored;
      if (tries === TRIES || (statusOf(error) ?? 500) < 500) throw error;
    } finally {
      // A request that fails leaves the file open.
      Body.destroy();
    }
    await pause(PAUSE_MS);
  }
}

/** Status of the service's answer; undefined if there was none. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
