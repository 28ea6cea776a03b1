import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

const READ_BYTES = 64 * 1024;

/**
 * Reads a source at full speed, however slowly the result is read: the text in between is held in a file. So a slow reader costs
 * a file instead of the resources that the source holds while it runs, such as a database connection with its snapshot. The
 * file is unlinked as soon as it is open, so that nothing remains of it when the process dies.
 *
 * A reader that stops ends the source at its next text.
 * @param folder where the file is; created when needed.
 */
export async function* spooled(source: AsyncIterable<string>, folder: string): AsyncGenerator<Buffer> {
  const spool = new Spool(folder);
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
  private file: { readonly handle: FileHandle; readonly path: string } | null = null;
  private writtenBytes = 0;
  private end: { readonly error: unknown } | null = null;
  private wake: (() => void) | null = null;

  constructor(private readonly folder: string) {}

  /** Reads the whole source. Its error is thrown where the text is read. */
  async fill(source: AsyncIterable<string>): Promise<void> {
    let error: unknown = null;
    try {
      for await (const text of source) {
        if (this.isLeft) break;
        const bytes = Buffer.from(text);
        this.file ??= await openUnnamed(this.folder);
        await this.file.handle.appendFile(bytes);
        this.writtenBytes += bytes.length;
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
      if (this.file !== null && at < this.writtenBytes) {
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
}

async function openUnnamed(folder: string): Promise<{ handle: FileHandle; path: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'ax+', 0o600);
  // On a system that keeps the name of an open file, the file is removed when it is closed.
  await rm(path, { force: true }).catch(() => undefined);
  return { handle, path };
}
