import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

export interface SpoolOptions {
  /** For what does not fit into memory; made when it is needed. */
  readonly folder: string;
  /** Bytes that may lie in memory between the source and its reader. */
  readonly memoryBytes?: number;
}

const MEMORY_BYTES = 1024 * 1024;
const READ_BYTES = 64 * 1024;

/**
 * The texts of a source, which is read as fast as it goes however slowly they are taken: what lies between is kept in
 * memory, and beyond a bound in a file. So a slow reader costs a file, and not what the source holds while it is read,
 * such as a database connection and its snapshot. The file has no name as soon as it is open: nothing is left of it when
 * the process dies.
 *
 * A reader who leaves ends the source at its next text.
 */
export async function* spooled(source: AsyncIterable<string>, options: SpoolOptions): AsyncGenerator<Buffer> {
  const spool = new Spool(options.folder, options.memoryBytes ?? MEMORY_BYTES);
  const filled = spool.fill(source);
  try {
    yield* spool.read();
  } finally {
    spool.isLeft = true;
    await filled;
    await spool.close();
  }
}

class Spool {
  isLeft = false;
  private readonly memory: Buffer[] = [];
  private heldBytes = 0;
  private file: { readonly handle: FileHandle; readonly path: string } | null = null;
  private writtenBytes = 0;
  private end: { readonly error: unknown } | null = null;
  private wake: (() => void) | null = null;

  constructor(
    private readonly folder: string,
    private readonly memoryBytes: number,
  ) {}

  /** Takes everything from the source. Its failure is told where it is read. */
  async fill(source: AsyncIterable<string>): Promise<void> {
    let error: unknown = null;
    try {
      for await (const text of source) {
        if (this.isLeft) break;
        await this.keep(Buffer.from(text));
        this.wake?.();
      }
    } catch (failure) {
      error = failure;
    }
    this.end = { error };
    this.wake?.();
  }

  async *read(): AsyncGenerator<Buffer> {
    for (let at = 0; ;) {
      const [chunk] = this.memory.splice(0, 1);
      if (chunk !== undefined) {
        this.heldBytes -= chunk.length;
        yield chunk;
      } else if (this.file !== null && at < this.writtenBytes) {
        const length = Math.min(READ_BYTES, this.writtenBytes - at);
        const { buffer, bytesRead } = await this.file.handle.read(Buffer.allocUnsafe(length), 0, length, at);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (this.end === null) {
        await new Promise<void>((resolve) => (this.wake = resolve));
      } else {
        if (this.end.error !== null) throw this.end.error as Error;
        return;
      }
    }
  }

  async close(): Promise<void> {
    if (this.file === null) return;
    await this.file.handle.close();
    await rm(this.file.path, { force: true });
  }

  private async keep(bytes: Buffer): Promise<void> {
    // What comes after the first bytes in the file comes after them in there, too.
    if (this.file === null && this.heldBytes + bytes.length <= this.memoryBytes) {
      this.memory.push(bytes);
      this.heldBytes += bytes.length;
      return;
    }
    this.file ??= await openUnnamed(this.folder);
    await this.file.handle.appendFile(bytes);
    this.writtenBytes += bytes.length;
  }
}

async function openUnnamed(folder: string): Promise<{ handle: FileHandle; path: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'ax+', 0o600);
  // Where a system keeps the name of an open file, it goes when the file is closed.
  await rm(path, { force: true }).catch(() => undefined);
  return { handle, path };
}
