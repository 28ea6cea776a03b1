import type { Readable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { OpsContext, WantedDatabase } from './ops-context.js';

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
  readonly say: (line: string) => void;
}

export type Commands = Readonly<Record<string, Command>>;

/** A command that needs a database. */
export function inDatabase(
  wanted: WantedDatabase,
  run: (context: OpsContext, call: Call) => Promise<number>,
): Command['run'] {
  return async (call) => {
    const { withOpsContext } = await import('./ops-context.js');
    return withOpsContext(call.env, call.say, wanted, (context) => run(context, call));
  };
}
