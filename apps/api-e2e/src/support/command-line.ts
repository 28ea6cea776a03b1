import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE, type AppProcess } from '@signpost/testing';

/** The built command line. */
export const CLI = fileURLToPath(new URL('../../../../dist/apps/api/cli.js', import.meta.url));
const COMMANDS = fileURLToPath(new URL('../../../../dist/apps/api/commands.js', import.meta.url));

/** How a command ended, and what it wrote. */
export interface Result {
  readonly code: number | null;
  /** Byte for byte: it may be a backup. */
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;
type RunCommand = (
  args: readonly string[],
  env: Env,
  terminal: { stdin: Readable; stdout: Writable; stderr: Writable },
) => Promise<number>;

/** The settings that a command beside an application reads. */
export function settingsOf({ database, dataDir, url }: AppProcess): Env {
  return { DATABASE_URL: database.url, DATA_DIR: dataDir, PUBLIC_URL: url };
}

/**
 * Runs one command of the built application in this process. A process of its own reads all modules anew, which costs most
 * commands more than what they do.
 */
export async function runCommand(args: readonly string[], env: Env, input: string | Buffer = ''): Promise<Result> {
  // By Node itself: Vitest would first rewrite the bundle.
  const built = createRequire(import.meta.url)(COMMANDS) as { runCommand: RunCommand };
  const [stdout, stderr] = [new Kept(), new Kept()];
  const code = await built.runCommand(args, env, { stdin: Readable.from([Buffer.from(input)]), stdout, stderr });
  return { code, stdout: stdout.bytes().toString('latin1'), stderr: stderr.bytes().toString('utf8') };
}

/** Runs one command line as an operator does, in a process of its own. */
export function runCommandLine(
  args: readonly string[],
  env: Env,
  input: string | Buffer = '',
  cwd?: string,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...args], { cwd, env: { ...COMPILE_CACHE, ...env } });
    const [stdout, stderr] = [new Kept(), new Kept()];
    child.stdout.pipe(stdout);
    child.stderr.pipe(stderr);
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, stdout: stdout.bytes().toString('latin1'), stderr: stderr.bytes().toString('utf8') });
    });
    // One that refuses its arguments ends before it has read anything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Keeps what is written to it. */
class Kept extends Writable {
  private readonly chunks: Buffer[] = [];

  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }
}
