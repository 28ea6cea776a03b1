import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ParseArgsOptionsConfig } from 'node:util';
import { reasonOf } from '../platform/errors/reason.js';
import type { OpsContext, WantedDatabase } from './ops-context.js';
import { OpsError } from './ops-error.js';

/** Input and output streams of a command. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** A command of the command line. */
export interface Command {
  readonly usage: string;
  readonly about: string;
  readonly options?: ParseArgsOptionsConfig;
  /** @returns the exit code: 0 done, 1 refused or failed. */
  readonly run: (call: Call) => Promise<number>;
}

/** Arguments and environment of a call. */
export interface Call {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  /** Prints a message to standard error, because standard output may carry a backup. */
  readonly print: (line: string) => void;
}

/** Commands by their names. */
export type Commands = Readonly<Record<string, Command>>;

/** A command that needs a database. */
export function inDatabase(
  wanted: WantedDatabase,
  run: (context: OpsContext, call: Call) => Promise<number>,
): Command['run'] {
  return async (call) => {
    const { withOpsContext } = await import('./ops-context.js');
    return withOpsContext(call.env, call.print, wanted, (context) => run(context, call));
  };
}

/**
 * Writes a file to standard output.
 * @throws OpsError when it was not taken to its end: unlike a list, half a file is of no use.
 */
export async function writeToStdout(file: Readable, { stdout }: Terminal): Promise<void> {
  try {
    await pipeline(file, stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'write') throw error;
    throw new OpsError(`Standard output did not take all of it, so what arrived is not whole: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}
