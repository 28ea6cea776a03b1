import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE, type AppProcess } from '@signpost/testing';

/** Path of the built command line program. */
export const CLI = fileURLToPath(new URL('../../../../dist/apps/api/cli.js', import.meta.url));
const COMMANDS = fileURLToPath(new URL('../../../../dist/apps/api/commands.js', import.meta.url));

/** Exit code and output of a command. */
export interface Result {
  readonly code: number | null;
  /** As bytes: it may be a backup. */
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;
type RunCommand = (
  args: readonly string[],
  env: Env,
  terminal: { stdin: Readable; stdout: Writable; stderr: Writable },
) => Promise<number>;

/** Settings for a command that runs while the application runs. */
export function settingsOf({ database, dataDir, url }: AppProcess): Env {
  return { DATABASE_URL: database.url, DATA_DIR: dataDir, PUBLIC_URL: url };
}

/**
 * Runs one command of the built application in this process: a separate process would load all modules again, which
 * takes longer than most commands.
 */
export async function runCommand(args: readonly string[], env: Env, input: string | Buffer = ''): Promise<Result> {
  // Loaded by Node itself: Vitest would first transform the bundle.
  const built = createRequire(import.meta.url)(COMMANDS) as { runCommand: RunCommand };
  const [stdout, stderr] = [new Kept(), new Kept()];
  const code = await built.runCommand(args, env, { stdin: Readable.from([Buffer.from(input)]), stdout, stderr });
  return { code, stdout: stdout.bytes().toString('latin1'), stderr: stderr.bytes().toString('utf8') };
}

/** Runs one command line in a process of its own, as an operator does. */
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
    // A command that refuses its arguments exits before reading its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Collects what is written to it. */
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
