import type { Readable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { OpsContext, WantedDatabase } from './ops-context.js';

/** Where a command reads and writes. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** One word of the command line. */
export interface Command {
  readonly usage: string;
  readonly about: string;
  readonly options?: ParseArgsOptionsConfig;
  /** @returns the exit code: 0 done, 1 refused or failed. */
  readonly run: (call: Call) => Promise<number>;
}

/** How a command was called. */
export interface Call {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  /** A line for the person, on standard error: standard output may carry a backup. */
  readonly say: (line: string) => void;
}

export type Commands = Readonly<Record<string, Command>>;

/** A command that works on a database. */
export function inDatabase(
  wanted: WantedDatabase,
  run: (context: OpsContext, call: Call) => Promise<number>,
): Command['run'] {
  return async (call) => {
    const { withOpsContext } = await import('./ops-context.js');
    return withOpsContext(call.env, call.say, wanted, (context) => run(context, call));
  };
}
